public import SandglassCore

extension WallMoment {
  /// The current instant on the system's wall clock.
  public static var now: WallMoment { WallClock.now }
}
