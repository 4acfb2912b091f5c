import Dispatch
import Sandglass
import SandglassStores

/// Changes a kept countdown repeatedly until the process is killed, and waits after each change
/// until it has been written.
struct Changing {
  /// One round of changes. After the round, the countdown is in its initial state again.
  private static let changes = [
    "extend", "pause", "extend", "resume", "shorten", "pause", "shorten", "resume",
  ]

  private let countdown: Countdown

  /// Continues with the record in the store, or creates a new countdown.
  init(_ id: String, in store: FileCountdownStore) throws {
    countdown = store.countdown(id, startingFrom: .seconds(1000), options: .faults)
    if let error = countdown.storeError { throw error }
  }

  func run() -> Never {
    countdown.report(countdown.restoration == nil ? .started : .restored)
    Task { [self] in
      if countdown.start() { countdown.report(.started) }
      try await countdown.saved()
      Line(.saved).print()
      // A process may have been killed while the countdown was paused. In that case, begin with the
      // change that resumes it.
      var number = countdown.isPaused ? 3 : 0
      while true {
        try await make(Self.changes[number % Self.changes.count], number: number)
        number += 1
      }
    }
    dispatchMain()
  }

  private func make(_ change: String, number: Int) async throws {
    var line = Line(.begun)
    line.change = change
    line.number = number
    line.print()

    line = Line(.done)
    switch change {
    case "extend": countdown.extend(by: .seconds(1))
    case "shorten": countdown.extend(by: .seconds(-1))
    case "pause": countdown.pause()
    default: countdown.resume()
    }
    line = line.with(countdown.reading)
    line.steadyAfter = RawClock.steady
    line.change = change
    line.number = number
    line.print()
    try await countdown.saved()
    line = Line(.saved)
    line.number = number
    line.print()
  }
}
