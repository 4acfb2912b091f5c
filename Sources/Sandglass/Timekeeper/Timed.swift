import SandglassCore

/// Something that waits in the queue of a timekeeper.
protocol Timed: AnyObject, Sendable {
  /// Its deadline has come. Called under the timekeeper's lock; it may wait again, and notes in
  /// the state what there is to tell.
  ///
  /// - Returns: Whether it is in the queue again, which so keeps it; if not, this may have been the last reference.
  func comeDue(at now: Moment, in state: inout TimekeeperState) -> Bool

  /// Its deadline comes soon, with those of many others: has the processor fetch what is needed then
  /// besides its own memory, which has been fetched.
  func fetch()
}

extension Timed {
  func fetch() {}
}
