package import SandglassCore

// The clock of a database is the only clock among its countdowns. It is a wall clock, and its moments are measured from
// the start of 1970 in UTC. As far as a record can tell, it is both of its clocks, and it is never rebooted.

extension ClockInstant {
  private static let boot = BootIdentity("database")

  /// Creates an instant of the clock of a database.
  package init(ofDatabase moment: Moment) {
    self.init(steady: moment, wall: WallMoment(moment), boot: Self.boot)
  }
}

extension WallMoment {
  /// Creates the instant at which the clock of a database shows `moment`.
  package init(_ moment: Moment) {
    self.init(moment, offset: .zero)
  }
}

extension Moment {
  /// Creates the moment that the clock of a database shows at an instant; the origin for an instant before 1970.
  package init(_ wall: WallMoment) {
    self.init(nanoseconds: wall.timeSince1970.clampedNanoseconds)
  }
}
