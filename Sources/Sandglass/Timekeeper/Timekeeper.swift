package import Dispatch
public import SandglassCore

/// Manages any number of timers with a single operating-system alarm.
///
/// Timers, countdowns and boards use ``shared`` by default. Create your own timekeeper to run on an injected clock. In
/// tests, use the timekeeper of a virtual time.
///
/// Countdowns, timers and sleeping tasks retain their timekeeper until they end. ``Timeouts`` retain it for as long as
/// they exist. Calls scheduled with ``schedule(at:tolerance:_:)`` do not retain it, and are dropped when it is
/// deallocated.
///
/// A timekeeper is a `Clock`, so it can be passed to `Task.sleep`, to async-algorithms, and to any other code that accepts
/// a clock. Such code then runs in virtual time in tests:
///
/// ```swift
/// struct Poller<C: Clock> where C.Duration == Duration {
///   let clock: C
///   let fetch: @Sendable () async throws -> Bool
///
///   func run() async throws {
///     while try await !fetch() { try await clock.sleep(for: .seconds(30)) }
///   }
/// }
/// ```
///
/// The clock's instants are moments on the steady clock, which keeps running while the device sleeps.
///
/// The alarm is set again only when the earliest deadline changes or its leeway shrinks. While nothing is due, the
/// process is not woken up. On system time, after a burst of sixteen wake-ups, timers wake the process at most a
/// thousand times a second, however precise and numerous they are, because timers that are due in the same millisecond
/// then fire together. Every method can be called from any thread and from inside any callback, and none of them
/// blocks.
///
/// Timers fire in the order of their deadlines. If a timer is added while others are firing, and is already due, it
/// fires after them. Such timers fire in the order in which they were added, so no timer starves.
///
/// A process created by `fork` has none of its parent's threads, so do not use the parent's timekeepers in the new
/// process. Create timekeepers after the fork, or call `exec`. If other code closes the alarm's file descriptor, as
/// daemons do, the timekeeper creates a new one. If the process has no descriptors left, it terminates with a message.
public final class Timekeeper: Sendable {
  /// The default timekeeper. It runs on system time.
  public static let shared = Timekeeper()

  let time: any TimeSource
  private let guarded: Locked<TimekeeperState>
  private let alarm: any Alarm
  private let watch: (any WallClockWatch)?
  private let deviceSleep: Locked<DeviceSleep>

  /// The serial queue on which kept countdowns write their records.
  package let savingQueue = DispatchQueue(label: Timekeeper.savingQueueLabel, qos: .userInitiated)

  package static var savingQueueLabel: String { "sandglass saving" }

  /// Creates a timekeeper on system time.
  ///
  /// With a wall clock of your own, call ``refresh()`` whenever its correction changes, so that countdowns to a wall-clock
  /// time are adjusted. Apply the correction before countdowns are restored from records.
  ///
  /// - Parameter wall: The closure that returns the current wall-clock time, such as one that is synchronised with a
  ///   server; nil for the system's. It may be called on any thread and while the timekeeper's lock is held, so it must
  ///   return quickly and must not call the timekeeper.
  public convenience init(wall: (@Sendable () -> WallMoment)? = nil) {
    self.init(time: wall.map { CustomWallTime(wall: $0) } ?? SystemTime())
  }

  /// Creates a timekeeper on a custom clock. Its moments are measured from the instant of this call.
  ///
  /// - Parameters:
  ///   - clock: The clock that timers, countdowns and tasks wait on.
  ///   - wall: The closure that returns the current wall-clock time, for countdowns to a wall-clock time. It may be
  ///     called on any thread and while the timekeeper's lock is held, so it must return quickly and must not call the
  ///     timekeeper.
  public convenience init<Source: Clock>(
    clock: Source,
    wall: @escaping @Sendable () -> WallMoment = { .now }
  ) where Source.Duration == Duration {
    self.init(time: InjectedClockTime(clock, wall: wall))
  }

