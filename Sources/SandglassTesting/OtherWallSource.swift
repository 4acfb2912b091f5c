import Dispatch
import Sandglass
import SandglassCore

/// The clocks of a virtual time with another wall clock.
final class OtherWallSource: TimeSource {
  private let source: VirtualTimeSource
  private let wall: @Sendable () -> WallMoment

  init(_ source: VirtualTimeSource, wall: @escaping @Sendable () -> WallMoment) {
    self.source = source
    self.wall = wall
  }

  var now: Moment { source.now }

  var wallNow: WallMoment { wall() }

  var sleepReading: SleepReading { source.sleepReading }

  var bootIdentity: BootIdentity? { source.bootIdentity }

  var process: ProcessIdentity { source.process }

  func life(of process: ProcessIdentity) -> ProcessLife { source.life(of: process) }

  var honorsTolerance: Bool { source.honorsTolerance }

  var takesLeeway: Bool { source.takesLeeway }

  var wakeUpInterval: Duration { source.wakeUpInterval }

  var waitObserver: (any WaitObserver)? { source.waitObserver }

  /// Always returns nil, because the virtual time refreshes this timekeeper when its own wall clock is set.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    VirtualAlarm(of: source, ring: ring)
  }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    source.deliver(on: queue, work)
  }

  func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    source.callInline(on: queue, body)
  }
}

/// The timekeepers of a virtual time, which it serves together. Those that it has made for others are held weakly.
final class VirtualTimekeepers: Sendable {
  private struct Weak {
    weak var timekeeper: Timekeeper?
  }

  private let own: Timekeeper
  private let others = Locked<[Weak]>([])

  init(_ own: Timekeeper) {
    self.own = own
  }

  func add(_ timekeeper: Timekeeper) {
    others.withLock { others in
      others.removeAll { $0.timekeeper == nil }
      others.append(Weak(timekeeper: timekeeper))
    }
  }

  /// All that exist, in the order in which they were created.
  var all: [Timekeeper] { [own] + others.withLock { $0 }.compactMap(\.timekeeper) }

  /// The one whose alarm comes first, and the moment of that alarm; nil if no alarm is set.
  var next: (timekeeper: Timekeeper, moment: Moment)? {
    let alarms = all.compactMap { keeper in keeper.alarmMoment.map { (keeper, $0) } }
    return alarms.min { $0.1 < $1.1 }
  }
}
