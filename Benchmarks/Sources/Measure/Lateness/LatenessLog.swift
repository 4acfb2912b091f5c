import CPeers
import Dispatch
import Histogram

/// The lateness of one timer's ticks, in nanoseconds after the instants at which they were due.
// Sendable: only the thread that ticks adds to it, one tick after another, and no other thread
// reads before `done` has been signalled.
final class LatenessLog: @unchecked Sendable {
  /// The number of ticks to log.
  let count: Int
  let done = DispatchSemaphore(value: 0)
  private var lateness: [Int64] = []

  /// Creates a log for `count` ticks.
  init(_ count: Int) {
    self.count = count
    lateness.reserveCapacity(count)
  }

  /// Creates a log of ticks that have already been delivered.
  init(_ lateness: [Int64]) {
    count = lateness.count
    self.lateness = lateness
  }

  /// Whether all ticks have been delivered. Only for code on the thread that ticks.
  var isDone: Bool { lateness.count == count }

  /// Logs one more tick. Ticks after the last one are ignored.
  func note(_ nanoseconds: Int64) {
    guard !isDone else { return }
    lateness.append(nanoseconds)
    if isDone { done.signal() }
  }

  /// Logs the next tick of a timer that ticks at each multiple of `interval` after `start`.
  func noteNext(since start: UInt64, every interval: UInt64) {
    let due = start + UInt64(lateness.count + 1) * interval
    note(Int64(steady_nanoseconds()) - Int64(due))
  }

  /// Logs one more tick. Ticks after the last one are ignored.
  func note(_ duration: Duration) {
    note(Int64(duration / .nanoseconds(1)))
  }
}

extension LatenessLog {
  /// The percentiles in microseconds, the drift from first to last, and the number of early ticks.
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

  /// The median lateness of the last tenth of the ticks, minus that of the first tenth.
  private var drift: Double {
    let tenth = max(1, count / 10)
    return median(lateness.suffix(tenth)) - median(lateness.prefix(tenth))
  }

  private func median(_ values: ArraySlice<Int64>) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
  }
}