  package init(time: any TimeSource) {
    self.time = time
    waitObserver = time.waitObserver
    deviceSleep = Locked(DeviceSleep(time.sleepReading))
    guarded = Locked(TimekeeperState(time))
    let bell = Bell()
    alarm = time.makeAlarm { bell.timekeeper?.ring() }
    watch = time.makeWallClockWatch { bell.timekeeper?.refresh() }
    bell.timekeeper = self
  }

  deinit {
    alarm.invalidate()
    watch?.invalidate()
  }

  /// The current moment on the steady clock.
  public var now: Moment { time.now }

  /// The current moment on the wall clock.
  public var wallNow: WallMoment { time.wallNow }

  /// Returns the wall-clock time of a moment, such as the moment of an end, according to the wall clock's current
  /// setting.
  ///
  /// If the wall clock has been set since that moment, this is not the time that it showed then.
  ///
  /// - Parameter moment: A moment on this timekeeper's steady clock.
  /// - Returns: The wall-clock time. A time beyond the range of `WallMoment` is clamped to that range.
  public func wallMoment(at moment: Moment) -> WallMoment { clocks.wall(at: moment) }

  /// Both clocks, read together.
  package var clocks: ClockReadings { time.readClocks() }

  /// Returns how long the device had slept by a moment that was read just now.
  package func asleep(at moment: Moment) -> Duration {
    let reading = time.sleepReading
    return deviceSleep.withLock { $0.asleep(at: moment, reading) }
  }

  /// Returns for how long the device has slept since the time asleep that was noted, and notes the present one. If none was
  /// noted, the device has not slept.
  func slept(
    since noted: inout Duration?, at now: Moment, in state: inout TimekeeperState
  ) -> Duration {
    state.asksForSleep = true
    let present = asleep(at: now)
    let slept = present - (noted ?? present)
    guard noted == nil || slept >= ClockInstant.shortestSleep else { return .zero }
    noted = present
    return slept
  }

  /// Returns the instant of a moment that was read just now, on all clocks.
  package func instant(at moment: Moment, boot: BootIdentity?) -> ClockInstant {
    ClockInstant(
      steady: moment, wall: clocks.wall(at: moment), boot: boot, asleep: asleep(at: moment))
  }

  /// The identity of this boot of the system; nil on an injected clock, and on systems that do not provide one.
  public var bootIdentity: BootIdentity? { time.bootIdentity }

  /// The process that this timekeeper's time source belongs to.
  package var process: ProcessIdentity { time.process }

  /// Returns whether another process of this boot is still alive.
  package func life(of process: ProcessIdentity) -> ProcessLife { time.life(of: process) }

  /// Whether timers may be late within their tolerance, so that they share wake-ups.
  var honorsTolerance: Bool { time.honorsTolerance }

  /// The observer that is notified of the tasks that wait on this timekeeper.
  let waitObserver: (any WaitObserver)?

  /// Whether a test controls the time.
  package var isVirtual: Bool { waitObserver != nil }
}

// MARK: - The lock

extension Timekeeper {
  /// Runs `body` under the lock with the current moment, then carries out the effects that were collected.
  ///
  /// The clock is read under the lock, so that time never runs backwards from one call to the next.
  package func perform<Result>(_ body: (inout TimekeeperState, Moment) -> Result) -> Result {
    // Only the body is copied into each caller. The place is not used after the lock is released.
    let state = enter()
    let now = state.pointee.now
    let result = body(&state.pointee, now)
    leave(state)
    return result
  }

  /// Runs `body` under the lock with the current moment. The caller holds another lock, and must carry out the effects
  /// after releasing that lock.
  func plan<Result>(
    _ effects: inout Effects?, _ body: (inout TimekeeperState, Moment) -> Result
  ) -> Result {
    let state = enter()
    let now = state.pointee.now
    let result = body(&state.pointee, now)
    effects = leave(withEffectsOf: state)
    return result
  }

  /// Acquires the lock, and reads the clock. Returns the place of the state, which may be used until a `leave`.
  @inline(never)
  func enter() -> UnsafeMutablePointer<TimekeeperState> {
    let state = guarded.acquire()
    state.pointee.now = time.now
    return state
  }

