public import SandglassCore

/// An instant in NTP's format: seconds since 1900 in 32 bits, and their fraction in 32 bits (RFC 5905, section 6).
public struct NTPTimestamp: Sendable, Hashable {
  /// The seconds in the upper 32 bits, and the fraction in the lower 32 bits.
  public let bits: UInt64

  /// Creates a timestamp from its bits.
  public init(bits: UInt64) {
    self.bits = bits
  }

  /// The seconds from the start of 1900 to the start of 1970.
  private static let secondsTo1970: Int64 = 2_208_988_800

  /// Creates the timestamp of an instant, rounded down. The timestamp does not contain the era.
  public init(_ moment: WallMoment) {
    let (seconds, nanoseconds) = moment.secondsAndNanoseconds
    let fraction = (UInt64(nanoseconds) << 32) / 1_000_000_000
    self.init(bits: UInt64(bitPattern: seconds &+ Self.secondsTo1970) << 32 | fraction)
  }

  /// The instant of the timestamp, rounded down to a nanosecond. The era is chosen so that the instant lies in the 68
  /// years after ``TimeEra/pivot``. The value is nil if there is no such era.
  public var moment: WallMoment? {
    let nanoseconds = ((bits & 0xFFFF_FFFF) * 1_000_000_000) >> 32
    let seconds = Int64(bits >> 32) - Self.secondsTo1970
    let first = WallMoment(timeSince1970: .seconds(seconds) + .nanoseconds(nanoseconds))
    if TimeEra.has(first) { return first }
    let second = first + .seconds(1 << 32 as Int64)
    return TimeEra.has(second) ? second : nil
  }
}
