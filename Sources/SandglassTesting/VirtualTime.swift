public import Sandglass
public import SandglassCore
@_exported public import struct SandglassCore.BootIdentity

/// Time that a test controls: the steady clock, the wall clock and the boot's identity.
///
/// Pass ``timekeeper`` to the code under test, and advance the time:
///
/// ```swift
/// let time = VirtualTime()
/// let resend = Countdown(.seconds(60), on: time.timekeeper)
/// resend.start()
/// time.advance(by: .seconds(59.5))
/// #expect(resend.shown == 1)
/// ```
///
/// Time passes only when the test advances it. When ``advance(by:)`` returns, every callback that was due in that span
/// has been delivered, in order and at its own instant, both on the main actor and on queues. The callbacks that a call
/// such as `start()` causes are delivered before that call returns, and so is what is due at once, such as a timer with a
/// delay of zero. An hour therefore takes a millisecond, and the result is the same each time.
///
/// Waiting tasks cannot run during a synchronous call. ``run(for:fileID:line:)`` advances the time and lets the tasks run: after
/// each instant, it waits until everything has settled.
///
/// Inside a callback, `advance` moves the time and fires the timers that are due, but other callbacks on the same queue
/// wait until the current callback has returned. Callbacks never nest, just as in real time. The outer advance then
/// continues from the new moment. Time never runs backwards.
///
/// While a callback runs, a queue or the main actor may be waiting for it. If the callback adds a second callback to
/// that queue or to the main actor, the second callback is delivered as soon as the first has returned.
///
/// Only one task or thread should advance the time. If `advance` is called off the main actor, it waits for the main
/// actor to run callbacks, so do not call it while the main actor is waiting for the calling thread.
public final class VirtualTime: Sendable {
  /// The timekeeper that uses this virtual time.
  public let timekeeper: Timekeeper

  /// This virtual time as a clock, for code that accepts any clock: the same object as ``timekeeper``.
  public var clock: Timekeeper { timekeeper }

  private let source: VirtualTimeSource
  private let timekeepers: VirtualTimekeepers

  /// When callbacks are delivered.
  public enum Delivery: Sendable, Hashable {
    /// The callbacks that a call causes are delivered before the call returns.
    case immediately

    /// The callbacks that a call causes are delivered by the next ``VirtualTime/advance(by:)`` or
    /// ``VirtualTime/run(for:fileID:line:)``, as in real time, in which they are delivered after the call has returned.
    ///
    /// Use this to test what is shown before any callback has come, such as the first frame after the app returns from
    /// the background. `advance(by: .zero)` delivers what is waiting. A kept countdown's record is saved immediately.
    case later
  }

  /// Creates a time that advances only when the test advances it.
  ///
  /// - Parameters:
  ///   - wall: The initial time of the wall clock.
  ///   - honorsTolerance: Whether timers share wake-ups within their tolerances, as in real time. If not, each timer is
  ///     due exactly at its deadline.
  ///   - delivery: When callbacks are delivered.
  public convenience init(
    wall: WallMoment = WallMoment(secondsSince1970: 1_893_456_000),
    honorsTolerance: Bool = false, delivery: Delivery = .immediately
  ) {
    self.init(
      wall: wall, honorsTolerance: honorsTolerance, delivery: delivery,
      seesMainActor: Self.canSeeMainActor)
  }

  /// Creates a time of which a test also determines whether it sees which tasks use the main actor. If not, it assumes
  /// that each of them may.
  package init(
    wall: WallMoment = WallMoment(secondsSince1970: 1_893_456_000), honorsTolerance: Bool = false,
    delivery: Delivery = .immediately, seesMainActor: Bool
  ) {
    source = VirtualTimeSource(
      now: Moment(nanoseconds: 1_000_000_000_000), wall: wall,
      bootIdentity: BootIdentity("virtual"),
      honorsTolerance: honorsTolerance, delivery: delivery, seesMainActor: seesMainActor)
    timekeeper = Timekeeper(time: source)
    timekeepers = VirtualTimekeepers(timekeeper)
  }

