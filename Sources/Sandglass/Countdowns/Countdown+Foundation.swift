#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension Countdown {
  /// Makes a countdown to a date.
  ///
  /// - Parameters:
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    until end: Date,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(until: WallMoment(end), options: options, on: timekeeper)
  }

  /// The countdown that a store keeps under an id, or a new one to a date.
  ///
  /// The same as ``kept(_:in:startingFrom:options:label:on:)`` with a date to count down to.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where the record is kept.
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - label: What people call it, for those who list records; nil for what the record has.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one countdown of this timekeeper's that is kept there.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    until end: Date,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    kept(
      id, in: store, until: WallMoment(end), options: options, label: label, on: timekeeper)
  }

  /// Starts counting down to a date, and has later starts do so as well; false, and nothing happens, if it is
  /// running or paused.
  ///
  /// - Parameter end: When to finish; a date that has passed finishes at once.
  /// - Returns: Whether it has started.
  @discardableResult
  public func start(until end: Date) -> Bool {
    start(until: WallMoment(end))
  }

  /// Starts as if ``start()`` had been called at an earlier date; false, and nothing happens, if it is running or
  /// paused, or if the date is still to come.
  ///
  /// The date may lie before the device was booted.
  ///
  /// - Parameter beginning: When the start began, at or before now, as the wall clock has it.
  /// - Returns: Whether it has started.
  @discardableResult
  public func start(at beginning: Date) -> Bool {
    change { core, now, state in
      let age = timekeeper.clocks.wall(at: now) - WallMoment(beginning)
      return core.start(self, age: age, at: now, in: &state)
    }
  }

  /// Starts anew towards a date, and has later starts do so as well; a start that still lasts is told as cancelled
  /// first.
  ///
  /// - Parameter end: When to finish; a date that has passed finishes at once.
  public func restart(until end: Date) {
    restart(until: WallMoment(end))
  }

  /// When it finishes, or has finished, as the wall clock has it now; nil before a start, after a cancellation and while it
  /// is paused. Of a countdown through phases, when the present one ends.
  public var endDate: Date? { endsAt.map { Date($0) } }
}

extension CountdownInterval {
  /// The range in dates, as `Text(timerInterval:)` and `ProgressView(timerInterval:)` take it.
  public var dates: ClosedRange<Date> {
    Date(start)...max(Date(start), Date(end))
  }

  /// Where the display stands still, as `Text(timerInterval:pauseTime:)` takes it; nil while the
  /// countdown runs or has finished.
  public var pauseDate: Date? {
    pausedAt.map { Date($0) }
  }
}
