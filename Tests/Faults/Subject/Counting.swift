import Dispatch
import Glibc
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// Runs one countdown, and prints all of its events. The events are delivered on a queue of this
/// object.
final class Counting: Sendable {
  private let countdown: Countdown
  private let queue = DispatchQueue(label: "subject", qos: .userInteractive)

  init(_ countdown: Countdown) {
    self.countdown = countdown
  }

  /// Starts the countdown and keeps the process running.
  func start() -> Never {
    // The start is at one of the moments between the two readings of the clock. The first start of a process takes long,
    // so a second one is known better.
    _ = started()
    countdown.cancel()
    started().print()
    bind()
    reportSaved()
    stay()
  }

  private func started() -> Line {
    var line = Line(.started)
    countdown.start()
    line.steadyAfter = RawClock.steady
    return line
  }

  /// Continues with a restored countdown and keeps the process running.
  func goOn() -> Never {
    bind()
    stay()
  }

  private func bind() {
    countdown.onTick(with: self, queue: queue) { _, reading in
      let clocks = Clocks()
      Line(.reading, at: clocks).with(reading).print()
    }
    countdown.onMilestone(with: self, queue: queue) { _, reached in
      var line = Line(.milestone, at: Clocks())
      line.remaining = reached.remaining.wholeNanoseconds
      line.print()
    }
    countdown.onEnd(with: self, queue: queue) { _, end in
      var line = Line(end.outcome == .finished ? .finish : .cancelled, at: Clocks())
      line.missed = end.missed
      line.print()
    }
  }

  private func stay() -> Never {
    Input.obey { [self] words in
      switch (words.first, words.dropFirst().first.flatMap { Int64($0) }) {
      case ("refresh", nil): Timekeeper.shared.refresh()
      case ("clocks", nil): reportClocks()
      case ("extend", let nanoseconds?):
        countdown.extend(by: .nanoseconds(nanoseconds))
        reportSaved()
      default: Line(.failed, error: "unknown: \(words)").print()
      }
    }
  }

  /// Waits until all changes so far have been written or could not be written, and prints the
  /// result.
  private func reportSaved() {
    Task { [countdown] in
      do throws(CountdownStoreError) {
        try await countdown.saved()
        Line(.saved).print()
      } catch {
        let cause = error.underlying.map { ": \($0)" } ?? ""
        Line(.saved, error: "\(error.kind)\(cause)").print()
      }
    }
  }

  private func reportClocks() {
    var line = Line(.clocks)
    line.steadySeen = Int64(clamping: Timekeeper.shared.now.nanoseconds)
    line.wallTrue = RawClock.wall
    line.print()
  }
}
