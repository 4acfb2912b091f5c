/// An instant on the steady clock, which cannot be set, and which keeps running while the device sleeps.
///
/// A moment is a number of nanoseconds since the clock's origin. The origin of a device's steady clock is the time at
/// which the system was booted. The range is 584 years. Arithmetic saturates at both ends and never traps. A moment is
/// meaningless after a reboot and on any other clock.
public struct Moment: Sendable, Hashable, Comparable {
  /// The nanoseconds since the clock's origin.
  public let nanoseconds: UInt64

  /// Creates the moment that is `nanoseconds` after the clock's origin.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The clock's origin, which is the earliest moment.
  public static let origin = Moment(nanoseconds: 0)

  /// The latest moment. A timer scheduled for it is never due.
  public static let distantFuture = Moment(nanoseconds: .max)

  /// Orders moments by time.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Moment {
  /// Returns the moment `nanoseconds` later; saturates at ``distantFuture``.
  @usableFromInline
  package func advanced(byNanoseconds nanoseconds: UInt64) -> Moment {
    Moment(nanoseconds: self.nanoseconds.addingClamped(nanoseconds))
  }
}

extension Moment: InstantProtocol {
  /// Returns the moment `duration` later; the same as `self + duration`.
  public func advanced(by duration: Duration) -> Moment {
    self + duration
  }

  /// Returns the time from this moment to `other`; the same as `other - self`.
  public func duration(to other: Moment) -> Duration {
    other - self
  }
}

extension Moment: CustomStringConvertible {
  /// The seconds since the clock's origin, to the nanosecond: `12.000000034 s`.
  public var description: String {
    let fraction = String(nanoseconds % 1_000_000_000)
    let zeros = String(repeating: "0", count: 9 - fraction.utf8.count)
    return "\(nanoseconds / 1_000_000_000).\(zeros)\(fraction) s"
  }
}

/// The identity of one boot of the system. Moments are comparable only within the same boot.
public struct BootIdentity: Sendable, Hashable {
  /// The identity as reported by the system.
  public let text: String

  /// Creates an identity from the string that the system reports.
  public init(_ text: String) {
    self.text = text
  }
}
