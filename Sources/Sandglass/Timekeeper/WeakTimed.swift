import SandglassCore

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
