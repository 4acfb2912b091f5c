import SandglassCore

/// How fast a device's steady clock may run away from true time.
///
/// All that is said of a time some while after an answer rests on this number. Quartz in phones and computers is off by
/// some tens of parts per million, and the standard allows for 100: 0.1 ms each second, 60 ms in ten minutes, 8.64 s in a
/// day. A clock that runs away faster breaks the bound. RFC 5905 allows 15 (its PHI), for clocks that it disciplines.
public struct DriftAllowance: Sendable, Hashable {
  /// The allowance in millionths.
  public let partsPerMillion: Int

  /// Makes an allowance; less than zero counts as zero, and more than a million as a million.
  ///
  /// - Parameter partsPerMillion: How many microseconds the clock may gain or lose in a second.
  public init(partsPerMillion: Int) {
    self.partsPerMillion = min(max(0, partsPerMillion), 1_000_000)
  }

  /// 100 parts per million.
  public static let standard = DriftAllowance(partsPerMillion: 100)

  /// How much the clock may have gained or lost in a lapse of its own, rounded up to a nanosecond.
  func widening(from earlier: Moment, to later: Moment) -> Duration {
    let lapse = later.nanoseconds.subtractingClamped(earlier.nanoseconds)
    let millionths = Int128(lapse) * Int128(partsPerMillion)
    return Duration(nanoseconds: (millionths + 999_999) / 1_000_000)
  }
}
