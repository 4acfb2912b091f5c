import CRawClock
import Foundation

/// Measures the machine's baseline without the library. One thread wakes every 10 ms, and another
/// thread responds to each line of input.
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
