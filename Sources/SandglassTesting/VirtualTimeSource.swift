import Dispatch
import Sandglass
import SandglassCore

/// The clocks that a test advances, and their alarm.
final class VirtualTimeSource: TimeSource {
  fileprivate struct State {
    var now: Moment
    var wallAtOrigin: WallMoment
    var bootIdentity: BootIdentity?

    /// How long the device has slept.
    var asleep: Duration

    /// The callbacks that wait for the next advance, in order, each with its queue. Empty if callbacks do not wait.
    var waiting: [(queue: DispatchQueue, work: @Sendable () -> Void)] = []

    /// How many calls serve timers now. They nest only if a callback advances the time.
    var servings = 0

    /// The alarms that became due while timers were being served, which ring afterwards.
    var dueAlarms: [@Sendable () -> Void] = []
  }

  let tracker: QuiescenceTracker
  let honorsTolerance: Bool
  let delivery: VirtualTime.Delivery
  private let seesMainActor: Bool
  private let processes: VirtualProcesses
  private let number: Int32
  private let state: Locked<State>

  init(
    now: Moment, wall: WallMoment, bootIdentity: BootIdentity?, honorsTolerance: Bool,
    delivery: VirtualTime.Delivery, seesMainActor: Bool, asleep: Duration = .zero,
    processes: VirtualProcesses = VirtualProcesses()
  ) {
    self.delivery = delivery
    tracker = QuiescenceTracker(seesMainActor: seesMainActor)
    self.seesMainActor = seesMainActor
    self.honorsTolerance = honorsTolerance
    self.processes = processes
    number = processes.launch()
    state = Locked(
      State(
        now: now, wallAtOrigin: wall + (.origin - now), bootIdentity: bootIdentity, asleep: asleep))
  }

  /// Creates the clocks of a later process, and marks this process as killed.
  func successor(
    now: Moment, after duration: Duration, bootIdentity: BootIdentity?, asleep: Duration
  ) -> VirtualTimeSource {
    processes.kill(number)
    return VirtualTimeSource(
      now: now, wall: wallNow + duration, bootIdentity: bootIdentity,
      honorsTolerance: honorsTolerance, delivery: delivery, seesMainActor: seesMainActor,
      asleep: asleep, processes: processes)
  }

  /// Creates the clocks of a process that is launched now, while this process is still alive.
  func companion() -> VirtualTimeSource {
    VirtualTimeSource(
      now: now, wall: wallNow, bootIdentity: bootIdentity, honorsTolerance: honorsTolerance,
      delivery: delivery, seesMainActor: seesMainActor, asleep: sleepReading.asleep,
      processes: processes)
  }

  var process: ProcessIdentity {
    ProcessIdentity(number: number, start: nil, space: processes.space, boot: bootIdentity)
  }

  func life(of process: ProcessIdentity) -> ProcessLife { processes.life(of: process) }

  var now: Moment { state.withLock { $0.now } }

  var wallNow: WallMoment { state.withLock { $0.wallAtOrigin + ($0.now - .origin) } }

  var sleepReading: SleepReading {
    state.withLock { SleepReading(moment: $0.now, asleep: $0.asleep) }
  }

  var bootIdentity: BootIdentity? { state.withLock { $0.bootIdentity } }

  var waitObserver: (any WaitObserver)? { tracker }

  var takesLeeway: Bool { false }

  var wakeUpInterval: Duration { .zero }

  /// Always returns nil, because code that sets the wall clock of a virtual time also refreshes its timekeeper.
  func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  func moveForward(to moment: Moment) {
    state.withLock { $0.now = max($0.now, moment) }
  }

  /// Moves forward, and notes that the device was asleep meanwhile.
  func sleep(until moment: Moment) {
    state.withLock { state in
      state.asleep += max(.zero, moment - state.now)
      state.now = max(state.now, moment)
    }
  }

  func setWall(to wall: WallMoment) {
    state.withLock { $0.wallAtOrigin = wall + (.origin - $0.now) }
  }

  func setBootIdentity(to identity: BootIdentity?) {
    state.withLock { $0.bootIdentity = identity }
  }

