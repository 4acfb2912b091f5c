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
    let now = WallMoment(nanosecondsSince1970: Int128(moment.nanoseconds))
    let million: Int128 = 1_000_000
    let allowed = Int128(drift.partsPerMillion)
    // The shortest wait plus the drift during that wait equals the distance. The longest wait minus the drift during
    // that wait equals the distance.
    func shortest(_ wait: Int128) -> Int128 {
      wait > 0 ? wait * million / (million + allowed) : wait
    }
    func longest(_ wait: Int128) -> Int128 {
      guard wait > 0 else { return wait }
      let speed = million - allowed
      return speed > 0 ? (wait * million + speed - 1) / speed : Int128(UInt64.max)
    }
    let distance = instant - now
    let first = shortest(distance.subtractingSaturated(latest).limitedNanoseconds(roundedUp: false))
    let last = longest(distance.subtractingSaturated(earliest).limitedNanoseconds(roundedUp: true))
    let start = Int128(moment.nanoseconds)
    let earliestMoment = Moment(nanoseconds: UInt64(clamping: start + first))
    return
      earliestMoment...max(
        earliestMoment, Moment(nanoseconds: UInt64(clamping: start + last)))
  }
}

extension Duration {
  /// The whole nanoseconds, clamped so that multiplying them by a million does not overflow. The limit is far beyond
  /// any moment.
  fileprivate func limitedNanoseconds(roundedUp: Bool) -> Int128 {
    let limit = Int128(1) << 100
    let nanoseconds = roundedUp ? nanosecondsRoundedUp : nanosecondsRoundedDown
    return min(max(nanoseconds, -limit), limit)
  }
}