  /// Whether the Swift runtime reports which tasks use the main actor.
  package static var canSeeMainActor: Bool { MainActorRequests.areNoted }

  private init(_ source: VirtualTimeSource) {
    self.source = source
    timekeeper = Timekeeper(time: source)
    timekeepers = VirtualTimekeepers(timekeeper)
  }

  /// Creates a timekeeper whose wall clock is another one, such as that of a server, or a wrong one. Its steady clock is
  /// that of this virtual time.
  ///
  /// ``advance(by:)`` and the other methods of this virtual time serve the new timekeeper as they serve ``timekeeper``,
  /// for as long as something retains it. The callbacks of both come in the order of their moments, and at the same
  /// moment those of ``timekeeper`` come first.
  ///
  /// ```swift
  /// let time = VirtualTime()
  /// let ahead = time.makeTimekeeper { time.wallNow + .seconds(3600) }
  /// ```
  ///
  /// - Parameter wall: The closure that returns the time of the other wall clock. If it jumps by itself, call
  ///   `refresh()` of the new timekeeper afterwards. It may be called on any thread and while the timekeeper's lock is
  ///   held, so it must not call the timekeeper.
  /// - Returns: The timekeeper.
  public func makeTimekeeper(wall: @escaping @Sendable () -> WallMoment) -> Timekeeper {
    let other = Timekeeper(time: OtherWallSource(source, wall: wall))
    timekeepers.add(other)
    return other
  }

  /// The current moment on the steady clock.
  public var now: Moment { source.now }

  /// The current wall-clock time.
  public var wallNow: WallMoment { source.wallNow }

  /// The identity of this boot.
  public var bootIdentity: BootIdentity? { source.bootIdentity }
}

// MARK: - Advancing the time

extension VirtualTime {
  /// Advances both clocks by `duration`, and delivers everything that is due in that span before it returns. A negative
  /// duration is treated as zero.
  public func advance(by duration: Duration) {
    advance(to: now + max(.zero, duration))
  }

  /// Advances both clocks until the steady clock reads `moment`, and delivers everything that is due in that span
  /// before it returns. If the moment has passed, delivers only the callbacks that are due now.
  public func advance(to moment: Moment) {
    let end = Self.reachable(moment)
    serve()
    while step(to: end) {}
  }

  /// Delivers everything that is due now.
  private func serve() {
    _ = source.deliverWaiting()
    source.serve { for timekeeper in timekeepers.all { timekeeper.serve() } }
    _ = source.deliverWaiting()
  }

  /// Advances both clocks by `duration`, and lets tasks run during that span.
  ///
  /// After each instant at which something was due, this method waits until the tasks have settled:
  ///
  /// - A task that was started with ``task(_:fileID:line:_:)`` has run as far as it can, including its task groups, its
  ///   `async let`s and the actors that it calls. The virtual time runs these tasks itself, so it knows when each of
  ///   them waits on it or has ended, and no real time passes.
  /// - If such a task has gone to the main actor, this method waits until it comes back, waits on this virtual time, or
  ///   has not done either within a hundred turns of the main queue. A task that is already there may be resumed by
  ///   another one; ten turns are given for it.
  /// - Such a task may also have gone where this method cannot see it: to an actor with an executor of its own, or into
  ///   a wait for something else, such as another thread. If no task that it consists of waits on this virtual time,
  ///   this method gives it ten milliseconds of real time to come back, or up to a second on a busy machine. It does so
  ///   once for each time that the task is woken. The wait for the time limit of a `withTimeout` does not count here.
  /// - A plain task, which was started in any other way, is seen only while it waits on this virtual time. Once it is
  ///   woken, this method gives it a fifth of a second of real time to wait again, or up to a second on a busy machine.
  ///   It cannot see that a plain task ends, and therefore waits for that long then, too. The result lists the plain
  ///   tasks that did not wait again, and a message names the line of this call. Start such a task with
  ///   ``task(_:fileID:line:_:)``.
  ///
  /// A task that is waiting for something other than this virtual time does not stop it. The result contains the task's
  /// name.
  ///
  /// ```swift
  /// let run = await time.run(for: .seconds(10))
  /// #expect(run.tasksWaitingElsewhere == [])
  /// ```
  ///
  /// A task that neither ends nor waits, but keeps running, delays the call for up to half a minute of real time. So
  /// does a main actor that is blocked while a task is there.
  ///
  /// - Parameters:
  ///   - duration: How far to advance. If it is zero or negative, only the callbacks that are due now are delivered.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  /// - Returns: The tasks that are still waiting at the end.
  @discardableResult
  public func run(
    for duration: Duration, fileID: String = #fileID, line: Int = #line
  ) async -> RunResult {
    let end = Self.reachable(now + max(.zero, duration))
    return await run(calledAt: "\(fileID):\(line)") { step(to: end) }
  }

