package import SandglassCore

/// The one alarm that a timekeeper sets.
///
/// It rings at the moment it is set to or after it, never before, and may ring once too often:
/// whoever is woken looks at the clock.
package protocol Alarm: AnyObject, Sendable {
  /// Sets the alarm to `moment`, or to none; what was set before is forgotten.
  ///
  /// The settings are numbered under the lock and made outside it. One that is overtaken by a
  /// later number does nothing.
  ///
  /// - Parameters:
  ///   - moment: When to ring; nil for never.
  ///   - leeway: How much later it may ring, if that lets the system wake up for several things at once.
  ///   - number: The number of the setting.
  func set(to moment: Moment?, leeway: Duration, number: UInt64)

  /// Ends the alarm for good.
  func invalidate()
}
