import Dispatch
import SandglassCore

/// A closure that is told of a countdown's events; its owner is held weakly.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class CountdownBinding: @unchecked Sendable {
  /// What a binding is told of; an owner has at most one binding of each kind.
  enum Kind {
    case tick
    case milestone
    case finish
    case end
    case change

    /// Whether a binding of this kind is told of `event`.
    func wants(_ event: CountdownEvent) -> Bool {
      switch (self, event) {
      case (.tick, .reading), (.milestone, .milestone), (.end, .end): true
      case (.change, .reading), (.change, .end): true
      case (.finish, .end(let end, _)): end.outcome == .finished
      default: false
      }
    }
  }

  let kind: Kind
  let owner: ObjectIdentifier
  private let queue: DispatchQueue

  /// Asked for once, since the queue has to be looked at for it.
  private let queueIdentity: ObjectIdentifier
  private let timekeeper: Timekeeper

  /// Hands an event to the closure; false if the owner is gone. Nil thereafter: what the closure
  /// captures is let go.
  private var receive: (@Sendable (CountdownEvent) -> Bool)?

  /// False once it has been removed or replaced, or its owner is gone.
  private(set) var isActive = true

  /// What has replaced it: that is told of the ends which were on their way to this one.
  private var successor: CountdownBinding?

  /// How many starts were cancelled so far: readings told before the last time are stale.
  private var cancellations = 0

  init(
    _ kind: Kind,
    owner: ObjectIdentifier,
    queue: DispatchQueue,
    timekeeper: Timekeeper,
    receive: @escaping @Sendable (CountdownEvent) -> Bool
  ) {
    self.kind = kind
    self.owner = owner
    self.queue = queue
    queueIdentity = queue.identity
    self.timekeeper = timekeeper
    self.receive = receive
  }

  /// Sends an event on its way to the closure.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - handled: What to call once the closure has returned, or was not called since its owner is
  ///     gone, if the event is a finish.
  ///   - state: What the timekeeper guards.
  func tell(
    _ event: CountdownEvent, handled: FinishHandler? = nil, in state: inout TimekeeperState
  ) {
    if case .end(let end, _) = event, end.outcome == .cancelled { cancellations += 1 }
    guard kind.wants(event) else { return }
    let handled = event.isEnd && kind != .change ? handled : nil
    state.tell(
      on: queue, identity: queueIdentity,
      .event(event, at: state.now, to: self, after: cancellations, handled: handled))
  }

  /// Sees to it that nothing is delivered any more, not even what is on its way; an end that is
  /// goes to the successor, since each end is told.
  func deactivate(successor: CountdownBinding? = nil) {
    guard isActive else { return }
    isActive = false
    self.successor = successor
  }

  /// Calls the closure, unless that has been overtaken by a removal or a cancellation.
  ///
  /// The way to the queue takes time, by which less remains when a reading is told.
  func deliver(
    _ event: CountdownEvent, from moment: Moment, toldAfter cancellations: Int,
    handled: FinishHandler?
  ) {
    let binding =
      event.isEnd
      ? timekeeper.perform { state, _ in receiver(ofEnd: event, handled: handled, in: &state) }
      : timekeeper.withLock { _ in
        isActive && cancellations == self.cancellations ? self : nil
      }
    guard let binding, let receive = timekeeper.withLock({ _ in binding.receive }) else { return }
    let isReceived = receive(event.told(after: timekeeper.now - moment))
    if isReceived, handled == nil { return }
    timekeeper.perform { state, _ in
      if !isReceived { binding.endWithOwner(in: &state) }
      handled?(isReceived, &state)
    }
  }

  /// Lets go of the closure, since the owner is gone.
  private func endWithOwner(in state: inout TimekeeperState) {
    deactivate()
    // What it captures must not be released under the lock.
    if let receive { state.afterwards.discarded.append(receive) }
    receive = nil
  }

  /// Who is to be called with an end that has arrived on this binding's queue, if anybody is.
  private func receiver(
    ofEnd event: CountdownEvent, handled: FinishHandler?, in state: inout TimekeeperState
  ) -> CountdownBinding? {
    var binding = self
    while !binding.isActive {
      guard let successor = binding.successor else { return nil }
      binding = successor
    }
    if binding.queueIdentity == queueIdentity { return binding }
    state.tell(
      on: binding.queue, identity: binding.queueIdentity,
      .event(event, at: state.now, to: binding, after: 0, handled: handled))
    return nil
  }
}

extension CountdownEvent {
  /// The event as it is told some time after it happened.
  fileprivate func told(after time: Duration) -> CountdownEvent {
    if case .reading(let reading) = self { .reading(reading.told(after: time)) } else { self }
  }

  /// Whether this is how a start ended; that is told whatever has happened since.
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