  /// Releases the lock, and carries out the effects that were collected.
  @inline(never)
  func leave(_ state: UnsafeMutablePointer<TimekeeperState>) {
    carryOut(leave(withEffectsOf: state))
  }

  /// Releases the lock. Returns the effects to carry out.
  private func leave(withEffectsOf state: UnsafeMutablePointer<TimekeeperState>) -> Effects? {
    state.pointee.reportGathered()
    state.pointee.planAlarm()
    let effects = state.pointee.takeEffects()
    guarded.release()
    return effects
  }

  /// Runs `body` under the lock, then updates the alarm if necessary. `body` changes only the queue, and does not need
  /// the clock.
  @inline(__always)
  func changeQueue<Result>(_ body: (inout TimekeeperState.Queue) -> Result) -> Result {
    let (result, mayHaveNewAlarm) = guarded.withLock { state -> (Result, Bool) in
      let result = body(&state.queue)
      return (result, state.queue.mayHaveNewAlarm)
    }
    if mayHaveNewAlarm { setAlarm() }
    return result
  }

  /// Runs `body` under the lock, then updates the alarm if necessary. `body` consumes an argument from outside the
  /// lock. Use the other overload if nothing is consumed, because the compiler optimises it better.
  @inline(__always)
  func changeQueue<Argument, Result>(
    taking argument: consuming Argument,
    _ body: (inout TimekeeperState.Queue, consuming Argument) -> Result
  ) -> Result {
    let (result, mayHaveNewAlarm) = guarded.withLock(consume argument) {
      (state: inout TimekeeperState, argument: consuming Argument) in
      let result = body(&state.queue, consume argument)
      return (result, state.queue.mayHaveNewAlarm)
    }
    if mayHaveNewAlarm { setAlarm() }
    return result
  }

  /// Updates the alarm if necessary.
  @inline(never)
  private func setAlarm() {
    let setting = guarded.withLock { state in
      state.planAlarm()
      return state.effects.alarm.take()
    }
    if let setting { alarm.set(setting) }
  }

  /// Runs `body` under the lock. `body` accesses only data outside the timekeeper's state.
  package func withLock<Result>(_ body: () -> Result) -> Result {
    guarded.withLock { _ in body() }
  }

  /// Carries out the effects that were collected under the lock. Call this without holding any lock.
  func carryOut(_ effects: consuming Effects?) {
    guard let effects = consume effects else { return }
    if let setting = effects.alarm { alarm.set(setting) }
    if let setting = effects.watch {
      watch?.set(setting.isWatching, number: setting.number)
    }
    for task in effects.woken { task.resume() }
    for call in effects.calls { call() }
    for queue in effects.hops {
      time.deliver(on: queue) { self.deliver(on: queue) }
    }
  }

  /// Waits until every save that has been requested so far is complete.
  package func savesAreDone() async {
    await withCheckedContinuation { continuation in
      afterSaves { continuation.resume() }
    }
  }

  /// Calls `body` on the saving queue once all records that wait have been saved. Unlike a task, this needs no thread of
  /// the global pool, whose first use makes Dispatch on Linux wake up once a second from then on.
  package func afterSaves(_ body: @escaping @Sendable () -> Void) {
    perform { state, _ in state.enqueueSave(on: savingQueue, body) }
  }

  /// Runs a callback inline, because the caller is already on the main actor.
  @MainActor
  func callInline(_ body: () -> Void) {
    time.callInline(on: .theMain, body)
  }

  /// Runs the callbacks that are waiting for `queue`. Must be called on that queue.
  private func deliver(on queue: DispatchQueue) {
    var deliveries = guarded.withLock { $0.outboxes.take(for: queue.identity) }
    deliveries.withUnsafeMutableBufferPointer { deliveries in
      for index in deliveries.indices {
        Outbox.fetch(after: index, of: UnsafeBufferPointer(deliveries))
        // The callback is moved out of the array, so that it is released while it is still in the cache.
        exchange(&deliveries[index], with: .nothing).perform()
      }
    }
    // There is another hop rather than a loop, so that a callback that adds further callbacks cannot monopolise the
    // queue.
    perform { state, _ in state.delivered(on: queue) }
  }
}

