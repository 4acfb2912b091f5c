/// An instant of the wall clock: the one that people read, and that can be set.
///
/// A wall moment is a number of nanoseconds since the start of 1970 in UTC, as POSIX counts
/// them, without leap seconds. Arithmetic saturates and never traps. It names the same instant in
/// every time zone and after every reboot.
public struct WallMoment: Sendable, Hashable, Comparable {
  /// Nanoseconds since the start of 1970 in UTC; negative before it.
  public let nanosecondsSince1970: Int128

  /// Makes the instant that lies `nanosecondsSince1970` after the start of 1970 in UTC.
  public init(nanosecondsSince1970: Int128) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Makes the instant that lies `seconds` after the start of 1970 in UTC.
  public init(secondsSince1970 seconds: Int64) {
    self.init(nanosecondsSince1970: Int128(seconds) * 1_000_000_000)
  }

  /// Orders instants by time.
  public static func < (left: WallMoment, right: WallMoment) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The instant `duration` later, or earlier if it is negative; a part of a nanosecond is
  /// rounded late.
  public static func + (moment: WallMoment, duration: Duration) -> WallMoment {
    let shift = duration.nanosecondsRoundedUp
    let (sum, overflow) = moment.nanosecondsSince1970.addingReportingOverflow(shift)
    return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .min : .max) : sum)
  }

  /// The instant `duration` earlier, or later if it is negative; a part of a nanosecond is rounded late.
  public static func - (moment: WallMoment, duration: Duration) -> WallMoment {
    let shift = duration.nanosecondsRoundedDown
    let (sum, overflow) = moment.nanosecondsSince1970.subtractingReportingOverflow(shift)
    return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .max : .min) : sum)
  }

  /// The time from `earlier` to `later`; negative if they stand the other way round.
  ///
  /// Saturates at 2^63 - 1 seconds, 292 billion years: the `components` of a longer duration trap.
  public static func - (later: WallMoment, earlier: WallMoment) -> Duration {
    let (difference, overflow) = later.nanosecondsSince1970
      .subtractingReportingOverflow(earlier.nanosecondsSince1970)
    return Duration(nanoseconds: overflow ? (later < earlier ? .min : .max) : difference)
  }
}
