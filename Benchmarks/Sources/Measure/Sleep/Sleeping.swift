import CPeers
import Dispatch
import Synchronization

/// The workload of row P11: many sleeping tasks, and their cost compared with tasks that only wait
/// to be resumed.
///
/// All deadlines are within one second, after all tasks are asleep. Bare tasks are resumed in the
/// order of the same deadlines, by a thread that knows the order beforehand.
struct Sleeping {
  /// The costs of one task.
  private struct Cost {
    var arming = 0.0
    var waking = 0.0
    var bytes = 0.0
  }

  private let count: Int
  private let delays: [UInt64]

  init(_ request: Request) {
    count = request.count
    // The time until all tasks are asleep, and some to spare.
    let lead = 200_000_000 + UInt64(request.count) * 12_000
    var random = random_sequence(state: 6)
    delays = (0..<request.count).map { _ in lead + random_below(&random, 1_000_000_000) }
  }

  /// Creates a task for each delay. The task sleeps for that long from now, then records that it
  /// has woken up.
  typealias Arm = @Sendable (_ delays: [UInt64], _ record: WakingRecord) -> Void

  /// Measures tasks that sleep, and their additional cost compared with bare tasks.
  func measure(_ arm: Arm) -> Figures {
    // The first tasks warm up the memory allocator.
    _ = costOfBareTasks()
    let bare = costOfBareTasks()
    let sleeping = costOfSleepingTasks(arm)
    let added = Cost(
      arming: sleeping.arming - bare.arming, waking: sleeping.waking - bare.waking,
      bytes: sleeping.bytes - bare.bytes)
    return [
      "bareArming": bare.arming, "bareWaking": bare.waking, "bareBytes": bare.bytes,
      "addedArming": added.arming, "addedWaking": added.waking,
      "added": added.arming + added.waking, "addedBytes": added.bytes,
    ]
  }

  private func costOfSleepingTasks(_ arm: Arm) -> Cost {
    let record = WakingRecord(count)
    let start = steady_nanoseconds()
    var cost = costOfArming { arm(delays, record) }
    guard let first = delays.min(), steady_nanoseconds() - start < first else {
      Measure.stop("Arming took longer than was foreseen: the first tasks woke up meanwhile.")
    }
    cost.waking = costOfWaking(record) {}
    return cost
  }

  private func costOfBareTasks() -> Cost {
    let record = WakingRecord(count)
    let tasks = BareTasks(count)
    var cost = costOfArming {
      for number in 0..<count {
        Task.immediateDetached {
          await tasks.wait(number)
          record.note()
        }
      }
    }
    let order = (0..<count).sorted { delays[$0] < delays[$1] }
    cost.waking = costOfWaking(record) { tasks.resume(in: order) }
    return cost
  }

  private func costOfArming(_ arm: () -> Void) -> Cost {
    let bytes = allocated_bytes()
    let processor = processor_nanoseconds()
    arm()
    let spent = processor_nanoseconds() - processor
    return Cost(
      arming: Double(spent) / Double(count),
      bytes: Double(Int64(allocated_bytes()) - Int64(bytes)) / Double(count))
  }

  private func costOfWaking(_ record: WakingRecord, _ wake: () -> Void) -> Double {
    let processor = processor_nanoseconds()
    wake()
    record.done.wait()
    return Double(processor_nanoseconds() - processor) / Double(count)
  }
}

/// Counts the tasks that have woken up on several threads.
final class WakingRecord: Sendable {
  let done = DispatchSemaphore(value: 0)
  private let left: Atomic<Int>

  init(_ count: Int) {
    left = Atomic(count)
  }

  func note() {
    if left.subtract(1, ordering: .relaxed).newValue == 0 { done.signal() }
  }
}

/// Tasks that only wait to be resumed.
// Sendable: the tasks begin on the thread that creates them, one after another, and that thread
// resumes them.
private final class BareTasks: @unchecked Sendable {
  private let continuations: UnsafeMutablePointer<UnsafeContinuation<Void, Never>>

  init(_ count: Int) {
    continuations = .allocate(capacity: count)
  }

  deinit { continuations.deallocate() }

  /// Waits. Each number waits once and is resumed once.
  func wait(_ number: Int) async {
    await withUnsafeContinuation { (continuations + number).initialize(to: $0) }
  }

  func resume(in order: [Int]) {
    for number in order { continuations[number].resume() }
  }
}
