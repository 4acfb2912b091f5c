import CMeasuring
import Dispatch

/// The workload of row P4: timers that all come due within one second.
///
/// All are armed before the first is due. What is counted is the processor time from then until the
/// last has fired, and by how much that one was late.
struct Firing {
  /// How long after its start an engine may fire first: what it takes to arm all, with some to
  /// spare.
  private let lead: UInt64
  private let count: Int
  private let origin = steady_nanoseconds()

  init(_ request: Request, leadForEach nanoseconds: UInt64) {
    count = request.count
    lead = 100_000_000 + UInt64(count) * nanoseconds
  }

  /// Arms by `arm`, which is told how many nanoseconds from now to fire, and waits for `record`.
  func measure(_ record: FiringRecord, arm: (UInt64) -> Void) -> Figures {
    let last = armAll(arm)
    let processor = processor_nanoseconds()
    record.done.wait()
    return figures(since: processor, last: last, end: record.end, early: record.early)
  }

  /// Arms all and answers the delay of the last.
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

  /// What was used since `processor`, now that all have fired, the last one at `end`.
  func figures(since processor: UInt64, last: UInt64, end: UInt64, early: Int) -> Figures {
    let used = Double(processor_nanoseconds() - processor) / Double(count)
    let latest = Double(end - origin) - Double(last)
    return ["processor": used, "latest": latest / 1e6, "early": Double(early)]
  }
}
