import Foundation
import Sandglass
import SandglassStores

/// Measures how long the calls of a kept countdown block their caller.
struct Waiting {
  private let id: String
  private let store: FileCountdownStore

  init(_ id: String, in store: FileCountdownStore) {
    self.id = id
    self.store = store
  }

  /// Makes every kind of call for one second. Then prints the longest time that a call took, in
  /// nanoseconds, and the number of calls.
  @MainActor
  func run() {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(1)
    var longest = Duration.zero
    var calls = 0
    func timed(_ body: () -> Void) {
      longest = max(longest, clock.measure(body))
      calls += 1
    }
    var round = 0
    while clock.now < end {
      round += 1
      let id = "\(id)-\(round % 8)"
      var countdown: Countdown?
      timed {
        countdown = store.countdown(id, startingFrom: .seconds(600), options: .faults)
      }
      timed { countdown?.onEnd(with: NSNull()) { _, _ in } }
      timed { countdown?.start() }
      timed { countdown?.pause() }
      timed { countdown?.resume() }
      timed { countdown?.extend(by: .seconds(1)) }
      timed { _ = (countdown?.reading, countdown?.storeError, countdown?.restoration) }
      timed { countdown?.restart() }
      timed { countdown?.acknowledgeFinish() }
      timed { _ = try? store.look(at: id) }
      if round.isMultiple(of: 2) { timed { countdown?.discard() } }
      timed { countdown = nil }
    }
    var line = Line(.waits)
    (line.number, line.due) = (calls, Int64(longest / .nanoseconds(1)))
    line.print()
    // Exit without waiting for pending writes.
    exit(0)
  }
}
