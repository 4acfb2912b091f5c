import Dispatch
import SandglassCore

/// A closure that receives a stopwatch's readings. Its owner is held weakly.
///
/// While the queue is busy, only the newest reading is waiting. It counts the others as missed.
// Sendable: `receive` is accessed only by deliveries, and its queue runs one delivery at a time. Everything else that
// is mutable is accessed only under the timekeeper's lock.
final class StopwatchBinding: @unchecked Sendable {
  /// Passes a reading to the closure. Returns false if the owner no longer exists.
  typealias Receive = @Sendable (StopwatchReading) -> Bool

  let owner: ObjectIdentifier
  private let queue: DispatchQueue

  /// Cached here, because getting it from the queue would access the queue's memory.
  private let queueIdentity: ObjectIdentifier
  private let timekeeper: Timekeeper

  /// Passes a reading to the closure. Nil once the owner no longer exists, so that the closure's captures are released.
  private var receive: Receive?

  /// Whether the binding still receives readings. It stops when it is removed or replaced, or when its owner no longer
  /// exists.
  private(set) var isActive = true

  /// The reading that is waiting to be delivered. While there is one, a callback for it is in the outbox.
  private var untaken: StopwatchReading?

  init(
    owner: ObjectIdentifier, queue: DispatchQueue, timekeeper: Timekeeper,
    receive: @escaping Receive
  ) {
    self.owner = owner
    self.queue = queue
    queueIdentity = queue.identity
    self.timekeeper = timekeeper
    self.receive = receive
  }

  /// Sends a reading to the closure, replacing a reading that is still waiting.
  func report(_ reading: StopwatchReading, in state: inout TimekeeperState) {
    if let untaken {
      self.untaken = reading.replacing(untaken)
      return
    }
    untaken = reading
    // A closure that captures only `self` does not allocate.
    state.enqueue(on: queue, identity: queueIdentity, .call { self.deliver() })
  }

  /// Stops all deliveries, including a pending one.
  func deactivate() {
    isActive = false
    untaken = nil
  }

  private func deliver() {
    let reading = timekeeper.withLock { untaken.take() }
    guard let reading, let receive, !receive(reading) else { return }
    self.receive = nil
    timekeeper.withLock { deactivate() }
  }
}

extension StopwatchBinding {
  /// Creates a binding whose closure is called on the main actor.
  @MainActor
  static func onMain<Owner: AnyObject>(
    with owner: Owner, on timekeeper: Timekeeper,
    _ body: @escaping @MainActor (Owner, StopwatchReading) -> Void
  ) -> StopwatchBinding {
    let receive: @MainActor (StopwatchReading) -> Bool = { [weak owner] reading in
      guard let owner else { return false }
      body(owner, reading)
      return true
    }
    return StopwatchBinding(
      owner: ObjectIdentifier(owner), queue: .theMain, timekeeper: timekeeper,
      receive: { reading in MainActor.assumeIsolated { receive(reading) } })
  }
}
