import Dispatch
import SandglassCore

/// Time that runs at a rate, for games and demonstrations: 0 pauses everything that runs on its timekeeper, and 2 makes
/// it twice as fast.
///
/// ```swift
/// let game = RatedTime()
/// let round = Countdown(.seconds(30), on: game.timekeeper)
/// round.start()
/// game.rate = 0.5  // slow motion
/// ```
///
/// A change of the rate moves everything that is waiting on ``timekeeper``, and costs nothing otherwise. Nothing polls.
/// While the rate is zero, there are no wake-ups.
///
/// The time is that of another timekeeper, by default the shared one. In tests, use the timekeeper of a virtual time.
/// Closures that run on a timekeeper's own thread run on the thread of the other timekeeper.
///
/// A kept countdown, a kept stopwatch and a countdown to a wall-clock time need the real time. On this timekeeper, they
/// trap with a message.
public final class RatedTime: Sendable {
  /// The timekeeper that runs at the rate.
  public let timekeeper: Timekeeper

  private let source: RatedSource

  /// Creates a time that runs at a rate.
  ///
  /// - Parameters:
  ///   - rate: How many seconds pass in one second of the other timekeeper. A number that is not above zero, or is not a
  ///     number, counts as zero. At most 1,000,000.
  ///   - other: The other timekeeper, which is retained.
  public init(rate: Double = 1, of other: Timekeeper = .shared) {
    source = RatedSource(rate, of: other)
    timekeeper = Timekeeper(time: source)
  }

  /// How many seconds pass in one second of the other timekeeper. It is stored in steps of 2^-32.
  ///
  /// A new rate that is not above zero, or is not a number, counts as zero. At most 1,000,000.
  public var rate: Double {
    get { source.rate }
    set { source.setRate(newValue) }
  }
}

/// The clocks of a rated time, and its alarm, which is a call on the other timekeeper.
final class RatedSource: TimeSource {
  private struct State {
    var clock: ClockRate

    /// The alarm's latest setting.
    var moment: Moment?
    var number: UInt64 = 0

    /// The call of the other timekeeper that rings the alarm.
    var call: ScheduledCall?
    var ring: @Sendable () -> Void = {}
    var isValid = true
  }

  private let other: Timekeeper

  // This lock may be taken while the lock of the rated timekeeper is held. The lock of the other timekeeper may be taken
  // while this one is held. The other timekeeper holds no lock while it calls `ring`.
  private let state: Locked<State>

  init(_ rate: Double, of other: Timekeeper) {
    self.other = other
    state = Locked(State(clock: ClockRate(rate, at: other.now)))
  }

  var rate: Double { state.withLock { $0.clock.rate } }

  func setRate(_ rate: Double) {
    state.withLock { state in
      state.clock.setRate(rate, at: other.now)
      plan(&state)
    }
  }

  var now: Moment { state.withLock { $0.clock.moment(at: other.now) } }

  var wallNow: WallMoment { other.wallNow }

  /// Always nil, because no other process knows this time.
  var bootIdentity: BootIdentity? { nil }

  var process: ProcessIdentity { other.process }

  func life(of process: ProcessIdentity) -> ProcessLife { other.life(of: process) }

  var honorsTolerance: Bool { other.honorsTolerance }

  /// Always false, because a leeway would have to change with the rate.
  var takesLeeway: Bool { false }

  /// Always zero, because the other timekeeper limits its wake-ups.
  var wakeUpInterval: Duration { .zero }

  var isRated: Bool { true }

  var waitObserver: (any WaitObserver)? { other.waitObserver }

  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    state.withLock { $0.ring = ring }
    return RatedAlarm(self)
  }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    other.time.deliver(on: queue, work)
  }

  func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    other.time.callInline(on: queue, body)
  }

  fileprivate func set(_ setting: AlarmSetting) {
    state.withLock { state in
      guard state.isValid, setting.number > state.number else { return }
      state.number = setting.number
      state.moment = setting.moment
      plan(&state)
    }
  }

  fileprivate func invalidate() {
    state.withLock { state in
      state.isValid = false
      state.moment = nil
      plan(&state)
    }
  }

  /// Schedules the call for the moment at which this time reaches the alarm's.
  private func plan(_ state: inout State) {
    guard let due = state.moment.flatMap({ state.clock.other(at: $0) }) else {
      if let call = state.call.take() { other.cancel(call) }
      return
    }
    if let call = state.call, other.reschedule(call, to: due) { return }
    state.call = other.schedule(at: due) { [weak self] _ in self?.callCame() }
  }

  /// Rings the alarm.
  private func callCame() {
    let ring = state.withLock { state in
      // Another thread may have set the alarm for a later moment just now.
      if let moment = state.moment, moment <= state.clock.moment(at: other.now) {
        state.moment = nil
      }
      return state.ring
    }
    ring()
  }
}

private final class RatedAlarm: Alarm {
  private let source: RatedSource

  init(_ source: RatedSource) {
    self.source = source
  }

  func set(_ setting: AlarmSetting) { source.set(setting) }

  func invalidate() { source.invalidate() }
}

extension Timekeeper {
  /// Traps if this timekeeper does not run in real time.
  func requireRealTime(for user: StaticString) {
    precondition(
      !time.isRated,
      "\(user) needs the real time, and cannot run on a RatedTime. Use that of another timekeeper, such as the shared one."
    )
  }
}
