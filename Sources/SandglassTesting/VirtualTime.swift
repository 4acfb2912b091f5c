public import Sandglass

/// Time under the hand of a test: the steady clock, the wall clock and the boot's identity.
///
/// Give ``timekeeper`` to whatever is tested, and move the time:
///
/// ```swift
/// let time = VirtualTime()
/// let resend = Countdown(.seconds(60), on: time.timekeeper)
/// resend.start()
/// time.advance(by: .seconds(59.5))
/// #expect(resend.shown == 1)
/// ```
///
/// Nothing happens unless the test makes it happen, and then it happens at once: when
/// ``advance(by:)`` returns, everything due on the way has been delivered, in order, each at its
/// own instant, on the main actor and on queues as well; and whatever a call such as `start()`
/// tells is delivered before that call returns. So an hour takes a millisecond and the result is
/// the same each time.
///
/// Tasks that wait cannot run inside a synchronous call. ``run(for:)`` advances the time and lets
/// them: after each instant it waits until all is quiet.
///
/// Inside a callback, `advance` moves the time and fires what is due, while further callbacks on
/// the same queue wait until the present one has returned: callbacks never nest, as they do not in real
/// time. The outer advance then goes on from there; time never runs backwards.
///
/// A callback on a queue may tell the main actor, or another queue, that waits for it: what it
/// tells is delivered there as soon as it has returned.
///
/// Let one task or thread drive the time. Called off the main actor, `advance` waits for the main
/// actor to run its callbacks: it must not be called while the main actor waits for the caller.
public final class VirtualTime: Sendable {
  /// The timekeeper that lives in this time.
  public let timekeeper: Timekeeper

  /// This time as a clock, for code that takes any.
  public var clock: TimekeeperClock { timekeeper.clock }

  private let source: VirtualTimeSource

  /// Makes a time that stands still.
  ///
  /// - Parameters:
  ///   - wall: What the wall clock shows at first.
  ///   - honorsTolerance: Whether timers share wake-ups within their tolerance, as in real time.
  ///     If not, each is due exactly at its deadline.
  public convenience init(
    wall: WallMoment = WallMoment(secondsSince1970: 1_893_456_000),
    honorsTolerance: Bool = false
  ) {
    self.init(
      VirtualTimeSource(
        now: Moment(nanoseconds: 1_000_000_000_000), wall: wall,
        bootIdentity: BootIdentity("virtual"), honorsTolerance: honorsTolerance))
  }

  private init(_ source: VirtualTimeSource) {
    self.source = source
    timekeeper = Timekeeper(time: source)
  }

  /// The present moment on the steady clock.
  public var now: Moment { source.now }

  /// The present moment on the wall clock.
  public var wallNow: WallMoment { source.wallNow }

  /// What the system says to tell this boot from others.
  public var bootIdentity: BootIdentity? { source.bootIdentity }
}

// MARK: - A process that runs

extension VirtualTime {
  /// Moves both clocks on by `duration`, and delivers everything due on the way before it
  /// returns; a negative duration does nothing.
  public func advance(by duration: Duration) {
    advance(to: now + max(.zero, duration))
  }

  /// Moves both clocks on until the steady one shows `moment`, and delivers everything due on
  /// the way before it returns; a moment that has passed only delivers what is due now.
  public func advance(to moment: Moment) {
    let end = Self.reachable(moment)
    timekeeper.serve()
    while step(to: end) {}
  }

