import Dispatch
import SandglassCore

/// A closure that is told of a stopwatch's readings; its owner is held weakly.
///
/// What waits for a busy queue is the newest reading, which counts the others as missed.
// Sendable: `receive` is touched by deliveries alone, of which there is one at a time on its queue; everything else
// that is mutable is touched under the timekeeper's lock alone.
final class StopwatchBinding: @unchecked Sendable {
  /// Hands a reading to somebody; false if that is gone.
  typealias Receive = @Sendable (StopwatchReading) -> Bool

  let owner: ObjectIdentifier
  private let queue: DispatchQueue

  /// Asked for once, since the queue has to be looked at for it.
  private let queueIdentity: ObjectIdentifier
  private let timekeeper: Timekeeper

  /// Nil once the owner is gone: what the closure captures is let go.
  private var receive: Receive?

  /// Whether it is told of anything any more; false once it has been removed or replaced, or its owner is gone.
  private(set) var isActive = true

  /// The reading on its way; there is a callback in the outbox as long as there is one.
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

  /// Sends a reading on its way, in place of one that still waits.
  func tell(_ reading: StopwatchReading, in state: inout TimekeeperState) {
    if let untaken {
      self.untaken = reading.replacing(untaken)
      return
    }
    untaken = reading
    // A closure over this alone allocates nothing.
    state.tell(on: queue, identity: queueIdentity, .call { self.deliver() })
  }

  /// Stops all deliveries, one on its way included.
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
  /// A binding whose closure is called on the main actor.
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
