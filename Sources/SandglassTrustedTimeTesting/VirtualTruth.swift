public import Sandglass

/// What the time truly is in a test, whatever the device's clocks say.
///
/// It goes on with the steady clock of a timekeeper, and away from it as the drift says. Several servers of one truth agree.
public struct VirtualTruth: Sendable {
  private let timekeeper: Timekeeper
  private let start: Moment
  private let wall: WallMoment
  private let partsPerMillion: Int

  /// Makes a truth that begins now.
  ///
  /// - Parameters:
  ///   - wall: What the time truly is now.
  ///   - timekeeper: The device's: its steady clock is wrong by the drift.
  ///   - partsPerMillion: How many microseconds the device's steady clock loses in each of its seconds; negative for gains.
  public init(_ wall: WallMoment, on timekeeper: Timekeeper, drift partsPerMillion: Int = 0) {
    self.wall = wall
    self.timekeeper = timekeeper
    self.partsPerMillion = partsPerMillion
    start = timekeeper.now
  }

  private init(
    start: Moment, wall: WallMoment, on timekeeper: Timekeeper, drift partsPerMillion: Int
  ) {
    self.start = start
    self.wall = wall
    self.timekeeper = timekeeper
    self.partsPerMillion = partsPerMillion
  }

  /// What the time truly is now.
  public var now: WallMoment {
    let lapse = timekeeper.now - start
    return wall + lapse + lapse * partsPerMillion / 1_000_000
  }

  /// The same truth by another timekeeper: that of a process that was launched later, in the same boot.
  ///
  /// - Parameter timekeeper: The timekeeper of that process.
  /// - Returns: The truth, which goes on.
  public func continued(on timekeeper: Timekeeper) -> VirtualTruth {
    VirtualTruth(start: start, wall: wall, on: timekeeper, drift: partsPerMillion)
  }
}