  /// Advances both clocks until no task is waiting on this virtual time, and lets tasks run during that span, as
  /// ``run(for:fileID:line:)`` does.
  ///
  /// Timers and countdowns alone do not make this method continue, because some of them never end. It also stops when
  /// nothing is scheduled any more, even if a task is still waiting, such as a reader of a paused countdown. The result
  /// contains such tasks.
  ///
  /// ```swift
  /// let run = await time.run()
  /// #expect(run.tasksWaiting == [])
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How far to advance at most, in case a task sleeps repeatedly. If it is zero or negative, only the
  ///     callbacks that are due now are delivered. Each instant at which something is due takes a few tens of
  ///     microseconds of real time, so a day with a tick every second takes a few seconds.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  /// - Returns: The tasks that are still waiting at the end.
  @discardableResult
  public func run(
    upTo limit: Duration = .seconds(86_400), fileID: String = #fileID, line: Int = #line
  ) async -> RunResult {
    let end = Self.reachable(now + max(.zero, limit))
    return await run(calledAt: "\(fileID):\(line)") {
      !tasksWaiting.isEmpty && timekeepers.next != nil && step(to: end)
    }
  }

  /// Lets tasks run at this instant, and after each step of `advance`, until that returns false.
  private func run(calledAt line: String, advance: () -> Bool) async -> RunResult {
    serve()
    var waitingElsewhere: [String]
    var givenUp: [WaitingTask] = []
    repeat {
      let settled = await source.tracker.settle()
      waitingElsewhere = settled.elsewhere
      givenUp += settled.givenUp
    } while source.deliverWaiting() || advance()
    if let first = givenUp.first { GivenUp.report(first, at: line) }
    return RunResult(
      tasksWaitingElsewhere: waitingElsewhere, tasksWaiting: tasksWaiting,
      plainTasksGivenUp: givenUp)
  }

  /// The result of a call to ``run(for:fileID:line:)`` or ``run(upTo:fileID:line:)``.
  public struct RunResult: Sendable, Hashable {
    /// The names of the tasks that were started with ``task(_:fileID:line:_:)``, have not ended, and are not waiting on
    /// the virtual time, in the order in which they were started. A body that `abandon` has started is such a task, too,
    /// even if nothing waits for it any more: "the body of abandon".
    public let tasksWaitingElsewhere: [String]

    /// The tasks that are waiting on the virtual time, as in ``VirtualTime/tasksWaiting``.
    public let tasksWaiting: [WaitingTask]

    /// The plain tasks that the call had woken and no longer waited for, because they had not waited on the virtual time
    /// again within the grace: each by the wait from which it was woken.
    public let plainTasksGivenUp: [WaitingTask]

    /// Whether no task that was started with ``VirtualTime/task(_:fileID:line:_:)`` is waiting for anything other than
    /// the virtual time.
    public var hasSettled: Bool { tasksWaitingElsewhere.isEmpty }
  }

