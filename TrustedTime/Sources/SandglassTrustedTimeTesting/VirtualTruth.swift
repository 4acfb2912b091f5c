public import Sandglass

/// The true time in a test, regardless of the device's clocks.
///
/// It advances with a timekeeper's steady clock, apart from the drift. Servers that share one truth agree with each
/// other.
public struct VirtualTruth: Sendable {
  private let timekeeper: Timekeeper
  private let start: Moment
  private let wall: WallMoment
  private let partsPerMillion: Int

  /// Creates a true time that starts now.
  ///
  /// - Parameters:
  ///   - wall: The true time now.
  ///   - timekeeper: The device's timekeeper, whose steady clock drifts.
  ///   - partsPerMillion: The number of microseconds that the device's steady clock loses in each of its seconds, or
  ///     gains if the number is negative.
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

  /// The true time now.
  public var now: WallMoment {
    let lapse = timekeeper.now - start
    return wall + lapse + lapse * partsPerMillion / 1_000_000
  }

  /// Returns the same true time for the timekeeper of a process that was launched later in the same boot.
  ///
  /// - Parameter timekeeper: The timekeeper of that process.
  /// - Returns: The same true time, measured with the given timekeeper.
  public func continued(on timekeeper: Timekeeper) -> VirtualTruth {
    VirtualTruth(start: start, wall: wall, on: timekeeper, drift: partsPerMillion)
  }
}
