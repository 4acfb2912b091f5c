import Sandglass
import SandglassTrustedTime
import SandglassTrustedTimeCore
import Synchronization

/// An NTP server with another pace of the first burst, which counts its answers.
final class PacedServer: TimeServer {
  let pace: AskingPace
  private let server: NTPServer
  private let count = Atomic(0)

  init(_ server: NTPServer, pace: AskingPace) {
    self.server = server
    self.pace = pace
  }

  /// The number of answers that were accepted.
  var answers: Int { count.load(ordering: .relaxed) }

  func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let sample = try await server.ask(on: timekeeper)
    count.add(1, ordering: .relaxed)
    return sample
  }
}
