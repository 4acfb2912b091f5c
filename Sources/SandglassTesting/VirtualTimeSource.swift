import Dispatch
import Sandglass

/// Clocks that a test moves, and the alarm that goes with them.
final class VirtualTimeSource: TimeSource {
  private struct State {
    var now = Moment(nanoseconds: 1_000_000_000_000)
    var wallAtOrigin: WallMoment
    var bootIdentity: BootIdentity? = BootIdentity("virtual")
    var alarm: Moment?
    var alarmNumber: UInt64 = 0
    var ring: @Sendable () -> Void = {}
  }

  let census = WaitCensus()
  let honorsTolerance: Bool
  private let state: Locked<State>

  init(wall: WallMoment, honorsTolerance: Bool) {
    self.honorsTolerance = honorsTolerance
    var state = State(wallAtOrigin: wall)
    state.wallAtOrigin = wall + (.origin - state.now)
    self.state = Locked(state)
  }

  var now: Moment { state.withLock { $0.now } }

  var wallNow: WallMoment { state.withLock { $0.wallAtOrigin + ($0.now - .origin) } }

  var bootIdentity: BootIdentity? { state.withLock { $0.bootIdentity } }

  var alarm: Moment? { state.withLock { $0.alarm } }

  var waitObserver: (any WaitObserver)? { census }

  func moveForward(to moment: Moment) {
    state.withLock { $0.now = max($0.now, moment) }
  }

  func setWall(to wall: WallMoment) {
    state.withLock { $0.wallAtOrigin = wall + (.origin - $0.now) }
  }

  func setBootIdentity(to identity: BootIdentity?) {
    state.withLock { $0.bootIdentity = identity }
  }

  /// Lets the alarm go off.
  func ring() {
    let ring = state.withLock { state in
      state.alarm = nil
      return state.ring
    }
    ring()
  }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    state.withLock { $0.ring = ring }
    return VirtualAlarm(source: self)
  }

  func setAlarm(to moment: Moment?, number: UInt64) {
    state.withLock { state in
      guard number > state.alarmNumber else { return }
      state.alarmNumber = number
      state.alarm = moment
    }
  }

  /// Runs `work` on `queue` before it returns, from wherever it is called.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(queue)
    queue.setSpecific(key: Self.currentQueue, value: id)
    if DispatchQueue.getSpecific(key: Self.currentQueue) == id {
      work()
    } else {
      queue.sync(execute: work)
    }
  }

  private static let currentQueue = DispatchSpecificKey<ObjectIdentifier>()
}

/// The alarm of a virtual time.
private final class VirtualAlarm: Alarm {
  private let source: VirtualTimeSource

  init(source: VirtualTimeSource) {
    self.source = source
  }

  func set(to moment: Moment?, number: UInt64) {
    source.setAlarm(to: moment, number: number)
  }

  func invalidate() {
    source.setAlarm(to: nil, number: .max)
  }
}
