import CMeasuring
import Dispatch
import Histogram

/// When the ticks of one timer came, as nanoseconds after the instants at which they were due.
// Sendable: only the thread that ticks adds to it, one tick after the other, and nobody looks
// before it has signalled `done`.
final class LatenessLog: @unchecked Sendable {
  /// How many ticks are logged.
  let count: Int
  let done = DispatchSemaphore(value: 0)
  private var lateness: [Int64] = []

  /// Makes a log of `count` ticks.
  init(_ count: Int) {
    self.count = count
    lateness.reserveCapacity(count)
  }

  /// Makes a log of ticks that have already come.
  init(_ lateness: [Int64]) {
    count = lateness.count
    self.lateness = lateness
  }

  /// Whether all ticks have come; for somebody on the thread that ticks.
  var isDone: Bool { lateness.count == count }

  /// Notes one more tick; whatever comes after the last is not noted.
  func note(_ nanoseconds: Int64) {
    guard !isDone else { return }
    lateness.append(nanoseconds)
    if isDone { done.signal() }
  }

  /// Notes the next tick of a timer that ticks at each multiple of `interval` after `start`.
  func noteNext(since start: UInt64, every interval: UInt64) {
    let due = start + UInt64(lateness.count + 1) * interval
    note(Int64(steady_nanoseconds()) - Int64(due))
  }

  /// Notes one more tick; whatever comes after the last is not noted.
  func note(_ duration: Duration) {
    note(Int64(duration / .nanoseconds(1)))
  }
}

extension LatenessLog {
  /// The percentiles in microseconds, the drift from first to last, and the ticks that were early.
  var figures: Figures {
    var histogram = Histogram<UInt64>(
      highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    for value in lateness { histogram.record(UInt64(max(0, value))) }
    var figures: Figures = [
      "early": Double(lateness.count { $0 < 0 }), "drift": drift / 1e3,
      "max": Double(histogram.max) / 1e3,
    ]
    for percentile in [1.0, 5, 10, 25, 50, 75, 90, 95, 99, 99.9] {
      let value = Double(histogram.valueAtPercentile(percentile))
      figures["p\(percentile)"] = value / 1e3
    }
    return figures
  }

  /// By how much the last tenth of the ticks came later than the first tenth, by their medians.
  private var drift: Double {
    let tenth = max(1, count / 10)
    return median(lateness.suffix(tenth)) - median(lateness.prefix(tenth))
  }

  private func median(_ values: ArraySlice<Int64>) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
  }
}
