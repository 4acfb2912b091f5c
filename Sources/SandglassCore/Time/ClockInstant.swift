/// One instant on both clocks, and the boot in which the steady clock was read.
public struct ClockInstant: Sendable, Hashable {
  /// The reading of the steady clock.
  public let steady: Moment

  /// The reading of the wall clock.
  public let wall: WallMoment

  /// The boot in which the steady clock was read; `nil` if it is unknown.
  public let boot: BootIdentity?

  /// How long the device had slept since its boot; `nil` if it is unknown.
  public let asleep: Duration?

  /// Creates an instant from readings that were taken together.
  public init(steady: Moment, wall: WallMoment, boot: BootIdentity?, asleep: Duration? = nil) {
    self.steady = steady
    self.wall = wall
    self.boot = boot
    self.asleep = asleep
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

  /// The shortest time for which a device is held to have slept. The clocks that tell it are read one after the other.
  package static var shortestSleep: Duration { .milliseconds(1) }

  /// Returns for how long the device has slept since another instant of the same boot, negative if the other is the later
  /// one; zero if that is unknown.
  package func slept(since other: Self) -> Duration {
    guard isSameBoot(as: other), let asleep, let before = other.asleep else { return .zero }
    let slept = asleep - before
    return slept >= Self.shortestSleep || slept <= .zero - Self.shortestSleep ? slept : .zero
  }

  /// Returns the instant that lies so far back, by the present setting of the wall clock. What precedes the boot is placed
  /// at its beginning. How long the device had slept by then is unknown.
  package func earlier(by age: Duration) -> Self {
    Self(steady: steady - age, wall: wall - age, boot: boot)
  }

  /// Whether a record that was written at the other instant is written in terms of other clocks: those of another boot,
  /// a wall clock that has been set, or those before a sleep.
  package func isRebased(from other: Self) -> Bool {
    boot != other.boot || wallShift(since: other) != .zero || slept(since: other) != .zero
  }
}
