public import SandglassCore

extension OffsetBound {
  /// The moments of the steady clock at which true time can be an instant.
  ///
  /// At the first of them the latest that the time can be comes to the instant, at the last one the earliest that it can be; the drift
  /// until then has its part.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - drift: How fast the steady clock may run away.
  /// - Returns: The moments, rounded outwards to nanoseconds; they saturate at the ends of what a moment can hold.
  public func moments(of instant: WallMoment, drift: DriftAllowance) -> ClosedRange<Moment> {
    let now = WallMoment(nanosecondsSince1970: Int128(moment.nanoseconds))
    let million: Int128 = 1_000_000
    let allowed = Int128(drift.partsPerMillion)
    // A wait of which more than the instant's distance is due to drift is shorter, or longer.
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
  /// The whole nanoseconds, as far as a product with a million can hold them: much more than a moment can.
  fileprivate func limitedNanoseconds(roundedUp: Bool) -> Int128 {
    let limit = Int128(1) << 100
    let nanoseconds = roundedUp ? nanosecondsRoundedUp : nanosecondsRoundedDown
    return min(max(nanoseconds, -limit), limit)
  }
}
