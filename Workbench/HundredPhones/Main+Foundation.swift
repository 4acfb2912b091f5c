#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif
import Sandglass
import SandglassServer
import SandglassTestSupport

/// One server and a hundred phones whose clocks are wrong, at the end of a sale.
@main
struct Main {
  static func main() async throws {
    var random = SeededGenerator(for: "flash sale")
    let plans = (0..<Plan.phones).map { PhonePlan(number: $0, using: &random) }

    let key = try DeadlineKey(
      id: "2026-11", secret: (0..<32).map { _ in UInt8.random(in: 0...255) })
    let server = SaleServer(
      clock: ServerClock(uncertaintyIfUnsynchronized: Plan.assumedUncertainty),
      signer: try DeadlineSigner(signing: key),
      deadline: Deadline("sale-17", end: WallClock.now + Plan.saleLasts))
    try describe(server)

    let ports = AsyncStream<Int>.makeStream()
    Task {
      do {
        try await server.run { ports.continuation.yield($0) }
      } catch {
        print("the server failed: \(error)")
      }
      ports.continuation.finish()
    }
    for await port in ports.stream {
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { break }
      exit(report(on: await visit(url, plans: plans)) ? 0 : 1)
    }
    exit(1)
  }

  /// Prints the tables and the promises. Returns whether all promises are kept.
  private static func report(on visits: [Visit]) -> Bool {
    Report(visits: visits).write()
    let checks = Checks(visits: visits).all
    for check in checks { print("\(check.promise): \(check.isKept)") }
    return checks.allSatisfy(\.isKept)
  }

  private static func describe(_ server: SaleServer) throws {
    let isSynchronized = (try? ServerClock().now()) != nil
    print(
      """
      \(Plan.phones) phones, whose clocks are off by up to \(Plan.clockError / .seconds(60)) minutes
      grace: \(Plan.grace); the requests to buy take 0 s to \(Plan.grace * 2)
      this machine's clock: \(isSynchronized ? "synchronised" : "not synchronised, so its uncertainty is assumed")
      the server's uncertainty: \(try server.clock.now().uncertainty)
      the token: \(try server.signer.sign(server.deadline).token)

      """)
  }

  private static func visit(_ url: URL, plans: [PhonePlan]) async -> [Visit] {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = Plan.phones
    let session = URLSession(configuration: configuration)
    return await withTaskGroup(of: Visit?.self) { group in
      for plan in plans {
        group.addTask {
          do {
            return try await Phone(plan: plan, server: url, session: session).visit()
          } catch {
            print("a phone failed: \(error)")
            return nil
          }
        }
      }
      return await group.reduce(into: []) { visits, visit in
        if let visit { visits.append(visit) }
      }
    }
  }
}
