/// An instant on the wall clock, which people see and can set.
///
/// A wall moment is a number of nanoseconds since the start of 1970 in UTC, as POSIX counts them, without leap
/// seconds. Arithmetic saturates and never traps. A wall moment denotes the same instant in every time zone and after
/// every reboot.
public struct WallMoment: Sendable, Hashable, Comparable {
  /// The nanoseconds since the start of 1970 in UTC; negative before 1970.
  public let nanosecondsSince1970: Int128

  /// Creates the instant that is `nanosecondsSince1970` after the start of 1970 in UTC.
  public init(nanosecondsSince1970: Int128) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Creates the instant that is `seconds` after the start of 1970 in UTC.
  public init(secondsSince1970 seconds: Int64) {
    self.init(nanosecondsSince1970: Int128(seconds) * 1_000_000_000)
  }

  /// Orders instants by time.
  public static func < (left: WallMoment, right: WallMoment) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }
}
