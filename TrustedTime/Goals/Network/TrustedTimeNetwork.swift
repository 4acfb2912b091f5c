import Foundation
import Sandglass
import SandglassTrustedTime
import SandglassTrustedTimeCore

/// Asks an NTP server on this machine for the time, over paths with delays and losses, and prints a table in Markdown.
enum TrustedTimeNetwork {
  static func run(_ words: ArraySlice<String>) async throws {
    let hosts = words.compactMap { ThreeServers.Host($0) }
    if hosts.count == 5 {
      for host in hosts {
        guard case .success = await firstAnswer(from: ThreeServers.port, of: host.text) else {
          fail("the server \(host.text) does not answer")
        }
      }
      guard
        try await ThreeServers.printTable(right: Array(hosts[..<3]), near: hosts[3], far: hosts[4])
      else { fail("an interval did not contain the true time") }
      return
    }
    let ports = words.compactMap { UInt16($0) }
    guard ports.count == 2 else {
      fail(
        """
        usage: TrustedTimeGoals network <port of a server> <port of an unsynchronised server>
               TrustedTimeGoals network <addresses of three servers that are right, and two that lie>
        """)
    }
    guard case .success = await firstAnswer(from: ports[0]) else {
      fail("the server does not answer")
    }
    guard case .failure(let refusal) = await firstAnswer(from: ports[1]), !isMissing(refusal) else {
      fail("the unsynchronised server does not answer, or is trusted")
    }
    let isTrue = try await measure(server: ports[0])
    print("The answers of the unsynchronised server are refused: \(refusal).")
    if !isTrue { fail("an interval did not contain the true time") }
  }

  /// Prints the table. Returns whether each interval contained the true time.
  private static func measure(server: UInt16) async throws -> Bool {
    // This clock sends no requests.
    let idle = TrustedClock(asking: [])
    print(Measurement.header)
    var isTrue = true
    for pace in [AskingPace.ownServer, .publicServer] {
      for path in [[NetworkPath.direct], NetworkPath.delayed] {
        for measurement in try await measurements(of: path, to: server, pace: pace) {
          print(measurement.row)
          isTrue = isTrue && measurement.isTruthInside
        }
      }
    }
    let shift = milliseconds(idle.deviceClockShift, decimals: 3)
    print(
      "\nDuring the measurement, the machine's wall clock moved by \(shift) ms relative to its steady clock."
    )
    return isTrue
  }

  /// Measures paths at the same time. Returns the measurements in the order of the paths.
  private static func measurements(
    of paths: [NetworkPath], to server: UInt16, pace: AskingPace
  ) async throws -> [Measurement] {
    try await withThrowingTaskGroup { group in
      for (index, path) in paths.enumerated() {
        group.addTask {
          (index, try await Measurement(of: path, to: server, pace: pace, repetitions: 10))
        }
      }
      var results: [(index: Int, measurement: Measurement)] = []
      for try await result in group { results.append(result) }
      return results.sorted { $0.index < $1.index }.map(\.measurement)
    }
  }

  /// Asks a server that is starting until it answers, for at most ten seconds.
  private static func firstAnswer(
    from port: UInt16, of host: String = "127.0.0.1"
  ) async -> Result<TimeSample, TimeRefusal> {
    let end = Timekeeper.shared.now + .seconds(10)
    let server = NTPServer(host, port: port, timeout: .seconds(1))
    while true {
      do throws(TimeRefusal) {
        return .success(try await server.ask(on: .shared))
      } catch {
        guard isMissing(error), Timekeeper.shared.now < end else { return .failure(error) }
      }
      try? await Timekeeper.shared.sleep(for: .milliseconds(10))
    }
  }

  private static func isMissing(_ refusal: TimeRefusal) -> Bool {
    switch refusal {
    case .unreachable, .timedOut: true
    default: false
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }
}
