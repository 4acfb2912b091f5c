public import SandglassCore

/// A countdown that computes its remaining time from its deadline, so that it never drifts.
///
/// A running countdown is retained by its timekeeper, and finishes whether or not anything listens to it. There are
/// three ways to listen to it: closures that are bound to an owner (``onTick(with:_:)``, ``onFinish(with:_:)`` and so
/// on), an asynchronous sequence (``readings``), and Observation, which updates a SwiftUI view without further code.
/// While nothing listens to the countdown, it does not deliver ticks, but it keeps counting down. Hiding a countdown
/// does not pause it.
///
/// Every method can be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false. Every call first processes everything that is due, such as the
/// finish. From the deadline on, the countdown therefore cannot be paused, and ``cancel()`` can only stop overtime.
///
/// ```swift
/// let resend = Countdown(.seconds(60))
/// resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
/// resend.onFinish(with: self) { screen, _ in screen.title = "Resend" }
/// resend.start()
/// ```
public final class Countdown: @unchecked Sendable {
  /// The timekeeper that the countdown runs on.
  public let timekeeper: Timekeeper

  // Sendable: `core` is accessed only under the timekeeper's lock. Only clocks are called under that lock, and clocks
  // must not call back, so access is exclusive. Release builds skip the runtime exclusivity check, which would account
  // for a fifth of a countdown's processor time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package var core: CountdownCore

  /// Creates a countdown with a duration. It uses the steady clock, which keeps running while the device sleeps.
  ///
  /// - Parameters:
  ///   - duration: The duration that each start counts down from. If it is zero or less, the countdown finishes
  ///     immediately when it is started.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .duration(duration), options: options, on: timekeeper)
  }

  /// Creates a countdown to a wall-clock time.
  ///
  /// - Parameters:
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    until end: WallMoment,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .wall(end), options: options, on: timekeeper)
  }

  package init(to target: CountdownTarget, options: CountdownOptions, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    core = CountdownCore(countingTo: target, options: options, on: timekeeper)
  }

  /// Creates a countdown and starts it.
  ///
  /// - Parameters:
  ///   - duration: The duration to count down from. If it is zero or less, the countdown finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: The running countdown. It finishes even if you release the reference to it.
  public static func started(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let countdown = Countdown(duration, options: options, on: timekeeper)
    countdown.start()
    return countdown
  }

  /// Creates a countdown to a wall-clock time, and starts it.
  ///
  /// - Parameters:
  ///   - end: When the countdown finishes. If this has passed, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: The running countdown. It finishes even if you release the reference to it.
  public static func started(
    until end: WallMoment,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let countdown = Countdown(until: end, options: options, on: timekeeper)
    countdown.start()
    return countdown
  }

  // The timekeeper retains a running countdown, so a running countdown is never deallocated. A paused countdown without
  // references can never be resumed, so it is cancelled unless it has a record. Overtime ends when the last reference
  // is released. In each case, objects that show the countdown receive a final reading, because the countdown no longer
  // runs in this process.
  deinit {
    timekeeper.perform { state, now in
      if core.keeper?.keepsRun == true, core.machine.cancel(at: now, report: { _ in }) {
        let present = core.reading(at: now, on: timekeeper)
        core.listeners.deliverLast(present, in: &state)
      }
      core.end(ObjectIdentifier(self), on: timekeeper, at: now, in: &state)
    }
  }
}

// MARK: - Actions

extension Countdown {
  /// Starts counting down. Does nothing and returns false if the countdown is running or paused.
  @discardableResult
  public func start() -> Bool {
    changeRenewed(if: { core.mayStart }) { core, now, state in
      core.start(self, at: now, in: &state)
    }
  }

