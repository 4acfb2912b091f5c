import SandglassCore

extension Countdown: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) {
    advance(to: now, in: &state)
    refreshRecord(in: &state)
  }

  /// Corrects a start that follows the wall clock to where that clock has it now.
  ///
  /// Each event does this first, so that nobody who asks has to wait until the system has told
  /// that its clock was set.
  func followWallClock(at now: Moment, tell: (CountdownEvent) -> Void) {
    guard let wallDeadline, let counted = machine.timeToZero(at: now) else { return }
    let wanted = wallDeadline - timekeeper.clocks.wall(at: now)
    let drift = wanted.subtractingSaturated(counted)
    // Two looks differ by what lies between their readings of both clocks; but a deadline that
    // seems to have come is looked at exactly.
    let isSeen = !(.microseconds(-500) ... .microseconds(500)).contains(drift)
    guard isSeen || (machine.state == .running && counted <= .zero) else { return }
    machine.correct(timeToZero: wanted, at: now, tell: tell)
  }
}
