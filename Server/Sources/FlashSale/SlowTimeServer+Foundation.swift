import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTrustedTime
import Synchronization

/// The library's own time server, asked over real HTTP, with the delays of a path.
final class SlowTimeServer: TimeServer {
  let pace = AskingPace.ownServer

  private let server: HTTPTimeServer
  private let path: Path
  private let random: Mutex<SeededGenerator>

  init(_ url: URL, path: Path, seed: UInt64) {
    server = HTTPTimeServer(url, timeout: .seconds(10))
    self.path = path
    random = Mutex(SeededGenerator(seed: seed))
  }

  func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let (out, back) = random.withLock {
      (path.delayOut(using: &$0), path.delayBack(using: &$0))
    }
    let sent = timekeeper.now
    await timekeeper.wait(for: out)
    let inner = try await server.ask(on: timekeeper)
    await timekeeper.wait(for: back)
    return TimeSample(
      sent: sent, received: timekeeper.now, serverReceived: inner.serverReceived,
      serverSent: inner.serverSent, uncertainty: inner.uncertainty)
  }
}

extension Timekeeper {
  /// Sleeps, or returns at once for zero. No task of the example is cancelled.
  func wait(for duration: Duration) async {
    if duration > .zero { try? await sleep(for: duration) }
  }
}
