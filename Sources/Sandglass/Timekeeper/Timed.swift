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

/// Something that waits without being kept alive by that.
// Sendable: `timed` is set once, and loading a weak reference is atomic.
final class WeakTimed: Timed, @unchecked Sendable {
  private weak var timed: (any Timed)?

  init(_ timed: any Timed) {
    self.timed = timed
  }

  func comeDue(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard let timed else { return false }
    if !timed.comeDue(at: now, in: &state) {
      // It must not be released here, under the lock.
      state.afterwards.discarded.append(timed)
    }
    return false
  }
}
