#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension Timekeeper {
  /// Returns the date of a moment, such as the moment of an end, according to the wall clock's current setting.
  ///
  /// This is the same as ``wallMoment(at:)``, but returns a date.
  ///
  /// - Parameter moment: A moment on this timekeeper's steady clock.
  /// - Returns: The date.
  public func date(at moment: Moment) -> Date { Date(wallMoment(at: moment)) }
}

extension CorrectedTime {
  /// Sets the wall clock to a date. Countdowns to a wall-clock time move to their new deadlines, before this returns.
  public func setWallClock(to date: Date) { setWallClock(to: WallMoment(date)) }
}
