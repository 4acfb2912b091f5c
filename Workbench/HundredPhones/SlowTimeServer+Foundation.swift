import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTrustedTime
import Synchronization

/// A time server that sends requests over real HTTP with the library's `HTTPTimeServer`, and adds the delays of a path.
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
  /// Sleeps for the duration, or returns immediately if it is zero. The example does not cancel any task, so the sleep
  /// never throws.
  func wait(for duration: Duration) async {
    if duration > .zero { try? await sleep(for: duration) }
  }
}
