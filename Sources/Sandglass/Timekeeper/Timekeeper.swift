import Dispatch
public import SandglassCore

/// The one manager of any number of timers: it sets one alarm of the operating system for all.
///
/// Timers, countdowns and boards use ``shared`` unless they are given another. Make one of your
/// own to run on an injected clock, or take the one of a virtual time in tests.
///
/// What runs on a timekeeper keeps it alive until it ends: countdowns, timers and tasks that sleep; so do
/// ``Timeouts`` as long as they live.
/// Plain calls made with ``schedule(at:tolerance:_:)`` do not, and are dropped with it.
///
/// The alarm is touched only when the earliest deadline moves, or how late it may be shrinks; with nothing due nothing wakes
/// up. On the system's time a crowd of timers, however exact, wakes it a thousand times a second at
/// most, after a burst of sixteen: then those of one millisecond are served together. Every method
/// may be called from any thread and from inside any callback, and none blocks.
///
/// What is due is served in the order of the deadlines. What is added meanwhile, and is due at once, comes
/// after that, in the order in which it was added: so nothing starves.
///
/// A process made by `fork` has none of its parent's threads: do not use the parent's timekeepers there. Make
/// timekeepers after the fork, or call `exec`. Other code may close the descriptor of the alarm, as
/// daemons do: another one is made, and where there is none left the process ends with a message.
public final class Timekeeper: Sendable {
  /// The timekeeper that everything uses unless it is given another: the system's time.
  public static let shared = Timekeeper()

  private let time: any TimeSource
  private let guarded: Locked<TimekeeperState>
  private let alarm: any Alarm
  private let watch: (any WallClockWatch)?

  /// Where kept countdowns write their records, one after the other.
  let savingQueue = DispatchQueue(label: "sandglass saving", qos: .userInitiated)

  /// Makes a timekeeper on the system's time.
  public convenience init() {
    self.init(time: SystemTime())
  }

  /// Makes a timekeeper on the system's time with a wall clock of the caller's, such as one that agrees with a
  /// server's.
  ///
  /// Call ``refresh()`` whenever the correction changes: countdowns to a wall-clock time then follow. Set it before
  /// countdowns are restored from records.
  ///
  /// - Parameter wall: What tells the wall-clock time. It is called from any thread and under the timekeeper's
  ///   lock: it must be short, and must not call the timekeeper.
  public convenience init(wall: @escaping @Sendable () -> WallMoment) {
    self.init(time: CorrectedTime(wall: wall))
  }

  /// Makes a timekeeper on a clock of the caller's, whose moments are counted from now on.
  ///
  /// - Parameters:
  ///   - clock: The clock that everything waits on.
  ///   - wall: What tells the wall-clock time, for countdowns to a time of day. It is called under the
  ///     timekeeper's lock: it must be short, and must not call the timekeeper.
  public convenience init<Source: Clock>(
    clock: Source,
    wall: @escaping @Sendable () -> WallMoment = { WallClock.now }
  ) where Source.Duration == Duration {
    self.init(time: InjectedClockTime(clock, wall: wall))
  }

  package init(time: any TimeSource) {
    self.time = time
    waitObserver = time.waitObserver
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

  /// The present moment on the steady clock.
  public var now: Moment { time.now }

  /// The present moment on the wall clock.
  public var wallNow: WallMoment { time.wallNow }

  /// Both clocks, read together.
  var clocks: ClockReadings { time.readClocks() }

  /// What tells this boot of the system from others; nil on an injected clock, and where the
  /// system does not tell.
  public var bootIdentity: BootIdentity? { time.bootIdentity }

  /// The process whose time this is.
  var process: ProcessIdentity { time.process }

  /// Whether another process of this boot still lives.
  func life(of process: ProcessIdentity) -> ProcessLife { time.life(of: process) }

  /// Whether timers may be late within their tolerance, to share wake-ups.
  var honorsTolerance: Bool { time.honorsTolerance }

  /// What is told of the tasks that wait on this timekeeper.
  let waitObserver: (any WaitObserver)?
}

// MARK: - The lock

extension Timekeeper {
  /// Runs `body` under the lock at the present moment, then does what it has decided.
  ///
  /// The clock is read under the lock, so that no two calls see time run backwards.
  func perform<Result>(_ body: (inout TimekeeperState, Moment) -> Result) -> Result {
    let (result, effects) = plan(body)
    carryOut(effects)
    return result
  }

  /// Runs `body` under the lock at the present moment; what it has decided is left to the caller,
  /// who holds another lock and carries it out after that.
  func plan<Result>(
    _ body: (inout TimekeeperState, Moment) -> Result
  ) -> (result: Result, effects: Effects?) {
    guarded.withLock { state in
      state.now = time.now
      let result = body(&state, state.now)
      state.tellGathered()
      state.planAlarm()
      return (result, state.takeEffects())
    }
  }

