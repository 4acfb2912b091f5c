import Dispatch
import Sandglass

/// Clocks that a test moves, and the alarm that goes with them.
final class VirtualTimeSource: TimeSource {
  private struct State {
    var now: Moment
    var wallAtOrigin: WallMoment
    var bootIdentity: BootIdentity?
    var ring: @Sendable () -> Void = {}

    /// The queues that wait for another one, and what they have to do after that.
    var postponed: [ObjectIdentifier: [@Sendable () -> Void]] = [:]

    /// The next that `queue` has to do; nil, and it waits no more, if there is nothing.
    mutating func takePostponed(on queue: ObjectIdentifier) -> (@Sendable () -> Void)? {
      guard let waiting = postponed[queue], !waiting.isEmpty else {
        postponed[queue] = nil
        return nil
      }
      return postponed[queue]?.removeFirst()
    }
  }

  let census = WaitCensus()
  let honorsTolerance: Bool
  private let state: Locked<State>

  init(now: Moment, wall: WallMoment, bootIdentity: BootIdentity?, honorsTolerance: Bool) {
    self.honorsTolerance = honorsTolerance
    state = Locked(
      State(now: now, wallAtOrigin: wall + (.origin - now), bootIdentity: bootIdentity))
  }

  /// The clocks of a later process.
  func successor(
    now: Moment, after duration: Duration, bootIdentity: BootIdentity?
  ) -> VirtualTimeSource {
    VirtualTimeSource(
      now: now, wall: wallNow + duration, bootIdentity: bootIdentity,
      honorsTolerance: honorsTolerance)
  }

  var now: Moment { state.withLock { $0.now } }

  var wallNow: WallMoment { state.withLock { $0.wallAtOrigin + ($0.now - .origin) } }

  var bootIdentity: BootIdentity? { state.withLock { $0.bootIdentity } }

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
    let ring = state.withLock { $0.ring }
    ring()
  }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    state.withLock { $0.ring = ring }
    return VirtualAlarm()
  }

  /// Runs `work` on `queue` before it returns, from wherever it is called.
  ///
  /// A queue that itself waits in here for another queue runs it as soon as that has returned:
  /// otherwise both would wait for each other.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    guard !queue.isGlobal else { return queue.sync(execute: work) }
    let id = Self.mark(queue)
    _ = Self.mark(.main)
    let current = DispatchQueue.getSpecific(key: Self.currentQueue)
    if current == id { return work() }
    let isPostponed = state.withLock { state in
      if state.postponed[id] != nil {
        state.postponed[id]?.append(work)
        return true
      }
      if let current, state.postponed[current] == nil { state.postponed[current] = [] }
      return false
    }
    if isPostponed { return }
    queue.sync(execute: work)
    guard let current else { return }
    while let postponed = state.withLock({ $0.takePostponed(on: current) }) { postponed() }
  }

  /// Lets the queue be known to whatever runs on it.
  ///
  /// Once only: Dispatch may release a value that is replaced while another thread reads it.
  private static func mark(_ queue: DispatchQueue) -> ObjectIdentifier {
    let id = queue.identity
    marks.withLock { marks in
      if queue.getSpecific(key: currentQueue) == nil {
        queue.setSpecific(key: currentQueue, value: id)
        marks += 1
      }
    }
    return id
  }

  private static let currentQueue = DispatchSpecificKey<ObjectIdentifier>()

  /// How many queues have been marked.
  private static let marks = Locked(0)
}

/// The alarm of a virtual time: whoever moves that asks the timekeeper itself when to ring.
///
/// Settings are made outside the timekeeper's lock, and one that is about to be made would be
/// missed.
private final class VirtualAlarm: Alarm {
  func set(to moment: Moment?, number: UInt64) {}

  func invalidate() {}
}
