import CPeers
import Dispatch

/// The workload of row P4: timers that are all due within one second.
///
/// All timers are armed before the first is due. The figures are the processor time from then until
/// the last timer has fired, and the lateness of the last timer.
struct Firing {
  /// The delay of the first timer. It leaves enough time to arm all timers, and some to spare.
  private let lead: UInt64
  private let count: Int
  private let origin = steady_nanoseconds()

  init(_ request: Request, leadForEach nanoseconds: UInt64) {
    count = request.count
    lead = 100_000_000 + UInt64(count) * nanoseconds
  }

  /// Arms the timers by calling `arm` with the nanoseconds from now until each is due, and waits
  /// for `record`.
  func measure(_ record: FiringRecord, arm: (UInt64) -> Void) -> Figures {
    let last = armAll(arm)
    let processor = processor_nanoseconds()
    record.done.wait()
    return figures(since: processor, last: last, end: record.end, early: record.early)
  }

  /// Arms all timers and returns the delay of the last one.
  func armAll(_ arm: (UInt64) -> Void) -> UInt64 {
    var random = random_sequence(state: 5)
    var last: UInt64 = 0
    for _ in 0..<count {
      let delay = lead + random_below(&random, 1_000_000_000)
      last = max(last, delay)
      arm(delay)
    }
    if steady_nanoseconds() - origin > lead {
      Measure.stop("Arming took longer than was foreseen: the first timers fired meanwhile.")
    }
    return last
  }

  /// Computes the figures since `processor`, after all timers have fired, the last one at `end`.
  func figures(since processor: UInt64, last: UInt64, end: UInt64, early: Int) -> Figures {
    let used = Double(processor_nanoseconds() - processor) / Double(count)
    let latest = Double(end - origin) - Double(last)
    return ["processor": used, "latest": latest / 1e6, "early": Double(early)]
  }
}
