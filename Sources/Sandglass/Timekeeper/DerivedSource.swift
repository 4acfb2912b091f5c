import Dispatch
import SandglassCore

/// The clocks of a time that is derived from another timekeeper's, and its alarm, which is a call on that timekeeper. Either
/// it runs at a rate, or it has another wall clock.
final class DerivedSource: TimeSource {
  private struct State {
    var clock: ClockRate

    /// The alarm's latest setting.
    var moment: Moment?
    var number: UInt64 = 0

    /// The call of the other timekeeper that rings the alarm.
    var call: ScheduledCall?
    var planning = Planning.idle
    var ring: @Sendable () -> Void = {}
    var isValid = true
  }

  /// Whether a thread brings the call of the other timekeeper in line with the alarm, which it does without the lock.
  private enum Planning {
    case idle
    case planning

    /// The alarm or the rate has been changed meanwhile.
    case outdated
  }

  private let other: Timekeeper
  private let wall: (@Sendable () -> WallMoment)?

  // This lock may be taken while the lock of the derived timekeeper is held. While this one is held, the other timekeeper's
  // clock may be read, but nothing is scheduled there, because a call that is due at once rings before that returns.
  private let state: Locked<State>

  /// Creates a time that runs at a rate.
  init(_ rate: Double, of other: Timekeeper) {
    self.other = other
    wall = nil
    state = Locked(State(clock: ClockRate(rate, at: other.now)))
  }

  /// Creates a time with another wall clock.
  init(of other: Timekeeper, wall: @escaping @Sendable () -> WallMoment) {
    self.other = other
    self.wall = wall
    state = Locked(State(clock: ClockRate(1, at: other.now)))
  }

  var rate: Double { state.withLock { $0.clock.rate } }

  func setRate(_ rate: Double) {
    change { $0.clock.setRate(rate, at: other.now) }
  }

  var now: Moment { state.withLock { $0.clock.moment(at: other.now) } }

  var wallNow: WallMoment { wall?() ?? other.wallNow }

  /// A rated time does not know when the device sleeps. A time with another wall clock has the moments of the other
  /// timekeeper.
  var sleepReading: SleepReading {
    isRated ? SleepReading(moment: now, asleep: .zero) : other.time.sleepReading
  }

  /// Nil for a rated time, because no other process knows it.
  var bootIdentity: BootIdentity? { isRated ? nil : other.bootIdentity }

  var process: ProcessIdentity { other.process }

  func life(of process: ProcessIdentity) -> ProcessLife { other.life(of: process) }

  var honorsTolerance: Bool { other.honorsTolerance }

  /// Always false, because a leeway would have to change with the rate.
  var takesLeeway: Bool { false }

  /// Always zero, because the other timekeeper limits its wake-ups.
  var wakeUpInterval: Duration { .zero }

  var isRated: Bool { wall == nil || other.time.isRated }

  var waitObserver: (any WaitObserver)? { other.waitObserver }

  /// Always nil, because nothing that needs the wall clock runs on a rated time, and because nobody sets the other wall
  /// clock from outside.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    state.withLock { $0.ring = ring }
    return DerivedAlarm(self)
  }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    other.time.deliver(on: queue, work)
  }

  func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    other.time.callInline(on: queue, body)
  }

  fileprivate func set(_ setting: AlarmSetting) {
    change { state in
      guard state.isValid, setting.number > state.number else { return }
      state.number = setting.number
      state.moment = setting.moment
    }
  }

  fileprivate func invalidate() {
    change { state in
      state.isValid = false
      state.moment = nil
    }
  }

  /// Changes the state, and lets the call of the other timekeeper follow.
  private func change(_ body: (inout State) -> Void) {
    let isOutdated = state.withLock { state in
      body(&state)
      defer { state.planning = state.planning == .idle ? .planning : .outdated }
      return state.planning == .idle
    }
    if isOutdated { bringIntoLine() }
  }

  /// Lets the call of the other timekeeper follow the alarm and the rate.
  private func bringIntoLine() {
    var isOutdated = true
    while isOutdated {
      let (former, due) = state.withLock { state in
        (state.call, state.moment.flatMap { state.clock.other(at: $0) })
      }
      let call = plan(former, at: due)
      isOutdated = state.withLock { state in
        state.call = call
        state.planning = state.planning == .outdated ? .planning : .idle
        return state.planning == .planning
      }
    }
  }

  /// Moves the call to the moment at which this time reaches the alarm's. Returns the call; nil if there is none.
  private func plan(_ call: ScheduledCall?, at due: Moment?) -> ScheduledCall? {
    guard let due else {
      if let call { other.cancel(call) }
      return nil
    }
    if let call, other.reschedule(call, to: due) { return call }
    return other.schedule(at: due) { [weak self] _ in self?.callCame() }
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

private final class DerivedAlarm: Alarm {
  private let source: DerivedSource

  init(_ source: DerivedSource) {
    self.source = source
  }

  func set(_ setting: AlarmSetting) { source.set(setting) }

  func invalidate() { source.invalidate() }
}
