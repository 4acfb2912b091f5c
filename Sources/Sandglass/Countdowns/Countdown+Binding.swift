public import Dispatch
public import SandglassCore

// A binding holds its owner weakly and hands it to the closure, so that no cycle is possible. It
// lasts over any number of starts, until it is replaced by another of the same owner and kind,
// until `unbind(_:)`, or until the owner is gone.
//
// `@preconcurrency` lets code of Swift 5 call from where the compiler cannot see that it is the main actor.

// MARK: - On the main actor

extension Countdown {
  /// Calls `body` on the main actor at each start, whenever the shown number changes, and when the
  /// deadline is moved; and once before it returns, if the countdown already lasts.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the reading.
  @preconcurrency @MainActor
  public func onTick<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, Reading) -> Void
  ) {
    let present = bindOnMain(.tick, with: owner) { owner, event in
      if case .reading(let reading) = event { body(owner, reading) }
    }
    if present.state.lasts { timekeeper.callInline { body(owner, present) } }
  }

  /// Calls `body` on the main actor each time the remaining time falls to one of the milestones
  /// named in the options, with that milestone.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the milestone.
  @preconcurrency @MainActor
  public func onMilestone<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, Duration) -> Void
  ) {
    bindOnMain(.milestone, with: owner) { owner, event in
      if case .milestone(let milestone, _) = event { body(owner, milestone) }
    }
  }

  /// Calls `body` on the main actor each time the countdown finishes.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner.
  @preconcurrency @MainActor
  public func onFinish<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    bindOnMain(.finish, with: owner) { owner, _ in body(owner) }
  }

  /// Calls `body` on the main actor each time a start ends: finished, cancelled or told elsewhere, exactly once.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the end, which says how, when and how late.
  @preconcurrency @MainActor
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
    bindUntold(.onMain(kind, with: owner, on: timekeeper, body))
  }
}

extension CountdownBinding {
  /// A binding whose closure is called on the main actor.
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

  /// What hands an event to a closure on the main actor, with an owner that is held weakly.
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
  /// Calls `body` on `queue` at each start, whenever the shown number changes, and when the
  /// deadline is moved; and soon after the call, if the countdown already lasts.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the reading.
  public func onTick<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, Reading) -> Void
  ) {
    bind(.tick, with: owner, on: queue) { owner, event in
      if case .reading(let reading) = event { body(owner, reading) }
    }
  }

  /// Calls `body` on `queue` each time the remaining time falls to one of the milestones named in
  /// the options, with that milestone.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the milestone.
  public func onMilestone<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, Duration) -> Void
  ) {
    bind(.milestone, with: owner, on: queue) { owner, event in
      if case .milestone(let milestone, _) = event { body(owner, milestone) }
    }
  }

  /// Calls `body` on `queue` each time the countdown finishes.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner.
  public func onFinish<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    bind(.finish, with: owner, on: queue) { owner, _ in body(owner) }
  }

  /// Calls `body` on `queue` each time a start ends: finished, cancelled or told elsewhere, exactly once.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the end, which says how, when and how late.
  public func onEnd<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownEnd) -> Void
  ) {
    bind(.end, with: owner, on: queue) { owner, event in
      if case .end(let end, _) = event { body(owner, end) }
    }
  }

  func bind<Owner: AnyObject & Sendable>(
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
    bind(binding)
  }
}

// MARK: - No longer

extension Countdown {
  /// Removes all that is bound to `owner`: it is told nothing more, and the count runs on.
  ///
  /// After a call made on the main actor, no callback of those bindings begins there any more.
  public func unbind(_ owner: AnyObject) {
    timekeeper.perform { state, now in
      core.listeners.remove(ofOwner: ObjectIdentifier(owner), in: &state)
      advance(to: now, in: &state)
    }
  }
}