  /// Moves both clocks on by `duration`, and lets tasks run on the way.
  ///
  /// After each instant at which something was due it waits until all is quiet that can be known. Tasks
  /// that were started with ``task(_:fileID:line:_:)`` have run as far as they can, with their task
  /// groups, their `async let`s and the actors that they call, the main actor among them. A plain task that
  /// was woken waits for this time again; where it does not, it is given up after a fifth of a
  /// real second, and on a busy machine after a second at most.
  ///
  /// A task that waits for something other than this time holds nothing up: the result names it.
  ///
  /// ```swift
  /// let run = await time.run(for: .seconds(10))
  /// #expect(run.tasksWaitingElsewhere == [])
  /// ```
  ///
  /// A task that neither ends nor waits for anything, but goes on running, is waited for half a
  /// real minute.
  ///
  /// - Parameter duration: How far to go; with zero or less only what is due now is delivered.
  /// - Returns: What still waits for something else in the end.
  @discardableResult
  public func run(for duration: Duration) async -> RunResult {
    let end = Self.reachable(now + max(.zero, duration))
    timekeeper.serve()
    var waitingElsewhere = await source.tracker.settle()
    while step(to: end) { waitingElsewhere = await source.tracker.settle() }
    return RunResult(tasksWaitingElsewhere: waitingElsewhere, tasksWaiting: tasksWaiting)
  }

  /// Moves both clocks on until no task waits for this time any more, and lets tasks run on the way as
  /// ``run(for:)`` does.
  ///
  /// Timers and countdowns alone do not keep it going, since some never end. It stops where it is as well
  /// when nothing is due any more: somebody who reads a paused countdown is left waiting, which the result tells.
  ///
  /// ```swift
  /// let run = await time.run()
  /// #expect(run.tasksWaiting == [])
  /// ```
  ///
  /// - Parameter limit: How far to go at most, for a task that sleeps again and again; with zero or less only what is
  ///   due now is delivered. Each instant at which something is due takes real time, some tens of microseconds: a day
  ///   of ticks every second takes some seconds.
  /// - Returns: What waits in the end.
  @discardableResult
  public func run(upTo limit: Duration = .seconds(86_400)) async -> RunResult {
    let end = Self.reachable(now + max(.zero, limit))
    timekeeper.serve()
    var waitingElsewhere = await source.tracker.settle()
    while !tasksWaiting.isEmpty, timekeeper.alarmMoment != nil, step(to: end) {
      waitingElsewhere = await source.tracker.settle()
    }
    return RunResult(tasksWaitingElsewhere: waitingElsewhere, tasksWaiting: tasksWaiting)
  }

  /// What a call of ``run(for:)`` or ``run(upTo:)`` has come to.
  public struct RunResult: Sendable, Hashable {
    /// The tasks that were started with ``task(_:fileID:line:_:)``, have not ended, and do not wait for this time:
    /// by their names, in the order in which they were started.
    public let tasksWaitingElsewhere: [String]

    /// The tasks that wait for this time, as ``VirtualTime/tasksWaiting`` has them.
    public let tasksWaiting: [WaitingTask]

    /// Whether none waits for something else.
    public var hasSettled: Bool { tasksWaitingElsewhere.isEmpty }
  }

  /// The distant future is never reached: whatever is planned for it is never due.
  private static func reachable(_ moment: Moment) -> Moment {
    min(moment, Moment(nanoseconds: Moment.distantFuture.nanoseconds - 1))
  }

  /// Goes on to the next alarm, or to `end` if there is none before; false at the end.
  private func step(to end: Moment) -> Bool {
    guard let alarm = timekeeper.alarmMoment, alarm <= end else {
      source.moveForward(to: end)
      return false
    }
    source.moveForward(to: alarm)
    source.ring()
    return true
  }
}

// MARK: - A process that does not

extension VirtualTime {
  /// Moves both clocks on by `duration` while the process stands still, as when it is frozen or
  /// the device sleeps; then it runs again and notices everything at once.
  ///
  /// - Parameters:
  ///   - duration: For how long it stands still; zero or less for no time.
  ///   - shift: By how much the wall clock is set meanwhile, beside going on.
  public func freeze(for duration: Duration, settingWallClockBy shift: Duration = .zero) {
    source.moveForward(to: Self.reachable(now + max(.zero, duration)))
    if shift != .zero { source.setWall(to: source.wallNow + shift) }
    timekeeper.refresh()
    advance(by: .zero)
  }

  /// Sets the wall clock, as a user does; the steady clock does not move.
  ///
  /// What follows the wall clock is told before this returns.
  public func setWallClock(to moment: WallMoment) {
    source.setWall(to: moment)
    timekeeper.refresh()
  }

