import Sandglass

/// An owner that records everything that it receives, as words: `5`, `4 missed 2`, `+1`, `milestone 3.0`, `finish`,
/// `finished`, `cancelled`.
@MainActor
final class CountdownWatcher {
  private(set) var log: [String] = []
  private(set) var ends: [CountdownEnd] = []
  private(set) var readings: [Reading] = []

  /// A closure to call with each recorded word.
  var reaction: (@MainActor (String) -> Void)?

  func watch(_ countdown: Countdown) {
    watchTicks(of: countdown)
    watchEnds(of: countdown)
    countdown.onMilestone(with: self) { watcher, reached in
      watcher.note("milestone \(reached.remaining / .seconds(1))")
    }
  }

  func watchTicks(of countdown: Countdown) {
    countdown.onTick(with: self) { watcher, reading in
      watcher.readings.append(reading)
      let number = reading.state == .overtime ? "+\(reading.overtime)" : "\(reading.shown)"
      watcher.note(reading.missed == 0 ? number : "\(number) missed \(reading.missed)")
    }
  }

  func watchEnds(of countdown: Countdown) {
    countdown.onEnd(with: self) { watcher, end in
      watcher.ends.append(end)
      let name = "\(end.outcome)"
      watcher.note(end.missed == 0 ? name : "\(name) missed \(end.missed)")
    }
  }

  /// Records the kind of each change.
  func watchChanges(of countdown: Countdown) {
    countdown.onChange(with: self) { watcher, change in watcher.note("\(change.kind)") }
  }

  /// Returns the words that were recorded since the last call.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  func note(_ word: String) {
    log.append(word)
    reaction?(word)
  }
}
