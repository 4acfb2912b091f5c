/// An instant on the steady clock: the one that runs through sleep and that nobody can set.
///
/// A moment is a number of nanoseconds since the clock's origin, which is the system's boot for
/// the steady clock of a device. It reaches 584 years; arithmetic saturates at both ends and
/// never traps. A moment means nothing after a reboot and nothing to another clock.
public struct Moment: Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's origin.
  public let nanoseconds: UInt64

  /// Makes the moment that lies `nanoseconds` after the clock's origin.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The clock's origin, the earliest moment there is.
  public static let origin = Moment(nanoseconds: 0)

  /// The latest moment there is; nothing planned for it is ever due.
  public static let distantFuture = Moment(nanoseconds: .max)

  /// Orders moments by time.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Moment {
  /// The moment `nanoseconds` later; saturates at ``distantFuture``.
  @usableFromInline
  package func advanced(byNanoseconds nanoseconds: UInt64) -> Moment {
    Moment(nanoseconds: self.nanoseconds.addingClamped(nanoseconds))
  }
}

extension Moment: InstantProtocol {
  /// The moment `duration` later; the same as `self + duration`.
  public func advanced(by duration: Duration) -> Moment {
    self + duration
  }

  /// The time from this moment to `other`; the same as `other - self`.
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
