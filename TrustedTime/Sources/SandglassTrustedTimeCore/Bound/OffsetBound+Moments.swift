public import SandglassCore

extension OffsetBound {
  /// Returns the moments of the steady clock at which the true time may be the given instant.
  ///
  /// At the first moment, the latest possible time reaches the instant. At the last moment, the earliest possible time
  /// reaches the instant. Both moments take into account how far the clock may drift until then.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - drift: The maximum drift of the steady clock.
  /// - Returns: The moments, rounded outwards to nanoseconds. They saturate at the limits of `Moment`.
  public func moments(of instant: WallMoment, drift: DriftAllowance) -> ClosedRange<Moment> {
    // The shortest wait plus the drift during that wait equals the distance. The longest wait minus the drift during
    // that wait equals the distance.
    func shortest(_ wait: Duration) -> Duration {
      wait > .zero ? wait * 1_000_000 / (1_000_000 + drift.partsPerMillion) : wait
    }
    func longest(_ wait: Duration) -> Duration {
      guard wait > .zero else { return wait }
      let speed = 1_000_000 - drift.partsPerMillion
      guard speed > 0 else { return Moment.distantFuture - .origin }
      let longest = wait * 1_000_000 / speed
      return longest * speed == wait * 1_000_000 ? longest : longest.roundedDown + .nanoseconds(1)
    }
    let distance = instant.offset(from: moment)
    let first = shortest(distance.subtractingSaturated(latest).roundedDown.limited)
    let last = longest(distance.subtractingSaturated(earliest).roundedUp.limited)
    let earliestMoment = moment + first.roundedDown
    return earliestMoment...max(earliestMoment, moment + last)
  }
}

extension Duration {
  /// This duration, clamped so that multiplying it by a million does not overflow. The limit is more than twice that of a
  /// moment.
  fileprivate var limited: Duration {
    min(max(self, .zero - .seconds(1 << 36 as Int64)), .seconds(1 << 36 as Int64))
  }
}
