import SandglassCore

/// The maximum rate at which a device's steady clock is assumed to drift from the true time.
///
/// Every interval that is returned some time after an answer depends on this number. Quartz oscillators in phones and
/// computers are off by a few tens of parts per million. The default allows 100 parts per million, which is 0.1 ms per
/// second, 60 ms in ten minutes and 8.64 s in a day. If the clock drifts faster, the interval may not contain the true
/// time. RFC 5905 allows 15 parts per million (its PHI) for the clocks that NTP disciplines.
public struct DriftAllowance: Sendable, Hashable {
  /// The allowance in parts per million.
  public let partsPerMillion: Int

  /// Creates an allowance.
  ///
  /// - Parameter partsPerMillion: The number of microseconds that the clock may gain or lose per second, clamped to the
  ///   range from 0 to 1,000,000.
  public init(partsPerMillion: Int) {
    self.partsPerMillion = min(max(0, partsPerMillion), 1_000_000)
  }

  /// 100 parts per million.
  public static let standard = DriftAllowance(partsPerMillion: 100)

  /// Returns how much the clock may have gained or lost between two of its moments, rounded up to a nanosecond.
  func widening(from earlier: Moment, to later: Moment) -> Duration {
    let lapse = later.nanoseconds.subtractingClamped(earlier.nanoseconds)
    return (.nanoseconds(lapse) * partsPerMillion / 1_000_000).roundedUp
  }
}
