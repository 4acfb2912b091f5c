#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CorrectedTime {
  /// Sets the wall clock to a date. Countdowns to a wall-clock time move to their new deadlines, before this returns.
  public func setWallClock(to date: Date) { setWallClock(to: WallMoment(date)) }
}
