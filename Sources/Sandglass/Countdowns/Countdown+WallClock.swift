import SandglassCore

extension Countdown: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) {
    advance(to: now, in: &state)
    refreshRecord(in: &state)
  }

  /// Moves the deadline of a start that follows the wall clock to where that clock has it now.
  ///
  /// Each event does this first, so that nobody who asks has to wait until the system has told
  /// that its clock was set.
  func followWallClock(at now: Moment, tell: (CountdownEvent) -> Void) {
    guard let wallDeadline, let deadline = machine.deadline else { return }
    let wanted = timekeeper.clocks.steady(at: wallDeadline)
    let drift = max(wanted, deadline) - min(wanted, deadline)
    // Two looks differ by what lies between their readings of both clocks; but a deadline that
    // seems to have come is looked at exactly.
    guard drift > .microseconds(500) || deadline <= now else { return }
    machine.moveDeadline(to: wanted, at: now, tell: tell)
  }
}
