/// One instant on both clocks, and the boot in which the steady clock was read.
public struct ClockInstant: Sendable, Hashable {
  /// The reading of the steady clock.
  public let steady: Moment

  /// The reading of the wall clock.
  public let wall: WallMoment

  /// The boot in which the steady clock was read; `nil` if it is unknown.
  public let boot: BootIdentity?

  /// Creates an instant from two readings that were taken together.
  public init(steady: Moment, wall: WallMoment, boot: BootIdentity?) {
    self.steady = steady
    self.wall = wall
    self.boot = boot
  }
}

extension ClockInstant {
  /// Returns whether both instants are known to be of the same boot.
  package func isSameBoot(as other: Self) -> Bool {
    boot != nil && boot == other.boot
  }

  /// How far the wall clock and the steady clock may seem to have moved apart although neither was set: they are read one
  /// after the other.
  package static var unnoticedShift: ClosedRange<Duration> {
    .microseconds(-500) ... .microseconds(500)
  }

  /// Returns by how much the wall clock was set since another instant of the same boot.
  package func wallShift(since other: Self) -> Duration {
    let shift = (wall - other.wall).subtractingSaturated(steady - other.steady)
    return Self.unnoticedShift.contains(shift) ? .zero : shift
  }

  /// Returns the instant that lies so far back, by the present setting of the wall clock. What precedes the boot is placed
  /// at its beginning.
  package func earlier(by age: Duration) -> Self {
    Self(steady: steady - age, wall: wall - age, boot: boot)
  }

  /// Whether a record that was written at the other instant is written in terms of other clocks: those of another boot,
  /// or a wall clock that has been set.
  package func isRebased(from other: Self) -> Bool {
    boot != other.boot || wallShift(since: other) != .zero
  }
}
