/// The moment of an event, which may precede the clock's origin, because the device may have been booted since then.
package struct PastMoment: Sendable, Hashable, Comparable {
  /// The moment, or the clock's origin if it precedes the origin.
  package let moment: Moment

  /// How long before ``moment`` it was, in nanoseconds: more than zero only before the origin.
  let beforeOrigin: UInt64

  package init(_ moment: Moment) {
    self.init(moment, beforeOrigin: 0)
  }

  /// Creates the moment that lies so far back. It lies ahead if `age` is negative.
  package init(age: Duration, at now: Moment) {
    moment = now - age
    beforeOrigin = age.subtractingSaturated(now - moment).clampedNanosecondsRoundedDown
  }

  init(_ moment: Moment, beforeOrigin: UInt64) {
    self.moment = moment
    self.beforeOrigin = beforeOrigin
  }

  package static func < (left: PastMoment, right: PastMoment) -> Bool {
    (left.moment, right.beforeOrigin) < (right.moment, left.beforeOrigin)
  }

  /// Returns how long ago it was; negative if it lies ahead.
  package func age(at now: Moment) -> Duration {
    (now - moment).addingSaturated(.nanoseconds(beforeOrigin))
  }

  /// Returns the same moment on a clock that reads `shift` nanoseconds less. The distant future is not moved.
  func moved(backBy shift: UInt64) -> PastMoment {
    guard moment != .distantFuture else { return self }
    return PastMoment(
      Moment(nanoseconds: moment.nanoseconds.subtractingClamped(shift)),
      beforeOrigin: beforeOrigin.addingClamped(shift.subtractingClamped(moment.nanoseconds)))
  }
}