  /// Limits a moment so that it is before the distant future. Timers that are scheduled for the distant future are
  /// therefore never due.
  private static func reachable(_ moment: Moment) -> Moment {
    min(moment, Moment(nanoseconds: Moment.distantFuture.nanoseconds - 1))
  }

  /// Advances to the next alarm and rings it, or advances to `end` and returns false if there is no alarm until then.
  private func step(to end: Moment) -> Bool {
    var next = timekeepers.next
    if let next, next.moment <= end {
      source.moveForward(to: next.moment)
    } else {
      source.moveForward(to: end)
      // On another thread, a task may have begun to sleep just before the time moved.
      next = timekeepers.next
    }
    guard let next, next.moment <= end else { return false }
    source.serve { next.timekeeper.ring() }
    _ = source.deliverWaiting()
    return true
  }
}

// MARK: - Suspending the process

extension VirtualTime {
  /// Advances both clocks by `duration` while the process is suspended. The process then runs again, and everything that
  /// became due in that span is delivered. With ``Delivery/later``, the next advance delivers the callbacks.
  ///
  /// - Parameters:
  ///   - duration: How long the process is suspended. A negative duration is treated as zero.
  ///   - shift: By how much the wall clock is set forward during that span, in addition to its normal advance; negative
  ///     to set it back.
  public func freeze(for duration: Duration, settingWallClockBy shift: Duration = .zero) {
    source.moveForward(to: Self.reachable(now + max(.zero, duration)))
    wakeUp(settingWallClockBy: shift)
  }

  /// Advances both clocks by `duration` while the device sleeps, as ``freeze(for:settingWallClockBy:)`` does while the
  /// process is suspended. A run that pauses asleep does not count that time.
  ///
  /// To let the device sleep while no process is running, call this on the time of the next process, before it has a
  /// countdown: on that of ``relaunched(after:)``.
  ///
  /// - Parameters:
  ///   - duration: How long the device sleeps. A negative duration is treated as zero.
  ///   - shift: By how much the wall clock is set forward during that span, in addition to its normal advance; negative
  ///     to set it back.
  public func sleepDevice(for duration: Duration, settingWallClockBy shift: Duration = .zero) {
    source.sleep(until: Self.reachable(now + max(.zero, duration)))
    wakeUp(settingWallClockBy: shift)
  }

  private func wakeUp(settingWallClockBy shift: Duration) {
    if shift != .zero { source.setWall(to: source.wallNow + shift) }
    refresh()
    if source.delivery == .immediately { advance(by: .zero) }
  }

  private func refresh() {
    source.serve { for timekeeper in timekeepers.all { timekeeper.refresh() } }
  }

  /// Sets the wall clock, as a user might. The steady clock does not change.
  ///
  /// Everything that depends on the wall clock is notified before this method returns.
  public func setWallClock(to moment: WallMoment) {
    source.setWall(to: moment)
    refresh()
  }

  /// Sets the identity of the boot that this virtual time belongs to.
  public func setBootIdentity(to identity: BootIdentity?) {
    source.setBootIdentity(to: identity)
  }
}

// MARK: - Launching another process

extension VirtualTime {
  /// Creates the time of a process that is launched after this one was killed, in the same boot.
  ///
  /// The previous process's objects exist as long as the test retains them. Their clock stops unless the test advances
  /// it.
  ///
  /// Both clocks of the new process are `duration` ahead of this process's clocks. Nothing runs on the new timekeeper
  /// yet.
  ///
  /// ```swift
  /// let later = time.relaunched(after: .seconds(20))
  /// let tea = try store.on(later.timekeeper).countdown("tea")
  /// ```
  ///
  /// - Parameter duration: How long no process is running. A negative duration is treated as zero.
  /// - Returns: The time of the new process.
  public func relaunched(after duration: Duration = .zero) -> VirtualTime {
    let lapse = max(.zero, duration)
    return VirtualTime(
      source.successor(
        now: Self.reachable(now + lapse), after: lapse, bootIdentity: bootIdentity,
        asleep: source.sleepReading.asleep))
  }