  /// Prevents other processes from finding out whether this process is alive.
  func hide() {
    processes.hide(number)
  }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    VirtualAlarm(of: self, ring: ring)
  }

  /// Serves timers, and then rings the alarms that have become due meanwhile.
  func serve(_ timers: () -> Void) {
    state.withLock { $0.servings += 1 }
    timers()
    while let ring = state.withLock({ $0.nextAlarm() }) { ring() }
  }

  /// Rings an alarm that was set for `moment`, if the moment has come: at once, so that what is due is delivered before
  /// the call returns that has made it due, or after the timers that are being served.
  func ring(_ ring: @escaping @Sendable () -> Void, ifDueAt moment: Moment) {
    guard delivery == .immediately, processes.isAlive(number) else { return }
    let isFree = state.withLock { state in
      guard moment <= state.now else { return false }
      state.dueAlarms.append(ring)
      return state.servings == 0
    }
    if isFree { serve {} }
  }

  /// Runs `work` on `queue` before it returns, regardless of the calling thread, but never nests callbacks.
  ///
  /// If `queue` is running a callback, it runs `work` as soon as that callback has returned. The same applies if a
  /// callback on `queue` is waiting in this method for another queue, because otherwise the two queues would wait for
  /// each other.
  ///
  /// But a saving queue stops waiting for another queue when a caller needs it, so that a record is saved when the call
  /// returns that has changed it, even if the saving queue was about to pass on what a store's watch has reported.
  ///
  /// If callbacks come later, those on the main queue and on a client's queues wait for the next advance instead.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    guard delivery == .later, queue.label != Timekeeper.savingQueueLabel else {
      return deliverNow(on: queue, work)
    }
    state.withLock { $0.waiting.append((queue, work)) }
  }

  /// Delivers the callbacks that wait, and those that they add. Returns whether there were any.
  func deliverWaiting() -> Bool {
    var isAny = false
    while let next = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
      isAny = true
      deliverNow(on: next.queue, next.work)
    }
    return isAny
  }

  private func deliverNow(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    // A process that was killed does nothing any more, even if what it watches changes.
    guard processes.isAlive(number) else { return }
    guard !queue.isGlobal else { return queue.sync(execute: work) }
    let turns = QueueTurns.of(queue)
    _ = QueueTurns.main
    let current = QueueTurns.current
    if current === turns { return turns.take(work) }
    switch processes.way(of: work, to: turns, from: current) {
    case .postponed: return
    case .handedOver(let handover):
      queue.async { handover.run() }
      handover.wait()
      processes.remove(handover)
    case .direct(let handovers):
      for handover in handovers { handover.letGo() }
      queue.sync { turns.take(work) }
    }
    guard let current else { return }
    while let postponed = processes.takePostponed(by: current) { current.take(postponed) }
  }

  func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    let turns = QueueTurns.of(queue)
    if QueueTurns.current === turns { turns.takeInline(body) } else { body() }
  }
}

extension VirtualTimeSource.State {
  /// Returns the next due alarm. If there is none, or the outer call rings it, notes that a call has served its timers.
  fileprivate mutating func nextAlarm() -> (@Sendable () -> Void)? {
    if servings == 1, !dueAlarms.isEmpty { return dueAlarms.removeFirst() }
    servings -= 1
    return nil
  }
}

/// The alarm of a virtual time. It rings at once if it is set for a moment that has come, so that what is due at once is
/// delivered before the call returns that has made it due.
///
/// Otherwise it does nothing, because the code that advances the time reads the next alarm's moment from the timekeeper.
/// The timekeeper calls `set(_:)` outside its lock, so code that relied on these calls could miss a setting that is
/// about to be made.
final class VirtualAlarm: Alarm {
  private let source: VirtualTimeSource
  private let ring: @Sendable () -> Void

  init(of source: VirtualTimeSource, ring: @escaping @Sendable () -> Void) {
    self.source = source
    self.ring = ring
  }

  func set(_ setting: AlarmSetting) {
    if let moment = setting.moment { source.ring(ring, ifDueAt: moment) }
  }

  func invalidate() {}
}
