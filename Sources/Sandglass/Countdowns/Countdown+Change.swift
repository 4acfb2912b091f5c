public import Dispatch
public import SandglassCore

extension Countdown {
  /// Calls `body` on the main actor with each change of the countdown, but not with ticks. A change is a start, a
  /// pause, a resumption, an extension, a correction, a milestone, the end of a phase, a step back to an earlier phase,
  /// a finish, the beginning or the end of overtime, a cancellation, or a reset of a countdown that has finished.
  ///
  /// This is for code that follows a countdown as a whole, such as a Live Activity or a log. Changes are never merged
  /// or dropped, except milestones that are later than ``CountdownOptions/milestoneLatenessLimit``. After ``unbind(_:)``,
  /// no change is delivered.
  ///
  /// If another process has changed a kept countdown several times before this one sees it, that the run was started,
  /// paused or resumed is delivered, and then the latest change.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the change, which contains the reading at its instant.
  @MainActor
  public func onChange<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, CountdownChange) -> Void
  ) {
    bindOnMain(.change, with: owner) { owner, event in
      for change in event.changes { body(owner, change) }
    }
  }

  /// Calls `body` on `queue` with each change of the countdown, but not with ticks.
  ///
  /// This is the same as ``onChange(with:_:)``, but on a queue.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the change, which contains the reading at its instant.
  public func onChange<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, CountdownChange) -> Void
  ) {
    addBinding(.change, with: owner, on: queue) { owner, event in
      for change in event.changes { body(owner, change) }
    }
  }
}

extension CountdownEvent {
  /// The changes that this event represents. A finish that is followed by overtime represents two.
  fileprivate var changes: [CountdownChange] {
    switch self {
    case .reading:
      []
    case .milestone(let reached, let reading):
      [CountdownChange(.milestone(reached), reading)]
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
