public import Dispatch
public import SandglassCore

// A binding holds its owner weakly and passes it to the closure, so that there is no reference cycle. It receives the
// events of every run until a new binding with the same owner and kind replaces it, `unbind(_:)` is called, or the
// owner is deallocated.

// MARK: - On the main actor

extension Countdown {
  /// Calls `body` on the main actor on each start, whenever the displayed number changes, when the deadline is moved, and
  /// when overtime begins and is stopped.
  ///
  /// If the countdown is running, paused or counting past zero, `body` is also called once before this returns.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the reading.
  @MainActor
  public func onTick<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, Reading) -> Void
  ) {
    let present = bindOnMain(.tick, with: owner) { owner, event in
      if case .reading(let reading) = event { body(owner, reading) }
    }
    if present.state.lasts { timekeeper.callInline { body(owner, present) } }
  }

  /// Calls `body` on the main actor each time the countdown reaches one of the options' milestones.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the milestone that was reached, with its remaining time, its
  ///     moment and how late the call is.
  @MainActor
  public func onMilestone<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, ReachedMilestone) -> Void
  ) {
    bindOnMain(.milestone, with: owner) { owner, event in
      if case .milestone(let reached, _) = event { body(owner, reached) }
    }
  }

  /// Calls `body` on the main actor each time the countdown finishes.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the finish: when it was on both clocks, how late the call is, and
  ///     how many ticks were missed.
  @MainActor
  public func onFinish<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, CountdownEnd) -> Void
  ) {
    bindOnMain(.finish, with: owner) { owner, event in
      if case .end(let finish, _) = event { body(owner, finish) }
    }
  }

  /// Calls `body` on the main actor exactly once for each run: when the run finishes, when it is cancelled, or when
  /// another process has delivered its finish.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the end, which contains the outcome, the moment and the missed
  ///     ticks.
  @MainActor
  public func onEnd<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, CountdownEnd) -> Void
  ) {
    bindOnMain(.end, with: owner) { owner, event in
      if case .end(let end, _) = event { body(owner, end) }
    }
  }

  @MainActor
  @discardableResult
  func bindOnMain<Owner: AnyObject>(
    _ kind: CountdownBinding.Kind,
    with owner: Owner,
    _ body: @escaping @MainActor (Owner, CountdownEvent) -> Void
  ) -> Reading {
    bindWithoutReport(.onMain(kind, with: owner, on: timekeeper, body))
  }
}

extension CountdownBinding {
  /// Creates a binding whose closure is called on the main actor.
  @MainActor
  static func onMain<Owner: AnyObject>(
    _ kind: Kind,
    with owner: Owner,
    on timekeeper: Timekeeper,
    _ body: @escaping @MainActor (Owner, CountdownEvent) -> Void
  ) -> CountdownBinding {
    CountdownBinding(
      kind, owner: ObjectIdentifier(owner), queue: .theMain, timekeeper: timekeeper,
      receive: receivingOnMain(with: owner, body))
  }

  /// Returns a closure that passes an event to `body` on the main actor. The closure holds the owner weakly. It returns
  /// false once the owner no longer exists.
  @MainActor
  static func receivingOnMain<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, CountdownEvent) -> Void
  ) -> Receive {
    let receive: @MainActor (CountdownEvent) -> Bool = { [weak owner] event in
      guard let owner else { return false }
      body(owner, event)
      return true
    }
    return { event in MainActor.assumeIsolated { receive(event) } }
  }
}

// MARK: - On a queue

extension Countdown {
  /// Calls `body` on `queue` on each start, whenever the displayed number changes, when the deadline is moved, and when
  /// overtime begins and is stopped.
  ///
  /// If the countdown is running, paused or counting past zero, `body` is also called soon after this call.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the reading.
  public func onTick<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, Reading) -> Void
  ) {
    addBinding(.tick, with: owner, on: queue) { owner, event in
      if case .reading(let reading) = event { body(owner, reading) }
    }
  }

  /// Calls `body` on `queue` each time the countdown reaches one of the options' milestones.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the milestone that was reached, with its remaining time, its
  ///     moment and how late the call is.
  public func onMilestone<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, ReachedMilestone) -> Void
  ) {
    addBinding(.milestone, with: owner, on: queue) { owner, event in
      if case .milestone(let reached, _) = event { body(owner, reached) }
    }
  }

  /// Calls `body` on `queue` each time the countdown finishes.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the finish: when it was on both clocks, how late the call is, and
  ///     how many ticks were missed.
  public func onFinish<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownEnd) -> Void
  ) {
    addBinding(.finish, with: owner, on: queue) { owner, event in
      if case .end(let finish, _) = event { body(owner, finish) }
    }
  }

  /// Calls `body` on `queue` exactly once for each run: when the run finishes, when it is cancelled, or when another
  /// process has delivered its finish.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the end, which contains the outcome, the moment and the missed
  ///     ticks.
  public func onEnd<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownEnd) -> Void
  ) {
    addBinding(.end, with: owner, on: queue) { owner, event in
      if case .end(let end, _) = event { body(owner, end) }
    }
  }

  func addBinding<Owner: AnyObject & Sendable>(
    _ kind: CountdownBinding.Kind,
    with owner: Owner,
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownEvent) -> Void
  ) {
    let binding = CountdownBinding(
      kind, owner: ObjectIdentifier(owner), queue: queue, timekeeper: timekeeper
    ) { [weak owner] event in
      guard let owner else { return false }
      body(owner, event)
      return true
    }
    addBinding(binding)
  }
}

// MARK: - Unbinding

extension Countdown {
  /// Removes all bindings of `owner`. The countdown keeps running.
  ///
  /// Their closures are not called again, and pending callbacks are dropped. If you do not call this on a closure's
  /// queue, that closure may still be running when this returns.
  public func unbind(_ owner: AnyObject) {
    timekeeper.perform { state, now in
      core.listeners.remove(ofOwner: ObjectIdentifier(owner), in: &state)
      advance(to: now, in: &state)
      core.keeper?.receiversHaveChanged(of: self, in: &state)
    }
  }
}
