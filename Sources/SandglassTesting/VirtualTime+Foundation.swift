#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
internal import Sandglass

extension VirtualTime {
  /// Creates a time that advances only when the test advances it, and sets its wall clock to a date.
  ///
  /// - Parameters:
  ///   - wall: The initial time of the wall clock.
  ///   - honorsTolerance: Whether timers share wake-ups within their tolerances, as in real time. If not, each timer is
  ///     due exactly at its deadline.
  ///   - delivery: When callbacks are delivered.
  public convenience init(
    wall: Date, honorsTolerance: Bool = false, delivery: Delivery = .immediately
  ) {
    self.init(wall: WallMoment(wall), honorsTolerance: honorsTolerance, delivery: delivery)
  }

  /// The current wall-clock time, as a date.
  public var wallDate: Date { Date(wallNow) }

  /// Sets the wall clock to a date, as a user might. The steady clock does not change.
  ///
  /// Everything that depends on the wall clock is notified before this method returns.
  public func setWallClock(to date: Date) {
    setWallClock(to: WallMoment(date))
  }
}