  /// Creates the time of a process that is launched after a reboot. Its steady clock begins at ten seconds, and its
  /// boot has a different identity.
  ///
  /// - Parameter duration: How far the wall clock advances during the reboot. If it is negative, the wall clock is
  ///   earlier afterwards.
  /// - Returns: The time of the new process.
  public func rebooted(after duration: Duration = .zero) -> VirtualTime {
    VirtualTime(
      source.successor(
        now: Moment(nanoseconds: 10_000_000_000), after: duration,
        bootIdentity: BootIdentity("after \(bootIdentity?.text ?? "an unknown boot")"),
        asleep: .zero))
  }
}

extension VirtualTime {
  /// Creates the time of a process that runs at the same time as this process. The test advances the two times
  /// separately.
  package func companion() -> VirtualTime {
    VirtualTime(source.companion())
  }

  /// Prevents other processes from finding out whether this process is alive, as if they ran in another container.
  package func hide() {
    source.hide()
  }
}

// MARK: - Waiting tasks

extension VirtualTime {
  /// Waits until at least `count` tasks are waiting on this virtual time: tasks that wait for a reading or a tick, and
  /// tasks that sleep.
  public func waitForSleepers(_ count: Int) async {
    await source.tracker.waitForWaiting(count)
  }

  /// The tasks that are waiting on this virtual time now: first the tasks that sleep or wait for a tick, in the order
  /// of their deadlines, then the tasks that wait for a reading.
  ///
  /// Check this property at the end of a test to find tasks that are still waiting:
  ///
  /// ```swift
  /// #expect(time.tasksWaiting == [])
  /// ```
  ///
  /// Timers and countdowns are not included. `Timekeeper.counters` counts them.
  public var tasksWaiting: [WaitingTask] { source.tracker.waitingTasks }

  /// A task that is waiting on a virtual time.
  public struct WaitingTask: Sendable, Hashable {
    /// The name that was passed to ``VirtualTime/task(_:fileID:line:_:)``. A child task has its parent's name, and a
    /// plain task has none.
    public let name: String?

    /// The moment until which the task sleeps; nil if the task is waiting for a reading.
    public let deadline: Moment?
  }

  /// Starts a task. ``run(for:fileID:line:)`` can observe when the task runs, waits and ends.
  ///
  /// The tasks of a virtual time run one after another, and tasks that are woken together run in the order in which they
  /// are woken. On the main actor, and on an actor with an executor of its own, a task runs there.
  ///
  /// - Parameters:
  ///   - name: The name of the task in ``RunResult/tasksWaitingElsewhere`` and ``tasksWaiting``; nil for the location
  ///     of this call, such as `AppTests/ResendTests.swift:12`.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - operation: The work of the task.
  /// - Returns: The task.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @discardableResult
  public func task<Success: Sendable>(
    _ name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    source.tracker.task(named: name ?? "\(fileID):\(line)", operation)
  }
}

extension VirtualTime.WaitingTask: CustomStringConvertible {
  /// The task and its deadline as text, such as `typing, until 1001.500000000 s`.
  public var description: String {
    let name = name ?? "a plain task"
    return if let deadline { "\(name), until \(deadline)" } else { "\(name), for a reading" }
  }
}

/// Reports plain tasks that `run(for:)` has given up.
enum GivenUp {
  /// The lines that have been reported. Each is reported once, however often it runs.
  private static let lines = Locked<Set<String>>([])

  static func report(_ task: VirtualTime.WaitingTask, at line: String) {
    guard lines.withLock({ $0.insert(line).inserted }) else { return }
    print(
      """
      \(line): VirtualTime.run woke a task that was not started with VirtualTime.task (\(task)), and waited in real \
      time for it to wait again. It did not. VirtualTime.run sees the end of a task that VirtualTime.task has started.
      """)
  }
}