  /// Runs `body` under the lock, where it changes the queue alone and needs no clock; then sets the
  /// alarm if that has to be touched.
  @inline(__always)
  func changeQueue<Result>(_ body: (inout TimekeeperState.Queue) -> Result) -> Result {
    let (result, mayHaveNewAlarm) = guarded.withLock { state -> (Result, Bool) in
      let result = body(&state.queue)
      return (result, state.queue.mayHaveNewAlarm)
    }
    if mayHaveNewAlarm { setAlarm() }
    return result
  }

  /// The same, for a `body` that consumes something from outside the lock. Use the other one where nothing is
  /// consumed: the compiler optimises it better.
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

  /// Sets the alarm, if it has to be touched.
  @inline(never)
  private func setAlarm() {
    let setting = guarded.withLock { state in
      state.planAlarm()
      return state.effects.alarm.take()
    }
    if let setting { alarm.set(setting) }
  }

  /// Runs `body` under the lock, where it touches only what the lock guards outside the timekeeper's state.
  func withLock<Result>(_ body: () -> Result) -> Result {
    guarded.withLock { _ in body() }
  }

  /// Does what was decided under the lock; to be called while holding none.
  func carryOut(_ effects: Effects?) {
    guard let effects else { return }
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

  /// Waits until all that was to be saved so far has been.
  func savesAreDone() async {
    await withCheckedContinuation { continuation in
      perform { state, _ in state.tell(on: savingQueue) { continuation.resume() } }
    }
  }

  /// Calls somebody back on the main actor, where the caller is.
  @MainActor
  func callInline(_ body: () -> Void) {
    time.callInline(on: .theMain, body)
  }

  /// Calls what waits for `queue`; runs on it.
  private func deliver(on queue: DispatchQueue) {
    var deliveries = guarded.withLock { $0.outboxes.take(for: queue.identity) }
    deliveries.withUnsafeMutableBufferPointer { deliveries in
      for index in deliveries.indices {
        Outbox.fetch(after: index, of: UnsafeBufferPointer(deliveries))
        // Moved out of the array, so that it is released while it is still in the cache.
        exchange(&deliveries[index], with: .nothing).perform()
      }
    }
    // Another hop rather than a loop: a callback that tells something must not hold the queue.
    perform { state, _ in state.delivered(on: queue) }
  }
}

// MARK: - The alarm

extension Timekeeper {
  /// Reads both clocks anew and serves everything that has come due, without waiting to be woken
  /// up.
  ///
  /// A process that was frozen calls this as soon as it runs again, so that nothing late waits for
  /// the alarm, and countdowns to a wall-clock time follow a clock that was set meanwhile. A kept
  /// countdown whose record could not be written tries again. With nothing of that it does nothing.
  public func refresh() {
    perform { state, now in state.refreshFollowers(at: now) }
    serve()
  }

  /// The alarm has rung: serves everything whose deadline has come.
  func ring() {
    // What is added meanwhile and due at once takes its turn in the next round, at a later moment.
    var leavesSome = serveRound(wokenUp: true)
    while leavesSome { leavesSome = serveRound(wokenUp: false) }
    setAlarmAfterServing()
  }

  /// The moment for which the alarm is set or is about to be; nil for none. Whoever has just added something
  /// on another thread may not have come to that yet.
  package var alarmMoment: Moment? { guarded.withLock { $0.alarm } }

  /// Serves everything whose deadline has come, without having been woken by the alarm.
  ///
  /// What is added meanwhile is left to the alarm: it might never end, and the caller has not asked for it.
  package func serve() {
    _ = serveRound(wokenUp: false)
    setAlarmAfterServing()
  }

  /// Serves all that is due in one round; answers whether something is due that was added meanwhile.
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

  /// Serves what is due up to the first thing that is to be done outside the lock, which is left to
  /// the caller.
  private func serveNext(
    in round: inout TimekeeperState.Queue.Round?, wokenUp: Bool
  ) -> TimekeeperState.Step? {
    let (step, effects) = guarded.withLock {
      state -> (TimekeeperState.Step?, Effects?) in
      // Under one lock with the first serving: nobody may set the alarm for what is served now.
      var present = round ?? state.beginRound(at: time.now, wokenUp: wokenUp)
      let step = state.serve(in: &present)
      round = present
      // Hops are collected over the steps of a round. If another thread takes the lock in between, it makes them.
      // All other effects are for this thread to carry out.
      if case .giveWay = step { return (step, state.takeEffects(leavingHops: true)) }
      return (step, state.takeEffects())
    }
    carryOut(effects)
    return step
  }

  /// Sets the alarm, once for all that was served, and makes anew a watch for the wall clock that is missing.
  private func setAlarmAfterServing() {
    let watches = perform { state, _ in state.isWatchingWallClock }
    if watches { watch?.renew() }
  }
}

/// What the alarm rings: it must not keep its timekeeper alive.
// Sendable: `timekeeper` is set once, by the initialiser that makes the alarm, before that alarm
// is ever set and can ring.
private final class Bell: @unchecked Sendable {
  weak var timekeeper: Timekeeper?
}
