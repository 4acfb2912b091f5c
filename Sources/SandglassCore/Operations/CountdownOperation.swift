/// A change of a countdown, for whoever stores it, sends it, or performs it again. The names are those of the methods of a
/// countdown, and each means what the method does.
package enum CountdownOperation: Sendable, Hashable {
  /// Begins a run, unless one is in progress. The run began `age` ago. `order` is the wall-clock time of the call, by
  /// which records are ordered and runs are numbered. No two starts have the same.
  case start(CountdownTarget, CountdownOptions, age: Duration = .zero, order: WallMoment)

  /// Begins a run, after cancelling a run in progress.
  case restart(CountdownTarget, CountdownOptions, order: WallMoment)

  /// Begins a run like the latest one, which is cancelled if it is in progress. What has come of it is told no more. A
  /// run to a wall-clock time is not begun again, because it would have the same end.
  case startAgain

  case pause

  /// Resumes a run that is paused. Time counts again since `age` ago.
  case resume(age: Duration = .zero)

  /// Pauses a run, or resumes it. Unlike the method, this starts none.
  case toggle

  case extend(by: Duration)

  /// Shortens the run, but so that at least this much remains.
  case shorten(by: Duration, leaving: Duration)

  /// Moves the end to a wall-clock time. If the process saw a run that had finished, and none is in progress, a new
  /// run begins.
  case moveEnd(to: WallMoment, after: FinishedRun?)

  /// Moves the end of the run by what a clock says that is better than the steady clock.
  case correct(by: Duration)

  /// Makes the run one in a period of this length, which is its total.
  case setPeriod(Duration)

  case skip
  case back
  case cancel
  case stopOvertime

  /// Returns to the full time. A run in progress is cancelled.
  case reset

  /// Puts the run back that was before an operation.
  case undo(RunChange)

  case setMilestones([Milestone])
  case setLabel(String?)

  /// Sets what the next start counts down to, unless a run is in progress. `order` is the wall-clock time of the call.
  case prepare(CountdownTarget, CountdownOptions, order: WallMoment)
}
