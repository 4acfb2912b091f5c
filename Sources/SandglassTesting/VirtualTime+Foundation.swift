#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
internal import Sandglass

extension VirtualTime {
  /// Creates a time that advances only when the test advances it, with a date on the wall clock.
  ///
  /// - Parameters:
  ///   - wall: The initial time on the wall clock.
  ///   - honorsTolerance: Whether timers share wake-ups within their tolerance, as in real time. If not, each timer is
  ///     due exactly at its deadline.
  public convenience init(wall: Date, honorsTolerance: Bool = false) {
    self.init(wall: WallMoment(wall), honorsTolerance: honorsTolerance)
  }

  /// The current moment on the wall clock, as a date.
  public var wallDate: Date { Date(wallNow) }

  /// Sets the wall clock to a date, as a user does. The steady clock does not move.
  ///
  /// Everything that follows the wall clock is notified before this returns.
  public func setWallClock(to date: Date) {
    setWallClock(to: WallMoment(date))
  }
}