  /// Starts counting down from the given duration, which later starts also use. Does nothing and returns false if the
  /// countdown is running or paused.
  ///
  /// - Parameter duration: The duration to count down from. It replaces the previous target, even a date or phases. If
  ///   it is zero or less, the countdown finishes immediately.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(for duration: Duration) -> Bool {
    change { core, now, state in
      core.start(self, towards: .duration(duration), at: now, in: &state)
    }
  }

  /// Starts counting down from the given duration, as if ``start(for:)`` had been called at an earlier moment. Does
  /// nothing and returns false if the countdown is running or paused, or if the moment is in the future.
  ///
  /// What has become due since that moment is delivered as by ``start(asOf:)-(Moment)``. So one countdown can follow
  /// another without drift, even if the end of the first is noticed late:
  ///
  /// ```swift
  /// first.onFinish(with: self) { screen, end in
  ///   screen.second.start(for: .seconds(30), asOf: end.moment)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The duration to count down from, as in ``start(for:)``.
  ///   - beginning: When the run began.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(for duration: Duration, asOf beginning: Moment) -> Bool {
    change { core, now, state in
      core.start(self, towards: .duration(duration), age: now - beginning, at: now, in: &state)
    }
  }

  /// Starts counting down to the given wall-clock time, which later starts also use. Does nothing and returns false if
  /// the countdown is running or paused.
  ///
  /// - Parameter end: When the countdown finishes. If this has passed, it finishes immediately.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(until end: WallMoment) -> Bool {
    change { core, now, state in core.start(self, towards: .wall(end), at: now, in: &state) }
  }

  /// Starts as if ``start()`` had been called at an earlier moment. Does nothing and returns false if the countdown is
  /// running or paused, or if the moment is in the future.
  ///
  /// Everything that has become due since that moment is delivered in order: milestones, phase ends and the finish,
  /// each with its own instant. The current reading follows, with the number of missed ticks.
  ///
  /// - Parameter beginning: When the run began.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(asOf beginning: Moment) -> Bool {
    changeRenewed(if: { core.mayStart }) { core, now, state in
      core.start(self, age: now - beginning, at: now, in: &state)
    }
  }

  /// Starts again. A run in progress is cancelled first, and its end is reported as cancelled.
  public func restart() {
    changeRenewed(if: { true }) { core, now, state in
      core.restart(self, towards: core.nextTarget, at: now, in: &state)
    }
  }

  /// Starts again with the given duration, which later starts also use. A run in progress is cancelled first, and its
  /// end is reported as cancelled.
  ///
  /// - Parameter duration: The duration to count down from. If it is zero or less, the countdown finishes immediately.
  public func restart(for duration: Duration) {
    change { core, now, state in
      core.restart(self, towards: .duration(duration), at: now, in: &state)
    }
  }

  /// Starts again, counting down to the given wall-clock time, which later starts also use. A run in progress is
  /// cancelled first, and its end is reported as cancelled.
  ///
  /// - Parameter end: When the countdown finishes. If this has passed, it finishes immediately.
  public func restart(until end: WallMoment) {
    change { core, now, state in core.restart(self, towards: .wall(end), at: now, in: &state) }
  }

  /// Pauses the countdown, and preserves the exact remaining time. Returns false unless the countdown is running.
  ///
  /// Releasing the last reference to a paused countdown cancels it, unless it has a record in a store.
  @discardableResult
  public func pause() -> Bool {
    change { core, now, state in core.pause(self, at: now, in: &state) }
  }

  /// Resumes with the time that remained when the countdown was paused. Returns false unless the countdown is paused.
  ///
  /// A countdown to a wall-clock time ends later by the length of the pause.
  @discardableResult
  public func resume() -> Bool {
    change { core, now, state in core.resume(self, at: now, in: &state) }
  }

  /// Resumes as if ``resume()`` had been called at an earlier moment. Returns false unless the countdown is paused, or if
  /// the moment is in the future.
  ///
  /// All time since that moment counts, even if the countdown was paused later. What has become due since then is
  /// delivered in order, as by ``start(asOf:)-(Moment)``.
  ///
  /// - Parameter beginning: The moment from which time counts again.
  /// - Returns: Whether the countdown was resumed.
  @discardableResult
  public func resume(asOf beginning: Moment) -> Bool {
    change { core, now, state in core.resume(self, age: now - beginning, at: now, in: &state) }
  }

  /// Starts the countdown if it is idle, pauses it if it is running, and resumes it if it is paused, for a button that
  /// does all three. Returns false if the run has ended, even if the countdown is counting past zero.
  ///
  /// A tap that was meant to pause may come just after the end, before the screen shows it. So this does not begin
  /// another run after an end. Use ``start()`` for that.
  @discardableResult
  public func toggle() -> Bool {
    changeRenewed(if: { core.machine.state == .idle }) { core, now, state in
      core.toggle(self, at: now, in: &state)
    }
  }

  /// Moves the deadline later, and delivers a reading immediately. Returns false unless the countdown is running,
  /// paused or counting past zero.
  ///
  /// The total grows as well. Milestones that are now below the remaining time are reported again when they are
  /// reached. Overtime shrinks. If `duration` exceeds the overtime, a new run begins. Its remaining time is the
  /// difference, and it has its own finish. If the countdown has phases, the current phase is extended.
  ///
  /// A negative duration shortens the countdown. Milestones that the remaining time drops to or below are then reported
  /// in order. If no time remains, the countdown finishes, or its phase ends. Overtime grows.
  ///
  /// - Parameter duration: The duration to add. If it is negative, it is subtracted.
  /// - Returns: Whether the countdown was extended.
  @discardableResult
  public func extend(by duration: Duration) -> Bool {
    change { core, now, state in core.extend(self, by: duration, at: now, in: &state) }
  }

  /// Moves the end of the run to a wall-clock time, for example because a server has set it anew, and delivers a reading
  /// immediately. Returns false if this changes nothing.
  ///
  /// The run goes on. It is not cancelled, the total changes by as much as the end moves, and milestones and phases are
  /// treated as by ``extend(by:)``. So the end can be passed each time that the server sends it:
  ///
  /// | The countdown | The result |
  /// | --- | --- |
  /// | is running | It ends at `end`. If it ends then already, nothing happens. |
  /// | is paused | It stays paused, and its remaining time becomes the time to `end`. If it counts down to a wall-clock time, and was to end at `end` when it was paused, nothing happens. |
  /// | is counting past zero or has finished, and `end` lies ahead | A new run begins, with its own finish. Its elapsed time includes the former run. |
  /// | is counting past zero, and `end` has passed | Overtime is counted from `end`. |
  /// | has finished, and `end` has passed | Nothing happens. |
  /// | has not been started, or was cancelled | Nothing happens. |
  ///
  /// If `end` has passed, a countdown that is running or paused finishes immediately, or its phase ends.
  ///
  /// The countdown stays on its clock. If it counts down to a wall-clock time, `end` replaces that time, also for later
  /// starts. If it was started with a duration or has phases, it stays on the steady clock: the end is where the wall
  /// clock's current setting places it, the current phase is the one that is moved, and later starts use the same
  /// duration or phases as before. An end that is up to half a millisecond from the present one counts as the same.
  ///
  /// - Parameter end: When the countdown finishes, or its current phase ends.
  /// - Returns: Whether the end was moved, or a new run has begun.
  @discardableResult
  public func moveEnd(to end: WallMoment) -> Bool {
    change { core, now, state in core.moveEnd(self, to: end, at: now, in: &state) }
  }

  /// Ends the current run without a finish, or stops counting past zero. Returns false if neither applies.
  ///
  /// A countdown that is counting past zero has already finished, so it does not get a second end. The record of a kept
  /// countdown is removed, unless it has the option ``CountdownOptions/keepsRecord``. If you call this on the main actor,
  /// no further tick of that run is delivered there.
  @discardableResult
  public func cancel() -> Bool {
    change { core, now, state in core.cancel(self, at: now, in: &state) }
  }

  /// Returns to the full time, from every state. Returns false if the countdown is idle.
  ///
  /// A run in progress is cancelled, as by ``cancel()``, and counting past zero is stopped. A countdown that has finished
  /// is idle again, without any event but a reading and the change ``CountdownChange/Kind/reset``: its ``end`` is nil
  /// then, as before the first run. Loops over ``readings`` end, except while the countdown is running or paused. A
  /// finish of a kept countdown that nothing has handled is still delivered. Other processes follow if the record stays,
  /// because such a finish is pending or the options have ``CountdownOptions/keepsRecord``.
  @discardableResult
  public func reset() -> Bool {
    changeRenewed(if: { true }) { core, now, state in core.reset(self, at: now, in: &state) }
  }

  /// Returns to the full time of the given duration, which later starts use. See ``reset()``.
  ///
  /// - Parameter duration: The duration to count down from, which replaces the previous target.
  public func reset(for duration: Duration) {
    reset(to: .duration(duration))
  }

  /// Returns to the time that is left until the given wall-clock time, which later starts use. See ``reset()``.
  ///
  /// - Parameter end: When the countdown finishes once it is started, which replaces the previous target.
  public func reset(until end: WallMoment) {
    reset(to: .wall(end))
  }

  func reset(to target: CountdownTarget) {
    change { core, now, state in _ = core.reset(self, to: target, at: now, in: &state) }
  }

  /// Stops counting past zero. Returns false unless the countdown is counting past zero.
  @discardableResult
  public func stopOvertime() -> Bool {
    change { core, now, state in core.stopOvertime(self, at: now, in: &state) }
  }
}

