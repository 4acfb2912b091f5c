#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
internal import Sandglass

extension VirtualTime {
  /// Makes a time that stands still, with a date on the wall clock.
  ///
  /// - Parameters:
  ///   - wall: What the wall clock shows at first.
  ///   - honorsTolerance: Whether timers share wake-ups within their tolerance, as in real time.
  ///     If not, each is due exactly at its deadline.
  public convenience init(wall: Date, honorsTolerance: Bool = false) {
    self.init(wall: WallMoment(wall), honorsTolerance: honorsTolerance)
  }

  /// The present moment on the wall clock, as a date.
  public var wallDate: Date { Date(wallNow) }

  /// Sets the wall clock to a date, as a user does; the steady clock does not move.
  ///
  /// What follows the wall clock is told before this returns.
  public func setWallClock(to date: Date) {
    setWallClock(to: WallMoment(date))
  }
}
