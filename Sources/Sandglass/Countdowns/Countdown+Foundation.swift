#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension Countdown {
  /// Creates a countdown to a date.
  ///
  /// - Parameters:
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    until end: Date,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(until: WallMoment(end), options: options, on: timekeeper)
  }

  /// Creates a countdown to a date, and starts it.
  ///
  /// - Parameters:
  ///   - end: When the countdown finishes. If this has passed, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: The running countdown. It finishes even if you release the reference to it.
  public static func started(
    until end: Date,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    started(until: WallMoment(end), options: options, on: timekeeper)
  }

  /// Starts counting down to the given date, which later starts also use. Does nothing and returns false if the
  /// countdown is running or paused.
  ///
  /// - Parameter end: When the countdown finishes. If this has passed, it finishes immediately.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(until end: Date) -> Bool {
    start(until: WallMoment(end))
  }

  /// Starts as if ``start()`` had been called at an earlier date. Does nothing and returns false if the countdown is
  /// running or paused, or if the date is in the future.
  ///
  /// The date may be before the device was booted.
  ///
  /// - Parameter beginning: When the run began, according to the wall clock's current setting.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(asOf beginning: Date) -> Bool {
    change { core, now, state in
      let age = timekeeper.clocks.wall(at: now) - WallMoment(beginning)
      return core.start(self, age: age, at: now, in: &state)
    }
  }

  /// Starts counting down from the given duration, which later starts also use, as if that had been done at an earlier
  /// date. Does nothing and returns false if the countdown is running or paused, or if the date is in the future.
  ///
  /// - Parameters:
  ///   - duration: The duration to count down from.
  ///   - beginning: When the run began, according to the wall clock's current setting.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(for duration: Duration, asOf beginning: Date) -> Bool {
    change { core, now, state in
      let age = timekeeper.clocks.wall(at: now) - WallMoment(beginning)
      return core.start(self, towards: .duration(duration), age: age, at: now, in: &state)
    }
  }

  /// Starts again, counting down to the given date, which later starts also use. A run in progress is cancelled first,
  /// and its end is reported as cancelled.
  ///
  /// - Parameter end: When the countdown finishes. If this has passed, it finishes immediately.
  public func restart(until end: Date) {
    restart(until: WallMoment(end))
  }

  /// Returns to the time that is left until the given date, which later starts use. See ``reset()``.
  ///
  /// - Parameter end: When the countdown finishes once it is started, which replaces the previous target.
  public func reset(until end: Date) {
    reset(until: WallMoment(end))
  }

  /// Moves the end of the run to a date, for example because a server has set it anew, and delivers a reading
  /// immediately. Returns false if this changes nothing.
  ///
  /// This is the same as ``moveEnd(to:)-(WallMoment)``, but with a date.
  ///
  /// - Parameter end: When the countdown finishes, or its current phase ends.
  /// - Returns: Whether the end was moved, or a new run has begun.
  @discardableResult
  public func moveEnd(to end: Date) -> Bool {
    moveEnd(to: WallMoment(end))
  }

  /// When the countdown finishes or has finished, according to the wall clock's current setting; nil before a start,
  /// after a cancellation and while the countdown is paused. With phases, this is the end of the current phase.
  ///
  /// This is ``endsAt`` as a date. ``moveEnd(to:)-(Date)`` moves it.
  public var endDate: Date? { endsAt.map { Date($0) } }
}

extension ReachedMilestone {
  /// When the milestone was reached.
  public var date: Date { Date(wallMoment) }
}

extension PhaseEnd {
  /// When the phase ended.
  public var date: Date { Date(wallMoment) }
}

extension CountdownEnd {
  /// When the run ended.
  public var date: Date { Date(wallMoment) }
}

extension CountdownInterval {
  /// The start and the end as a range of dates, for `Text(timerInterval:)` and `ProgressView(timerInterval:)`.
  public var dates: ClosedRange<Date> {
    Date(start)...max(Date(start), Date(end))
  }

  /// The date at which the display is paused, for `Text(timerInterval:pauseTime:)`; nil while the countdown is running,
  /// and after it has finished.
  public var pauseDate: Date? {
    pausedAt.map { Date($0) }
  }
}