// MARK: - State and readings

extension Countdown {
  /// The current state and times of the countdown.
  ///
  /// If code that tracks observable properties, such as a SwiftUI body, reads this property, the code runs again when
  /// the displayed number or the state changes.
  public var reading: Reading {
    observed(\.reading, ticks: true, renews: true) { core, now in
      core.reading(at: now, on: timekeeper)
    }
  }

  /// The exact remaining time: zero once the countdown has finished, and the whole duration before a start.
  public var remaining: Duration { reading.remaining }

  /// The displayed number: the remaining time in units, rounded up unless the options specify otherwise.
  public var shown: Int { reading.shown }

  /// The elapsed part of ``total``, from 0 to 1.
  public var progress: Double { reading.progress }

  /// The whole duration of the current run, including extensions. With phases, this is the duration of the current
  /// phase. Before a start, it is the same as ``duration``.
  public var total: Duration {
    observed(\.reading, ticks: false, renews: true) {
      $0.reading(at: $1, on: timekeeper).total
    }
  }

  /// The duration that the next start counts down from. With phases, this is the duration of the first phase.
  public var duration: Duration {
    observed(\.reading, ticks: false) { core, now in
      core.nextTarget.duration(from: now, on: timekeeper)
    }
  }

  /// When the countdown finishes or has finished, according to the wall clock's current setting; nil before a start,
  /// after a cancellation and while the countdown is paused. With phases, this is the end of the current phase.
  ///
  /// A pause keeps the remaining time, so it moves this time away by its length, even if the countdown was started to a
  /// wall-clock time.
  ///
  /// ``moveEnd(to:)-(WallMoment)`` moves it. Observers are notified when this time changes, except when the wall clock
  /// is set while the countdown is counting down from a duration.
  public var endsAt: WallMoment? {
    observed(\.reading, ticks: false) { core, _ in
      switch core.machine.state {
      case .idle, .paused: nil
      case .running: core.machine.deadline.map(timekeeper.clocks.wall)
      case .overtime, .finished: end(of: core)?.wallMoment
      }
    }
  }

