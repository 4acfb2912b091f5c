package import SandglassCore

/// What is known of the clock of a server, from answers that contain its readings. A pure value.
///
/// The server has read its clock between the moments at which it was asked and at which its answer came. That bounds the
/// difference between its clock and the steady clock here. Bounds of several answers are intersected. They widen with
/// age, because the two clocks may run at different rates. If the server's clock is set by less than the bounds are wide,
/// that goes unnoticed, so whoever must never be early compares with a new reading.
package struct ClockBounds: Sendable {
  private struct Bounds {
    /// The server's clock minus the steady clock.
    var least: Duration
    var most: Duration

    /// The moment of the steady clock for which they hold.
    var moment: Moment

    func at(_ moment: Moment) -> Bounds {
      let drift = (moment - self.moment) / ClockBounds.rate
      return Bounds(least: least - drift, most: most + drift, moment: moment)
    }
  }

  private var bounds: Bounds?

  /// The clocks differ by at most one part in this number.
  private static let rate = 20_000

  package init() {}

  /// Notes an answer.
  ///
  /// - Parameters:
  ///   - reading: What the server's clock has shown, rounded down to the resolution.
  ///   - resolution: The resolution of the reading.
  ///   - asked: When the server was asked, by the steady clock.
  ///   - answered: When the answer came, by the steady clock.
  package mutating func learn(
    _ reading: Moment, resolution: Duration, asked: Moment, answered: Moment
  ) {
    var new = Bounds(
      least: reading - answered, most: reading + resolution - asked, moment: answered)
    // If the bounds do not overlap, one of the clocks was set.
    if let old = bounds?.at(answered), old.least <= new.most, new.least <= old.most {
      new.least = max(old.least, new.least)
      new.most = min(old.most, new.most)
    }
    bounds = new
  }

  /// Returns a moment that the server's clock has reached; nil before the first answer.
  package func earliest(at now: Moment) -> Moment? {
    guard let bounds = bounds?.at(now) else { return nil }
    return now + bounds.least
  }
}
