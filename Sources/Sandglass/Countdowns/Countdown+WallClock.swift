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
    let wanted = withinReach(
      wallDeadline - timekeeper.clocks.wall(at: now), counted: counted, at: now)
    let drift = wanted.subtractingSaturated(counted)
    // Two looks differ by what lies between their readings of both clocks; but a deadline that
    // seems to have come is looked at exactly.
    let isSeen = !(.microseconds(-500) ... .microseconds(500)).contains(drift)
    guard isSeen || (machine.state == .running && counted <= .zero) else { return }
    machine.correct(timeToZero: wanted, at: now, tell: tell)
  }

  /// A time to zero as far as the machine can hold it: one further away would seem to have moved each time.
  private func withinReach(_ wanted: Duration, counted: Duration, at now: Moment) -> Duration {
    let longest = Moment.distantFuture - .origin
    return min(max(wanted, min(counted, .zero - longest)), Moment.distantFuture - now)
  }
}