  /// Sets the identity of the boot that this time belongs to.
  public func setBootIdentity(to identity: BootIdentity?) {
    source.setBootIdentity(to: identity)
  }
}

// MARK: - The next process

extension VirtualTime {
  /// The time of a process that is launched after this one was killed, in the same boot.
  ///
  /// The objects of the earlier process live on as long as somebody holds them, and their clock stands still.
  ///
  /// Both clocks go on from here. Nothing runs on its timekeeper yet; this time stands still from
  /// now on, if the test lets it.
  ///
  /// ```swift
  /// let later = time.relaunched(after: .seconds(20))
  /// let tea = try Countdown.kept("tea", in: store, on: later.timekeeper)
  /// ```
  ///
  /// - Parameter duration: How long no process ran; zero or less for no time at all.
  /// - Returns: The time of that process.
  public func relaunched(after duration: Duration = .zero) -> VirtualTime {
    let lapse = max(.zero, duration)
    return VirtualTime(
      source.successor(
        now: Self.reachable(now + lapse), after: lapse, bootIdentity: bootIdentity))
  }

  /// The time of a process that is launched after the system was started anew: its steady clock
  /// begins at ten seconds, and its boot has another identity.
  ///
  /// - Parameter duration: How much the wall clock goes on meanwhile; negative for one that comes
  ///   back wrong.
  /// - Returns: The time of that process.
  public func rebooted(after duration: Duration = .zero) -> VirtualTime {
    VirtualTime(
      source.successor(
        now: Moment(nanoseconds: 10_000_000_000), after: duration,
        bootIdentity: BootIdentity("after \(bootIdentity?.text ?? "an unknown boot")")))
  }
}

extension VirtualTime {
  /// The time of a process that is launched beside this one, which lives on. Each clock is moved apart.
  package func companion() -> VirtualTime {
    VirtualTime(source.companion())
  }

  /// Has other processes not know any more whether this one lives, as from one container into another.
  package func hide() {
    source.hide()
  }
}

// MARK: - Tasks that wait

extension VirtualTime {
  /// Waits until at least `count` tasks wait for this time: readers of readings or ticks, and
  /// sleepers.
  public func waitForSleepers(_ count: Int) async {
    await source.tracker.waitForWaiting(count)
  }

  /// The tasks that wait for this time now, readers of readings or ticks and sleepers: those that sleep in the order of
  /// their deadlines, then the others.
  ///
  /// At the end of a test it says whether anybody was forgotten:
  ///
  /// ```swift
  /// #expect(time.tasksWaiting == [])
  /// ```
  ///
  /// Timers and countdowns are not among them: `Timekeeper/counters` counts those as well.
  public var tasksWaiting: [WaitingTask] { source.tracker.waitingTasks }

  /// A task that waits for a virtual time.
  public struct WaitingTask: Sendable, Hashable {
    /// What the task is called, or the one that it is a child of, if that was started with
    /// ``VirtualTime/task(_:fileID:line:_:)``; nil for a plain task.
    public let name: String?

    /// The moment that it sleeps until; nil for one that reads readings.
    public let deadline: Moment?
  }

  /// Starts a task that ``run(for:)`` sees run, wait and end.
  ///
  /// - Parameters:
  ///   - name: What the task is called in ``RunResult/tasksWaitingElsewhere`` and ``tasksWaiting``; nil for where it is started, as
  ///     `AppTests/ResendTests.swift:12`.
  ///   - fileID: The file in which it is started.
  ///   - line: The line in which it is started.
  ///   - operation: What the task does.
  /// - Returns: The task.
  @discardableResult
  public func task<Success: Sendable>(
    _ name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    source.tracker.task(named: name ?? "\(fileID):\(line)", operation)
  }
}

extension VirtualTime.WaitingTask: CustomStringConvertible {
  /// Who waits until when, such as `typing, until 1001.500000000 s`.
  public var description: String {
    let name = name ?? "a plain task"
    return if let deadline { "\(name), until \(deadline)" } else { "\(name), for a reading" }
  }
}
