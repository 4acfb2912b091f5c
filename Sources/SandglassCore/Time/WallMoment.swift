/// An instant on the wall clock, which people see and can set.
///
/// A wall moment is a time since the start of 1970 in UTC, as POSIX counts it, without leap seconds, in whole
/// nanoseconds. Arithmetic saturates at 2^63 - 1 seconds, 292 billion years, before and after 1970, and never traps. A
/// wall moment denotes the same instant in every time zone and after every reboot.
public struct WallMoment: Sendable, Hashable, Comparable {
  /// The time since the start of 1970 in UTC, in whole nanoseconds; negative before 1970.
  public let timeSince1970: Duration

  /// Creates the instant that is `timeSince1970` after the start of 1970 in UTC, rounded up to whole nanoseconds.
  ///
  /// ```swift
  /// let end = WallMoment(timeSince1970: .milliseconds(answer.end))
  /// ```
  public init(timeSince1970: Duration) {
    self.timeSince1970 = timeSince1970.roundedUp
  }

  /// Creates the instant that is `seconds` after the start of 1970 in UTC.
  public init(secondsSince1970 seconds: Int64) {
    // Whole seconds need no rounding, which would divide.
    timeSince1970 = .seconds(max(seconds, -.max))
  }

  /// Orders instants by time.
  public static func < (left: WallMoment, right: WallMoment) -> Bool {
    left.timeSince1970 < right.timeSince1970
  }
}

extension WallMoment {
  /// Creates the instant that a wall clock shows at a moment of the steady clock.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - offset: The time since 1970 on the wall clock, minus the time since the origin of the steady clock.
  package init(_ moment: Moment, offset: Duration) {
    self.init(timeSince1970: (moment - .origin).addingSaturated(offset))
  }

  /// Returns the offset of a wall clock that shows this instant at a moment of the steady clock.
  package func offset(from moment: Moment) -> Duration {
    self - WallMoment(moment, offset: .zero)
  }

  /// The latest instant.
  package static var latest: WallMoment { WallMoment(secondsSince1970: .max) }

  /// The earliest instant.
  package static var earliest: WallMoment { WallMoment(secondsSince1970: -.max) }

  /// The seconds since the start of 1970 in UTC, rounded down, and the nanoseconds since then, of which there are less
  /// than a second.
  package var secondsAndNanoseconds: (seconds: Int64, nanoseconds: Int64) {
    let (seconds, attoseconds) = timeSince1970.components
    let nanoseconds = attoseconds / 1_000_000_000
    return nanoseconds < 0 ? (seconds - 1, nanoseconds + 1_000_000_000) : (seconds, nanoseconds)
  }
}
