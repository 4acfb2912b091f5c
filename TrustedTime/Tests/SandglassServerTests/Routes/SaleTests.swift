#if SERVER
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Sandglass
  import SandglassServer
  import Synchronization
  import Testing

  /// The code of TrustedTime/Sources/SandglassServer/SandglassServer.docc/TheServersHalf.md, with a clock that the tests set.
  struct SaleTests {
    struct Order: Codable {
      let sale: String
      let token: String
    }

    static func sale(
      secret: [UInt8], end: WallMoment, clock: ServerClock = ServerClock()
    ) throws -> Router<BasicRequestContext> {
      let signer = try DeadlineSigner(signing: DeadlineKey(id: "2026-11", secret: secret))
      let router = Router()
      router.addTimeRoute(clock: clock)
      router.get("sale") { _, _ in try signer.sign(Deadline("sale-17", end: end)) }
      router.post("buy") { request, context in
        let order = try await request.decode(as: Order.self, context: context)
        let received = try clock.now()
        let deadline = try signer.verify(order.token)
        guard deadline.name == order.sale else { throw HTTPError(.badRequest) }
        switch deadline.judge(receivedAt: received, grace: .seconds(1)) {
        case .early: return "Not open yet"
        case .inTime: return "Sold"
        case .late: return "Sold out"
        case .unknown: return "Too close to tell"
        }
      }
      return router
    }

    /// Compiled, but no test calls it, because it runs until the process ends.
    static func run(_ router: Router<BasicRequestContext>) async throws {
      let app = Application(
        router: router, configuration: .init(address: .hostname("0.0.0.0", port: 8080)))
      try await app.runService()
    }

    private struct Shown: Decodable {
      let name: String
      let endsAt: Int64
      let token: String
    }

    private static let end = WallMoment(secondsSince1970: 1_893_456_000)

    /// Asks for the sale, changes the token, and sends a request to buy at an instant after the end.
    private static func buy(
      after: Duration, sale: String = "sale-17",
      changing change: (String) -> String = { $0 }
    ) async throws -> Answer {
      let clock = ServerClock(wall: { Self.end + after }, uncertainty: { .milliseconds(5) })
      let router = try Self.sale(
        secret: [UInt8](repeating: 7, count: 32), end: Self.end, clock: clock)
      let answer = try await router.answer(.get, "/sale")
      let shown = try JSONDecoder().decode(Shown.self, from: Data(answer.text.utf8))
      #expect(shown.name == "sale-17" && shown.endsAt == 1_893_456_000_000_000)
      let body = try JSONEncoder().encode(Order(sale: sale, token: change(shown.token)))
      return try await router.answer(.post, "/buy", body: ByteBuffer(bytes: body))
    }

    @Test("A request is judged by its receive instant, with the grace")
    func judged() async throws {
      #expect(try await Self.buy(after: .milliseconds(990)).text == "Sold")
      #expect(try await Self.buy(after: .milliseconds(996)).text == "Too close to tell")
      #expect(try await Self.buy(after: .milliseconds(1005)).text == "Sold out")
    }

    @Test("A changed token is refused with status 400 and the reason")
    func changed() async throws {
      let answer = try await Self.buy(after: .zero) { $0.replacing(".M", with: ".N") }
      #expect(answer.status == .badRequest)
      #expect(answer.text.contains("the token's signature is wrong"))
      #expect(try await Self.buy(after: .zero) { _ in "" }.status == .badRequest)
    }

    @Test("No refusal of a token names a key that the server accepts")
    func namesNoKeys() async throws {
      let faults: [(String) -> String] = [
        { _ in "" }, { _ in "...." }, { $0 + "." }, { $0 + String(repeating: "x", count: 512) },
        { $0.replacing("v1.", with: "v2.") }, { $0.replacing("2026-11", with: "2026-12") },
        { $0.replacing(".M", with: ".N") }, { String($0.dropLast()) },
      ]
      var reasons: Set<String> = []
      for fault in faults {
        let answer = try await Self.buy(after: .zero, changing: fault)
        #expect(answer.status == .badRequest)
        #expect(!answer.text.contains("2026-11"), "\(answer.text)")
        #expect(!answer.headers.contains { $0.value.contains("2026-11") })
        reasons.insert(answer.text)
      }
      // Every kind of refusal, some with two values.
      #expect(reasons.count >= 5)
    }

    @Test("A token of another sale is refused")
    func anotherSale() async throws {
      #expect(try await Self.buy(after: .zero, sale: "sale-18").status == .badRequest)
    }
  }
#endif