  /// The options of the countdown.
  public var options: CountdownOptions { timekeeper.withLock { core.machine.options } }

  /// The remaining times that are reported when the countdown reaches them, longest first.
  ///
  /// They can be changed during a run. Milestones that the remaining time has already reached are not reported.
  public var milestones: [Milestone] {
    get { options.milestones }
    set {
      change { core, now, state in
        core.setMilestones(newValue, of: self, at: now, in: &state)
      }
    }
  }

  /// The label to display, such as the name of a dish; nil if there is none.
  ///
  /// It can be set in every state, also before the first run. The label of a kept countdown is in its record: lists of
  /// records contain it, and other processes show it as soon as the record has been written. While there is no record,
  /// the label is kept in this process, and the next run has it.
  public var label: String? {
    get { observed(\.state, ticks: false) { core, _ in core.label } }
    set {
      _ = change { core, now, state in core.setLabel(newValue, of: self, at: now, in: &state) }
    }
  }

  /// Whether the countdown is kept, and its record could not be read.
  package var isUnread: Bool {
    observed(\.state, ticks: false) { core, _ in core.keeper?.isUnread ?? false }
  }

  /// The state of the countdown.
  public var state: CountdownState {
    observed(\.state, ticks: false) { core, _ in core.machine.state }
  }

  /// The displayed time as a clock face, such as `1:05`. In overtime, it is the time past zero, such as `+0:05`.
  public var clockFace: String { reading.clockFace }

  /// Returns the displayed time as a clock face in the given style. See ``Reading/clockFace(_:)``.
  ///
  /// - Parameter style: The style, which determines the fields of the face. For tenths of a second to count down, the
  ///   ``CountdownOptions/unit`` must be a tenth of a second too.
  /// - Returns: The text of the face, with ASCII digits.
  public func clockFace(_ style: ClockFace.Style) -> String { reading.clockFace(style) }

  /// Whether the countdown is running.
  public var isRunning: Bool { state == .running }

  /// Whether the countdown is paused, with time remaining.
  public var isPaused: Bool { state == .paused }

  /// Whether the countdown has finished, and is not counting past zero.
  public var isFinished: Bool { state == .finished }

  /// Whether the countdown is counting past zero.
  package var isOvertime: Bool { state == .overtime }

  /// The end of the latest run; nil while that run is in progress, before the first run, and after a ``reset()`` of a run
  /// that had finished.
  public var end: CountdownEnd? {
    observed(\.state, ticks: false) { core, _ in end(of: core) }
  }

  /// Returns the end of the latest run, with its time by the wall clock's current setting.
  func end(of core: CountdownCore) -> CountdownEnd? {
    core.machine.end.map { end in
      end.received(late: .zero, wallMoment: timekeeper.clocks.wall(of: end.instant))
    }
  }
}
