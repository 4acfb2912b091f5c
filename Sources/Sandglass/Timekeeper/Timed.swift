import SandglassCore

/// Something that waits in the queue of a timekeeper.
protocol Timed: AnyObject, Sendable {
  /// Its deadline has come. Called under the timekeeper's lock; it may wait again, and notes in
  /// the state what there is to tell.
  func comeDue(at now: Moment, in state: inout TimekeeperState)

  /// Its deadline comes soon, with those of many others: has the processor fetch what is needed then,
  /// in steps that are numbered from 1. Its own memory has been fetched.
  func fetch(step: Int)
}

extension Timed {
  func fetch(step: Int) {}
}
