public import SandglassCore

/// A countdown that stays right: what remains is computed from its deadline whenever it is asked.
///
/// A running countdown is kept alive by its timekeeper and finishes whether or not anybody looks.
/// Looking comes in three forms over the same events: closures bound to an owner
/// (``onTick(with:_:)``, ``onFinish(with:_:)`` and so on), an asynchronous sequence (``readings``),
/// and Observation, so that a SwiftUI view has nothing to wire. While nobody looks, nothing
/// ticks, and the count runs on: hidden is not paused.
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false. Every call first applies what has come due: at or
/// after the deadline nothing can be paused any more, and cancelled only what counts past zero.
///
/// ```swift
/// let resend = Countdown(.seconds(60))
/// resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
/// resend.onFinish(with: self) { screen in screen.title = "Resend" }
/// resend.start()
/// ```
public final class Countdown: @unchecked Sendable {
  let timekeeper: Timekeeper

  // Sendable: this is touched under the timekeeper's lock alone. Nothing is called out under that lock but
  // clocks, which must not call back. So exclusive access is certain, and release builds do not check it at each
  // access: that is a fifth of what a countdown costs.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var core: CountdownCore

  /// Makes a countdown from a duration, which runs on the steady clock, through sleep.
  ///
  /// - Parameters:
  ///   - duration: What each start counts down from; zero or less finishes at its start.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .duration(duration), options: options, on: timekeeper)
  }

  /// Makes a countdown to an instant of the wall clock.
  ///
  /// - Parameters:
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    until end: WallMoment,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .wall(end), options: options, on: timekeeper)
  }

  init(to target: CountdownRecord.Target, options: CountdownOptions, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    core = CountdownCore(countingTo: target, options: options, on: timekeeper)
  }

  /// Makes a countdown and starts it.
  ///
  /// - Parameters:
  ///   - duration: What it counts down from; zero or less finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The running countdown. It finishes even if it is let go.
  public static func started(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let countdown = Countdown(duration, options: options, on: timekeeper)
    countdown.start()
    return countdown
  }

  // A running countdown never comes here, since its timekeeper keeps it. A paused one that
  // nobody holds can never be resumed: it is cancelled, unless a record of it is kept. Overtime
  // ends with its holder. What shows it is told in either case, as nothing counts here any more.
  deinit {
    timekeeper.perform { state, now in
      if core.keeping != nil, core.machine.cancel(at: now, tell: { _ in }) {
        let present = core.reading(at: now, on: timekeeper)
        core.listeners.tellLast(present, in: &state)
      }
      core.end(ObjectIdentifier(self), on: timekeeper, at: now, in: &state)
    }
  }
}

// MARK: - What can be done with it

extension Countdown {
  /// Starts counting down; false, and nothing happens, if it is running or paused.
  @discardableResult
  public func start() -> Bool {
    change { core, now, state in core.start(self, at: now, in: &state) }
  }

  /// Starts counting down from another duration, and has later starts do so as well; false, and nothing happens, if
  /// it is running or paused.
  ///
  /// - Parameter duration: What to count down from, whatever it counted down to before; zero or less finishes at
  ///   once.
  /// - Returns: Whether it has started.
  @discardableResult
  public func start(for duration: Duration) -> Bool {
    change { core, now, state in
      core.start(self, towards: .duration(duration), at: now, in: &state)
    }
  }

  /// Starts counting down to an instant of the wall clock, and has later starts do so as well; false, and nothing
  /// happens, if it is running or paused.
  ///
  /// - Parameter end: When to finish; an instant that has passed finishes at once.
  /// - Returns: Whether it has started.
  @discardableResult
  public func start(until end: WallMoment) -> Bool {
    change { core, now, state in core.start(self, towards: .wall(end), at: now, in: &state) }
  }

  /// Starts as if ``start()`` had been called at an earlier moment; false, and nothing happens, if it is running or
  /// paused, or if the moment is still to come.
  ///
  /// What has become due since is delivered in order: milestones, phases and the finish, each with its own
  /// instant, and then one reading, which counts the ticks that were missed.
  ///
  /// - Parameter beginning: When the start began, at or before now.
  /// - Returns: Whether it has started.
  @discardableResult
  public func start(at beginning: Moment) -> Bool {
    change { core, now, state in core.start(self, from: beginning, at: now, in: &state) }
  }

  /// Starts anew; a start that still lasts is told as cancelled first.
  public func restart() {
    change { core, now, state in
      core.restart(self, towards: core.nextTarget, at: now, in: &state)
    }
  }

  /// Starts anew from another duration, and has later starts do so as well; a start that still lasts is told as
  /// cancelled first.
  ///
  /// - Parameter duration: What to count down from; zero or less finishes at once.
  public func restart(for duration: Duration) {
    change { core, now, state in
      core.restart(self, towards: .duration(duration), at: now, in: &state)
    }
  }

  /// Starts anew towards an instant of the wall clock, and has later starts do so as well; a start that still lasts is
  /// told as cancelled first.
  ///
  /// - Parameter end: When to finish; an instant that has passed finishes at once.
  public func restart(until end: WallMoment) {
    change { core, now, state in core.restart(self, towards: .wall(end), at: now, in: &state) }
  }

  /// Stands still and keeps the exact remainder; false unless it is running.
  ///
  /// Letting go of the last reference to a paused countdown cancels it.
  @discardableResult
  public func pause() -> Bool {
    change { core, now, state in
      core.handle(of: self, in: &state) { $0.pause(at: now, tell: $1) }
    }
  }

