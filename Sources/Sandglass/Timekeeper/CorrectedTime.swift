public import SandglassCore

/// Time with a wall clock that your code sets, such as to the time that a server sends, on a device whose own clock may be
/// wrong.
///
/// ```swift
/// let server = CorrectedTime()
/// let board = CountdownBoard<Int>(on: server.timekeeper)
/// server.setWallClock(to: answer.time)
/// board.start(17, until: answer.end)
/// ```
///
/// From then on, the wall clock runs with the steady clock of the other timekeeper, so setting the device's clock does not
/// change it. Until it is set for the first time, it shows what the device's clock showed at its creation. So restore
/// kept countdowns only after the first answer.
///
/// An answer is late by the time that it took to arrive. If that matters, use `SandglassTrustedTime`, whose clock knows how
/// accurate it is.
public final class CorrectedTime: Sendable {
  /// The timekeeper with the corrected wall clock. Its steady clock is that of the other timekeeper.
  public let timekeeper: Timekeeper

  private let other: Timekeeper
  private let latest: Locked<(wall: WallMoment, set: Moment)>

  /// Creates a time whose wall clock your code sets.
  ///
  /// - Parameter other: The timekeeper whose steady clock is used, and which is retained. In tests, use the timekeeper of
  ///   a virtual time.
  public init(of other: Timekeeper = .shared) {
    let latest = Locked((wall: other.wallNow, set: other.now))
    self.other = other
    self.latest = latest
    timekeeper = Timekeeper(
      time: DerivedSource(of: other) { latest.withLock { $0.wall + (other.now - $0.set) } })
  }

  /// Sets the wall clock. Countdowns to a wall-clock time move to their new deadlines, before this returns.
  public func setWallClock(to time: WallMoment) {
    latest.withLock { $0 = (time, other.now) }
    timekeeper.refresh()
  }
}
