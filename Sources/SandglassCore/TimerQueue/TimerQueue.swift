/// The timers of a timekeeper and the instant at which they want to be woken.
///
/// Each timer has a deadline and a tolerance. The tolerance is a rate limit, not a delay: a
/// timer that is alone is due at its deadline, and in a crowd the alarm is set to the least
/// `max(deadline, last wake-up + tolerance)`, where every wake-up serves all whose deadline has
/// come. No timer is later than its tolerance, and timers of one tolerance cost at most one
/// wake-up in that time, however many they are.
///
/// There is one ``TimingWheel`` for each step of tolerance in use, so that every operation is
/// as cheap as in a wheel.
package struct TimerQueue<Payload>: ~Copyable {
  /// What names a timer in the queue; harmless once that is gone.
  package struct Token: Sendable, Hashable {
    fileprivate let timer: TimerToken
    fileprivate let lane: UInt8
  }

  /// The timers of one step of tolerance.
  private final class Lane {
    let tolerance: Duration
    var wheel: TimingWheel<Payload>

    init(tolerance: Duration, now: Moment) {
      self.tolerance = tolerance
      self.wheel = TimingWheel(now: now)
    }
  }

  private var lanes: [Lane] = []
  private var nextOrder: UInt64 = 0
  private var lastWakeUp: Moment?

  /// Makes a queue without timers.
  package init() {}

  /// The number of timers that wait.
  package var count: Int {
    lanes.reduce(0) { $0 + $1.wheel.count }
  }

  /// The instant to be woken at; nil when nothing waits.
  package var alarm: Moment? {
    var alarm: Moment?
    for lane in lanes {
      guard let deadline = lane.wheel.nextDeadline else { continue }
      let rested = lastWakeUp.map { $0 + lane.tolerance } ?? deadline
      let wanted = max(deadline, rested)
      alarm = min(alarm ?? wanted, wanted)
    }
    return alarm
  }

  /// Adds a timer; a deadline that has passed is legal, and due at once. O(1).
  package mutating func insert(
    _ payload: consuming Payload, at deadline: Moment, tolerance: Duration
  ) -> Token {
    let lane = lane(for: ToleranceStep.step(within: tolerance))
    let timer = lanes[lane].wheel.insert(payload, at: deadline, order: takeOrder())
    return Token(timer: timer, lane: UInt8(lane))
  }

  /// Takes a timer out; nil if it is gone already. O(1).
  package mutating func remove(_ token: Token) -> Payload? {
    lanes[Int(token.lane)].wheel.remove(token.timer)
  }

  /// Gives a timer another deadline, behind all others of that instant; false if it is gone. O(1).
  package mutating func move(_ token: Token, to deadline: Moment) -> Bool {
    lanes[Int(token.lane)].wheel.move(token.timer, to: deadline, order: takeOrder())
  }

  /// Takes out the earliest timer whose deadline has come, if there is one.
  ///
  /// Timers come in the order of their deadlines, and with equal deadlines in the order in which
  /// they were added or moved.
  package mutating func popFirst(dueBy now: Moment) -> Payload? {
    var first: (lane: Lane, key: TimerOrder)?
    for lane in lanes {
      guard let key = lane.wheel.first, key.deadline <= now else { continue }
      if let best = first, best.key < key { continue }
      first = (lane, key)
    }
    return first?.lane.wheel.popFirst(dueBy: now)?.payload
  }

  /// Notes that the alarm has rung.
  package mutating func wokeUp(at now: Moment) {
    lastWakeUp = now
  }

  private mutating func takeOrder() -> UInt64 {
    defer { nextOrder += 1 }
    return nextOrder
  }

  private mutating func lane(for tolerance: Duration) -> Int {
    if let index = lanes.firstIndex(where: { $0.tolerance == tolerance }) { return index }
    lanes.append(Lane(tolerance: tolerance, now: lastWakeUp ?? .origin))
    return lanes.count - 1
  }
}
