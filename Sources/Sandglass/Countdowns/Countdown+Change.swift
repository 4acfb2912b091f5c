public import Dispatch
public import SandglassCore

extension Countdown {
  /// Calls `body` on the main actor with each change of the countdown, ticks left out: started, paused, resumed,
  /// extended, a milestone, a phase that ended, finished, overtime, cancelled.
  ///
  /// One closure for what follows a countdown as a whole, such as a Live Activity or a log. No change is merged or
  /// dropped; after ``unbind(_:)`` none is delivered.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the change, which has the reading of its instant.
  @preconcurrency @MainActor
  public func onChange<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, CountdownChange) -> Void
  ) {
    bindOnMain(.change, with: owner) { owner, event in
      for change in event.changes { body(owner, change) }
    }
  }

  /// Calls `body` on `queue` with each change of the countdown, ticks left out.
  ///
  /// The same as ``onChange(with:_:)`` on a queue.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the change, which has the reading of its instant.
  public func onChange<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownChange) -> Void
  ) {
    bind(.change, with: owner, on: queue) { owner, event in
      for change in event.changes { body(owner, change) }
    }
  }
}

extension CountdownEvent {
  /// The changes that this is: two for a finish that overtime follows.
  fileprivate var changes: [CountdownChange] {
    switch self {
    case .reading:
      []
    case .milestone(let milestone, let reading):
      [CountdownChange(.milestone(milestone), reading)]
    case .phaseEnd(let end, let reading):
      [CountdownChange(.phaseEnded(end), reading)]
    case .change(let kind, let reading):
      [CountdownChange(kind, reading)]
    case .end(let end, let reading):
      if end.outcome == .cancelled {
        [CountdownChange(.cancelled(end), reading)]
      } else if reading.state == .overtime {
        [CountdownChange(.finished(end), reading), CountdownChange(.overtime, reading)]
      } else {
        [CountdownChange(.finished(end), reading)]
      }
    }
  }
}
