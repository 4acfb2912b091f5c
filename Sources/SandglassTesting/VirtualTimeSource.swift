import Dispatch
import Sandglass
import SandglassCore

/// Clocks that a test moves, and the alarm that goes with them.
final class VirtualTimeSource: TimeSource {
  private struct State {
    var now: Moment
    var wallAtOrigin: WallMoment
    var bootIdentity: BootIdentity?
    var ring: @Sendable () -> Void = {}

    /// The queues that wait for another one, and what they have to do after that.
    var postponed: [ObjectIdentifier: [@Sendable () -> Void]] = [:]

    /// The next that is to be done on a queue; nil, and it waits no more, if there is nothing.
    mutating func takePostponed(by turns: QueueTurns) -> (@Sendable () -> Void)? {
      let queue = ObjectIdentifier(turns)
      guard let waiting = postponed[queue], !waiting.isEmpty else {
        postponed[queue] = nil
        return nil
      }
      return postponed[queue]?.removeFirst()
    }
  }

  let tracker = QuiescenceTracker()
  let honorsTolerance: Bool
  private let processes: VirtualProcesses
  private let number: Int32
  private let state: Locked<State>

  init(
    now: Moment, wall: WallMoment, bootIdentity: BootIdentity?, honorsTolerance: Bool,
    processes: VirtualProcesses = VirtualProcesses()
  ) {
    self.honorsTolerance = honorsTolerance
    self.processes = processes
    number = processes.launch()
    state = Locked(
      State(now: now, wallAtOrigin: wall + (.origin - now), bootIdentity: bootIdentity))
  }

  /// The clocks of a later process: this one has been killed.
  func successor(
    now: Moment, after duration: Duration, bootIdentity: BootIdentity?
  ) -> VirtualTimeSource {
    processes.kill(number)
    return VirtualTimeSource(
      now: now, wall: wallNow + duration, bootIdentity: bootIdentity,
      honorsTolerance: honorsTolerance, processes: processes)
  }

  /// The clocks of a process that is launched now, while this one lives on.
  func companion() -> VirtualTimeSource {
    VirtualTimeSource(
      now: now, wall: wallNow, bootIdentity: bootIdentity, honorsTolerance: honorsTolerance,
      processes: processes)
  }

  var process: ProcessIdentity {
    ProcessIdentity(number: number, start: nil, space: processes.space, boot: bootIdentity)
  }

  func life(of process: ProcessIdentity) -> ProcessLife { processes.life(of: process) }

  var now: Moment { state.withLock { $0.now } }

  var wallNow: WallMoment { state.withLock { $0.wallAtOrigin + ($0.now - .origin) } }

  var bootIdentity: BootIdentity? { state.withLock { $0.bootIdentity } }

  var waitObserver: (any WaitObserver)? { tracker }

  var takesLeeway: Bool { false }

  var wakeUpInterval: Duration { .zero }

  /// Whoever sets the wall clock of a virtual time refreshes its timekeeper.
  func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  func moveForward(to moment: Moment) {
    state.withLock { $0.now = max($0.now, moment) }
  }

  func setWall(to wall: WallMoment) {
    state.withLock { $0.wallAtOrigin = wall + (.origin - $0.now) }
  }

  func setBootIdentity(to identity: BootIdentity?) {
    state.withLock { $0.bootIdentity = identity }
  }

  /// Has nobody else know any more whether this process lives.
  func hide() {
    processes.hide(number)
  }

  /// Lets the alarm go off.
  func ring() {
    let ring = state.withLock { $0.ring }
    ring()
  }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    state.withLock { $0.ring = ring }
    return VirtualAlarm()
  }

  /// Runs `work` on `queue` before it returns, from wherever it is called; but callbacks never nest.
  ///
  /// A queue that is in the middle of a callback runs it as soon as that has returned. So does one that
  /// itself waits in here for another queue: otherwise both would wait for each other.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    guard !queue.isGlobal else { return queue.sync(execute: work) }
    let turns = QueueTurns.of(queue)
    _ = QueueTurns.main
    let current = QueueTurns.current
    if current === turns { return turns.take(work) }
    let isPostponed = state.withLock { state in
      if state.postponed[ObjectIdentifier(turns)] != nil {
        state.postponed[ObjectIdentifier(turns)]?.append(work)
        return true
      }
      if let current, state.postponed[ObjectIdentifier(current)] == nil {
        state.postponed[ObjectIdentifier(current)] = []
      }
      return false
    }
    if isPostponed { return }
    queue.sync { turns.take(work) }
    guard let current else { return }
    while let postponed = state.withLock({ $0.takePostponed(by: current) }) {
      current.take(postponed)
    }
  }

  func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    let turns = QueueTurns.of(queue)
    if QueueTurns.current === turns { turns.takeInline(body) } else { body() }
  }
}

/// Processes of one virtual machine, of which each but the last has been killed, unless a test says otherwise.
final class VirtualProcesses: Sendable {
  private struct State {
    var launched: Int32 = 0
    var lives: [Int32: ProcessLife] = [:]
  }

  private let state = Locked(State())

  /// Tells the processes from those of other virtual machines.
  var space: String { "virtual \(UInt(bitPattern: ObjectIdentifier(self)))" }

  /// Launches a process; answers its number.
  func launch() -> Int32 {
    state.withLock { state in
      state.launched += 1
      state.lives[state.launched] = .alive
      return state.launched
    }
  }

  func kill(_ number: Int32) {
    state.withLock { $0.lives[number] = .ended }
  }

  /// Has nobody know any more whether a process lives.
  func hide(_ number: Int32) {
    state.withLock { $0.lives[number] = .unknown }
  }

  /// What has become of a process. Those of other virtual machines and of real ones have ended: nothing of them goes on
  /// in this time.
  func life(of process: ProcessIdentity) -> ProcessLife {
    guard process.space == space else { return .ended }
    return state.withLock { $0.lives[process.number] ?? .ended }
  }
}

/// The alarm of a virtual time: whoever moves that asks the timekeeper itself when to ring.
///
/// Settings are made outside the timekeeper's lock, and one that is about to be made would be
/// missed.
private final class VirtualAlarm: Alarm {
  func set(_ setting: AlarmSetting) {}

  func invalidate() {}
}