  /// Counts on from where it was paused; false unless it is paused.
  @discardableResult
  public func resume() -> Bool {
    change { core, now, state in core.resume(self, at: now, in: &state) }
  }

  /// Moves the deadline later and tells a reading at once; false unless it is running, paused or past zero.
  ///
  /// The total grows as well. Milestones that are now below what remains will be told again. Overtime shrinks; where
  /// it is less than `duration`, another start begins with the rest, and has a finish of its own. Of a countdown
  /// through phases the present one is extended.
  ///
  /// - Parameter duration: How much to add; a negative duration shortens.
  /// - Returns: Whether there was a start to extend.
  @discardableResult
  public func extend(by duration: Duration) -> Bool {
    change { core, now, state in core.extend(self, by: duration, at: now, in: &state) }
  }

  /// Moves the deadline earlier and tells a reading at once; false unless it is running, paused or past zero.
  ///
  /// The total shrinks as well. Milestones passed over are told in order; with nothing left it
  /// finishes, or its phase ends. Overtime grows.
  ///
  /// - Parameter duration: How much to take away; a negative duration extends.
  /// - Returns: Whether there was a start to shorten.
  @discardableResult
  public func shorten(by duration: Duration) -> Bool {
    extend(by: Duration.zero.subtractingSaturated(duration))
  }

  /// Ends the present start without a finish, or stops counting past zero; false unless it does either.
  ///
  /// A start that counts past zero has finished, and gets no second end. The record of a kept countdown is
  /// removed.
  /// After a call made on the main actor, no tick of that start is delivered there any more.
  @discardableResult
  public func cancel() -> Bool {
    change { core, now, state in core.cancel(self, at: now, in: &state) }
  }

  /// Stops counting past zero; false unless it does.
  @discardableResult
  public func stopOvertime() -> Bool {
    change { core, now, state in
      core.stopOvertime(of: self, at: now, in: &state)
    }
  }
}

// MARK: - What it shows

extension Countdown {
  /// What a look at the countdown tells now.
  ///
  /// Reading it within an observed piece of code, such as a SwiftUI body, has that code run
  /// again when the shown number or the state changes.
  public var reading: Reading {
    observed(\.reading, ticks: true) { core, now in core.reading(at: now, on: timekeeper) }
  }

  /// The exact time left; zero once it has finished, and the whole duration before a start.
  public var remaining: Duration { reading.remaining }

  /// The number to show: what remains in units, rounded up unless the options say otherwise.
  public var shown: Int { reading.shown }

  /// How far it has come, from 0 to 1.
  public var progress: Double { reading.progress }

  /// The time since zero, while it counts past it; else zero.
  public var overtime: Duration { reading.overtime }

  /// What the present start counts down in all, extensions included; of a countdown through phases, the present
  /// phase. Before a start, the same as ``duration``.
  public var total: Duration {
    observed(\.reading, ticks: false) { $0.reading(at: $1, on: timekeeper).total }
  }

  /// How much of ``total`` is over.
  public var elapsed: Duration { reading.elapsed }

  /// What the next start counts down from; with phases, the first one.
  public var duration: Duration {
    observed(\.reading, ticks: false) { core, now in
      core.nextTarget.duration(from: now, on: timekeeper)
    }
  }

  /// When it finishes, or has finished, as the wall clock has it now; nil before a start, after a cancellation and while it
  /// is paused. Of a countdown through phases, when the present one ends.
  ///
  /// An observer is told when it moves, but for a wall clock that is set while it counts from a duration.
  public var endsAt: WallMoment? {
    observed(\.reading, ticks: false) { core, now in
      switch core.machine.state {
      case .idle, .paused: nil
      case .running: core.machine.deadline.map(timekeeper.clocks.wall)
      case .overtime, .finished: core.machine.end.map { timekeeper.clocks.wall(at: $0.moment) }
      }
    }
  }

  /// How it counts.
  public var options: CountdownOptions { timekeeper.withLock { core.machine.options } }

  /// The remaining times that are told when they are reached, longest first.
  ///
  /// They may be changed while it runs: those that what remains has fallen to already are not told.
  public var milestones: [Duration] {
    get { options.milestones }
    set {
      change { core, now, state in
        core.handle(of: self, in: &state) { $0.setMilestones(newValue, at: now, tell: $1) }
        guard core.machine.state.lasts else { return }
        core.keeping?.isStartWritten = false
        core.keeping?.markUnsaved(self, in: &state)
      }
    }
  }

  /// What it is doing.
  public var state: CountdownState {
    observed(\.state, ticks: false) { core, _ in core.machine.state }
  }

  /// What it shows as a clock face, such as `1:05`; in overtime the time past zero, as `+0:05`.
  public var clockFace: String { reading.clockFace }

  /// Whether it is counting down.
  public var isRunning: Bool { state == .running }

  /// Whether it stands still with something left.
  public var isPaused: Bool { state == .paused }

  /// Whether it has reached zero: it is finished, or counts past zero.
  public var isFinished: Bool { state == .finished || isOvertime }

  /// Whether it counts past zero.
  public var isOvertime: Bool { state == .overtime }

  /// How the latest start ended; nil while it lasts, and before the first.
  public var end: CountdownEnd? {
    observed(\.state, ticks: false) { core, _ in core.machine.end }
  }
}
