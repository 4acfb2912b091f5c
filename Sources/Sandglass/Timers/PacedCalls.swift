import Dispatch
import SandglassCore

/// Paces calls that arrive faster than they are passed on. This is the shared implementation of debouncers and
/// throttlers.
///
/// The `pace`, a value type, decides when a call is passed on. This class holds the newest waiting value and passes it
/// on. If a value is still waiting for a busy queue when the next value is passed on, the earlier value is dropped, so
/// at most one value is waiting there.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class PacedCalls<Value: Sendable, Pace: CallPace>: QueueEntry, CallReceiver,
  @unchecked Sendable
{
  private let timekeeper: Timekeeper
  private let kind: PendingTimer.Kind
  private let tolerance: Duration
  private var pace: Pace

  /// Nil after the end, so that the closure's captures are released.
  private var receiver: TimerReceiver<Value>?

  /// The newest waiting value, while the pace has a waiting call.
  private var waiting: Value?

  /// The value that was most recently passed on, until it is delivered.
  private var undelivered: Value?

  /// The value before `undelivered`, if it could not be replaced because a hop to the queue has already taken its call.
  private var earlierUndelivered: Value?

  /// The number of values that have been passed on.
  private var passes: UInt64 = 0

  /// The place of the latest value's call in its outbox, if that call is still waiting.
  private var place: Outbox.Place?

  /// The token of the entry in the timekeeper's queue.
  private var token: TimekeeperState.Token?

  init(
    _ kind: PendingTimer.Kind,
    pace: Pace,
    tolerance: Duration,
    on timekeeper: Timekeeper,
    receiver: TimerReceiver<Value>
  ) {
    self.kind = kind
    self.pace = pace
    self.tolerance = tolerance
    self.timekeeper = timekeeper
    self.receiver = receiver
  }

  var isPending: Bool { timekeeper.withLock { pace.isPending || undeliveredCount > 0 } }

  private var undeliveredCount: Int {
    (undelivered == nil ? 0 : 1) + (earlierUndelivered == nil ? 0 : 1)
  }

  var description: TimerDescription {
    timekeeper.perform { _, now in
      let status: TimerDescription.Status =
        receiver == nil ? .ended : pace.due.map { .waits(until: $0) } ?? .idle("no call is waiting")
      return TimerDescription(
        kind: kind, status: status, undelivered: undeliveredCount, owner: receiver?.owner, now: now)
    }
  }

  var ownerType: Any.Type? { receiver?.owner }

  func kind(at now: Moment) -> PendingTimer.Kind { kind }

  func call(_ value: Value) {
    timekeeper.perform { state, now in
      guard receiver != nil else { return }
      passDue(at: now, in: &state)
      if pace.call(at: now) {
        pass(value, in: &state)
      } else if pace.isPending {
        discard(waiting, in: &state)
        waiting = value
        // With a time of zero, the call is due at once.
        passDue(at: now, in: &state)
      }
      planWait(in: &state)
    }
  }

  func flush() -> Bool {
    timekeeper.perform { state, now in
      guard pace.flush(at: now) else { return false }
      passWaiting(in: &state)
      planWait(in: &state)
      return true
    }
  }

  func cancel() -> Bool {
    timekeeper.perform { state, _ in cancel(in: &state) }
  }

  /// Releases the closure and all waiting values.
  func end() {
    timekeeper.perform { state, _ in
      _ = cancel(in: &state)
      if let receiver = receiver.take() { state.effects.discarded.append(receiver) }
    }
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    token = nil
    passDue(at: now, in: &state)
    planWait(in: &state)
    return token != nil
  }

  private func cancel(in state: inout TimekeeperState) -> Bool {
    let wasOnItsWay = undeliveredCount > 0
    let waited = pace.cancel()
    discard(undelivered.take(), in: &state)
    discard(earlierUndelivered.take(), in: &state)
    discard(waiting.take(), in: &state)
    planWait(in: &state)
    return wasOnItsWay || waited
  }

  private func passDue(at now: Moment, in state: inout TimekeeperState) {
    if pace.pass(at: now) { passWaiting(in: &state) }
  }

  private func passWaiting(in state: inout TimekeeperState) {
    if let value = waiting.take() { pass(value, in: &state) }
  }

  /// Adds the value to the queue's outbox, replacing a value that is still waiting there.
  private func pass(_ value: Value, in state: inout TimekeeperState) {
    guard let queue = receiver?.queue else { return }
    passes += 1
    let queued = state.enqueue(passes, to: self, on: queue, insteadOf: place)
    place = queued.place
    if queued.hasReplaced {
      discard(undelivered, in: &state)
    } else if let undelivered {
      // The earlier value is still delivered. If it were dropped, a queue that is always busy would never receive a
      // value.
      discard(earlierUndelivered, in: &state)
      earlierUndelivered = undelivered
    }
    undelivered = value
  }

  func noteMoved(to place: Outbox.Place) {
    self.place = place
  }

  private func planWait(in state: inout TimekeeperState) {
    guard let due = pace.due else {
      if let work = token.take().flatMap({ state.queue.remove($0) }) {
        state.effects.discard(work)
      }
      return
    }
    if let token, state.queue.move(token, to: due) { return }
    token = state.queue.insert(
      .entry(self), at: due, tolerance: timekeeper.effective(tolerance))
  }

  /// Discards a client's value, which must not be released under the lock.
  private func discard(_ value: Value?, in state: inout TimekeeperState) {
    if let value { state.effects.discarded.append(value) }
  }

  func deliver(_ pass: UInt64) {
    let next = timekeeper.withLock {
      (receiver, pass == passes ? undelivered.take() : earlierUndelivered.take())
    }
    guard case (let receiver?, let value?) = next else { return }
    if !receiver.receive(value) { end() }
  }
}

extension PacedCalls: CustomReflectable {
  /// An empty mirror, because code that reflects this object does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
