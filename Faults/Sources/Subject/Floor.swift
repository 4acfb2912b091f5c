import CRawClock
import Foundation

/// What the machine can do without the library: a thread that wakes at instants 10 ms apart, and
/// another that answers each line of the input.
enum Floor {
  private static let period: Int64 = 10_000_000

  static func run() -> Never {
    Thread.detachNewThread {
      var due = raw_steady_clock()
      while true {
        due += period
        raw_sleep_until(due)
        var line = Line(.floor)
        line.due = due
        line.print()
        due = max(due, line.steady / period * period)
      }
    }
    Input.obey { _ in Line(.clocks).print() }
  }
}
