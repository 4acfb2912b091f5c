public import Dispatch
public import SandglassCore

// A binding holds its owner weakly and hands it to the closure, so that no cycle is possible. It lasts until it is
// replaced by another of the same owner, until `unbind(_:)`, or until the owner is gone.

extension Stopwatch {
  /// Calls `body` on the main actor whenever the shown total changes, and at each start, stop, lap and reset; and once
  /// before it returns, with the present reading.
  ///
  /// A closure that comes late gets the newest reading, which counts the others as missed.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the reading.
  @MainActor
  public func onTick<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, StopwatchReading) -> Void
  ) {
    let present = add(.onMain(with: owner, on: timekeeper, body))
    timekeeper.callInline { body(owner, present) }
  }

  /// Calls `body` on `queue` whenever the shown total changes, and at each start, stop, lap and reset; and soon after
  /// the call, with the present reading.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the reading.
  public func onTick<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, StopwatchReading) -> Void
  ) {
    let binding = StopwatchBinding(
      owner: ObjectIdentifier(owner), queue: queue, timekeeper: timekeeper
    ) { [weak owner] reading in
      guard let owner else { return false }
      body(owner, reading)
      return true
    }
    add(binding, isTold: true)
  }

  /// Removes what is bound to `owner`: it is told nothing more, and the count runs on.
  ///
  /// After a call made on the main actor, no callback of that binding begins there any more.
  public func unbind(_ owner: AnyObject) {
    timekeeper.perform { state, now in
      core.listeners.remove(ofOwner: ObjectIdentifier(owner), in: &state)
      core.advance(to: now, in: &state)
    }
  }

  /// Adds a binding in place of one of the same owner; answers the present reading.
  @discardableResult
  private func add(_ binding: StopwatchBinding, isTold: Bool = false) -> StopwatchReading {
    timekeeper.perform { state, now in
      core.advance(to: now, in: &state)
      core.listeners.add(binding, in: &state)
      core.plan(at: now, in: &state)
      let present = core.machine.reading(at: now)
      if isTold { binding.tell(present, in: &state) }
      return present
    }
  }
}
