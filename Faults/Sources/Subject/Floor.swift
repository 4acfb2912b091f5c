import CRawClock
import Foundation

/// The machine's baseline without the library: a thread that wakes at instants 10 ms apart, and
/// another that responds to each line of input.
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
