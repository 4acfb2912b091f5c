public import Dispatch
public import SandglassCore

// A binding holds its owner weakly and passes it to the closure, so that there is no reference cycle. It exists until a
// new binding with the same owner replaces it, `unbind(_:)` is called, or the owner is deallocated.

extension Stopwatch {
  /// Calls `body` on the main actor whenever the displayed total changes, and on each start, stop, lap and reset.
  /// `body` is also called once with the current reading before this returns.
  ///
  /// A closure that is too slow receives only the newest reading, which counts the missed ones.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the reading.
  @MainActor
  public func onTick<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, StopwatchReading) -> Void
  ) {
    let present = add(.onMain(with: owner, on: timekeeper, body))
    timekeeper.callInline { body(owner, present) }
  }

  /// Calls `body` on `queue` whenever the displayed total changes, and on each start, stop, lap and reset. `body` is
  /// also called once with the current reading soon after this call.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the reading.
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
    add(binding, isReported: true)
  }

  /// Removes the binding of `owner`. The stopwatch keeps running.
  ///
  /// The binding's closure is not called again, and a pending callback is dropped. If you do not call this on the
  /// closure's queue, the closure may still be running when this returns.
  public func unbind(_ owner: AnyObject) {
    timekeeper.perform { state, now in
      core.listeners.remove(ofOwner: ObjectIdentifier(owner), in: &state)
      core.advance(to: now, in: &state)
    }
  }

  /// Adds a binding, replacing one with the same owner. Returns the current reading.
  @discardableResult
  private func add(_ binding: StopwatchBinding, isReported: Bool = false) -> StopwatchReading {
    timekeeper.perform { state, now in
      core.advance(to: now, in: &state)
      core.listeners.add(binding, in: &state)
      core.plan(at: now, in: &state)
      let present = core.machine.reading(at: now)
      if isReported { binding.report(present, in: &state) }
      return present
    }
  }
}