// MARK: - The alarm

extension Timekeeper {
  /// Reads both clocks again and fires every timer that is due, without waiting for the alarm.
  ///
  /// Call this as soon as a suspended process runs again. Overdue timers then do not wait for the alarm. If the wall
  /// clock was set in the meantime, countdowns to a wall-clock time are adjusted. A kept countdown whose record could
  /// not be written tries to write it again. If none of this applies, the call has no effect.
  public func refresh() {
    perform { state, now in state.refreshFollowers(at: now) }
    serve()
  }

  /// Fires every timer whose deadline has come. Called when the alarm has rung.
  package func ring() {
    // Timers that are added in the meantime and are already due fire in the next round, at a later moment.
    var leavesSome = serveRound(wokenUp: true)
    while leavesSome { leavesSome = serveRound(wokenUp: false) }
    setAlarmAfterServing()
  }

  /// The moment for which the alarm is set or is about to be set; nil if there is none. A thread that has just added an
  /// entry may not have set the alarm yet.
  package var alarmMoment: Moment? {
    guarded.withLock { state in
      state.planAlarm()
      return state.alarm
    }
  }

  /// Fires every timer whose deadline has come, without having been woken by the alarm.
  ///
  /// Entries that are added in the meantime wait for the alarm. Serving them here might never end, and the caller has
  /// not requested it.
  package func serve() {
    _ = serveRound(wokenUp: false)
    setAlarmAfterServing()
  }

  /// Serves every entry that is due, in one round. Returns whether entries that were added in the meantime are already
  /// due.
  private func serveRound(wokenUp: Bool) -> Bool {
    var round: TimekeeperState.Queue.Round?
    while let step = serveNext(in: &round, wokenUp: wokenUp) {
      switch step {
      case .call(let action, let now): action(now)
      case .timeouts(let call, let now): call.callDue(at: now)
      case .giveWay: guarded.giveWay()
      }
    }
    return round?.leavesSome ?? false
  }

  /// Serves due entries up to the first step that must run outside the lock. Returns that step for the caller to carry
  /// out.
  private func serveNext(
    in round: inout TimekeeperState.Queue.Round?, wokenUp: Bool
  ) -> TimekeeperState.Step? {
    var effects: Effects?
    let step = guarded.withLock { state -> TimekeeperState.Step? in
      // The round begins in the critical section of its first step, so that no other thread sets the alarm for its
      // entries.
      var present = round ?? beginRound(&state, wokenUp: wokenUp)
      let step = state.serve(in: &present)
      round = present
      // Hops are batched across the steps of a round. If another thread takes the lock between two steps, it performs
      // the hops. This thread carries out all other effects.
      var leavesHops = false
      if case .giveWay = step { leavesHops = true }
      effects = state.takeEffects(leavingHops: leavesHops)
      return step
    }
    carryOut(effects)
    return step
  }

  private func beginRound(
    _ state: inout TimekeeperState, wokenUp: Bool
  ) -> TimekeeperState.Queue.Round {
    let now = time.now
    // Entries that are served later in the round, after others have taken their time, ask about this moment.
    if state.asksForSleep { _ = asleep(at: now) }
    return state.beginRound(at: now, wokenUp: wokenUp)
  }

  /// Sets the alarm once for the whole round, and recreates the wall-clock watch if it is missing.
  private func setAlarmAfterServing() {
    let watches = perform { state, _ in state.isWatchingWallClock }
    if watches { watch?.renew() }
  }
}

/// Receives the alarm's callback. It must not retain its timekeeper.
// Sendable: `timekeeper` is set only once, by the initialiser that creates the alarm, before the alarm can be set and
// ring.
private final class Bell: @unchecked Sendable {
  weak var timekeeper: Timekeeper?
}
