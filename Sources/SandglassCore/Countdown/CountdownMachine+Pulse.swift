// How late a tick may be: until the next instant of the pulse, and within the tolerance.

extension CountdownMachine {
  /// Returns the earliest instant whose ticks may be delivered as late as `now` in order to share a wake-up.
  func excused(at now: Moment) -> Moment {
    Moment(nanoseconds: now.nanoseconds.subtractingClamped(options.toleranceNanoseconds))
  }

  /// Returns the last instant before `moment` at which a tick can be due.
  func lastTickTime(before moment: Moment) -> Moment {
    let last = Moment(nanoseconds: moment.nanoseconds.subtractingClamped(1))
    guard let pulse = options.pulse else { return last }
    return Moment(
      nanoseconds: last.nanoseconds.subtractingClamped(lateness(of: last, on: pulse)))
  }

  /// Returns the last pulse instant at or before `moment`, or `moment` itself if there is no pulse. A tick that is due
  /// by `moment` is due at this instant or earlier.
  func lastPulse(at moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    return Moment(
      nanoseconds: moment.nanoseconds.subtractingClamped(lateness(of: moment, on: pulse)))
  }

  /// Returns the first pulse instant at or after `moment`, or `moment` itself if there is no pulse.
  func onPulse(_ moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    let late = lateness(of: moment, on: pulse)
    return late == 0 ? moment : moment.advanced(byNanoseconds: options.unitNanoseconds - late)
  }

  /// Returns the time from the last pulse instant at or before `moment` to `moment`, in nanoseconds.
  func lateness(of moment: Moment, on pulse: Moment) -> UInt64 {
    let unit = options.unitNanoseconds
    let offset = pulse.nanoseconds % unit
    let position = moment.nanoseconds % unit
    return position >= offset ? position - offset : unit - (offset - position)
  }
}
