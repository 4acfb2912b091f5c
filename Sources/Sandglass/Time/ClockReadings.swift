import SandglassCore

/// Both clocks, read together.
package struct ClockReadings: Sendable {
  package let steady: Moment
  package let wall: WallMoment

  /// What the wall clock shows, as it is set now, at a moment of the steady one.
  func wall(at moment: Moment) -> WallMoment {
    wall + (moment - steady)
  }

  /// When the steady clock reaches an instant of the wall clock, as that is set now.
  func steady(at instant: WallMoment) -> Moment {
    steady + (instant - wall)
  }

  /// What the wall clock showed when the steady one began: it changes when the wall clock is set.
  var wallAtOrigin: WallMoment { wall(at: .origin) }
}
