import Foundation
import Glibc

/// Measures the machine's baseline without the library. One thread wakes every 10 ms, and another
/// thread responds to each line of input.
enum Floor {
  private static let period: Int64 = 10_000_000

  static func run() -> Never {
    Thread.detachNewThread {
      var due = RawClock.steady
      while true {
        due += period
        sleep(until: due)
        var line = Line(.floor)
        line.due = due
        line.print()
        due = max(due, line.steady / period * period)
      }
    }
    Input.obey { _ in Line(.clocks).print() }
  }

  /// Sleeps until the steady clock reaches an instant.
  private static func sleep(until instant: Int64) {
    var time = timespec(
      tv_sec: Int(instant / 1_000_000_000), tv_nsec: Int(instant % 1_000_000_000))
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) != 0 {}
  }
}
