/// The timers of a timekeeper and the instant of its next wake-up.
///
/// Each timer has a deadline and a tolerance. The tolerance limits the rate of wake-ups and does not by itself delay a
/// timer: a single timer is due at its deadline. With several timers, the alarm is the minimum of `max(deadline, last
/// wake-up + tolerance)` over all of them, and every wake-up serves all timers that are due. No timer is late by more
/// than its tolerance. However many timers have the same tolerance, together they cost at most one wake-up in each span
/// of that length.
///
/// A queue with a wake-up interval also limits its long-term rate of wake-ups. After a burst of sixteen wake-ups,
/// further wake-ups are delayed until the interval allows them, as in the generic cell rate algorithm of ITU-T I.371.
/// So even a million timers without tolerance cannot keep a thread busy with nothing but sleeping and waking.
///
/// There is one ``TimingWheel`` for each tolerance step in use, so every operation is as cheap as in a single wheel.
/// All code can be inlined, so each client gets code that is specialised for its payload type.
public struct TimerQueue<Payload>: ~Copyable {
  /// A handle for a timer in the queue, in eight bytes. Once the timer no longer exists, using the token has no effect.
  ///
  /// In any other queue, a token identifies an unrelated timer or no timer.
  public struct Token: Sendable, Hashable {
    /// The lane's index in the high bits, which suffice for sixteen lanes, and the index of the entry's node in the low
    /// bits.
    @usableFromInline let location: UInt32
    @usableFromInline let generation: UInt32

    @inlinable static var nodeBits: UInt32 { UInt32(Listing.nodeBits) }

    @inlinable @inline(__always)
    init(timer: TimerToken, lane: Int) {
      // A wheel has fewer than 2^`nodeBits` nodes.
      assert(timer.index >> Self.nodeBits == 0, "A node index out of range")
      location = UInt32(truncatingIfNeeded: lane) << Self.nodeBits | timer.index
      generation = timer.generation
    }

    @inlinable
    var timer: TimerToken {
      TimerToken(index: location & (1 << Self.nodeBits - 1), generation: generation)
    }

    @inlinable
    var lane: Int { Int(location >> Self.nodeBits) }
  }

  /// The timers of one tolerance step.
  @usableFromInline
  struct Lane: ~Copyable {
    @usableFromInline let step: ToleranceStep
    @usableFromInline var wheel: TimingWheel<Payload>

    @inlinable
    init(step: ToleranceStep, now: Moment) {
      self.step = step
      wheel = TimingWheel(now: now)
    }
  }

  @usableFromInline var lanes = RawVector<Lane>()
  @usableFromInline var nextOrder: UInt64
  @usableFromInline var lastWakeUp: Moment?

  /// The wake-up interval in nanoseconds; zero for no limit.
  @usableFromInline let wakeUpInterval: UInt64

  /// The theoretical arrival time of the next wake-up in the generic cell rate algorithm, in nanoseconds.
  @usableFromInline var paidUntil: UInt64 = 0

  /// The number of wake-ups that may come in immediate succession.
  @usableFromInline static var burst: UInt64 { 16 }

  /// Whether the alarm may have changed since it was last read.
  ///
  /// Most changes do not affect the earliest timer, so the alarm need not be read after every change.
  @inlinable
  public var mayHaveNewAlarm: Bool { isAlarmOutdated }
  @usableFromInline var isAlarmOutdated = true

  /// The time at which the queue was created. New wheels start at this time until the first wake-up.
  @usableFromInline var start: Moment

  /// Creates a queue without timers.
  ///
  /// - Parameters:
  ///   - now: The current time. Any moment works, but the closer it is to the deadlines, the more finely the wheels
  ///     separate the deadlines.
  ///   - wakeUpInterval: The minimum average time between wake-ups in the long run; zero or less for no limit.
  @inlinable
  public init(now: Moment = .origin, wakeUpInterval: Duration = .zero) {
    self.init(now: now, wakeUpInterval: wakeUpInterval, firstOrder: 1)
  }

  /// Creates a queue that numbers insertions and moves, starting with `firstOrder`.
  @inlinable
  package init(now: Moment, wakeUpInterval: Duration, firstOrder: UInt64) {
    start = now
    nextOrder = firstOrder
    self.wakeUpInterval = wakeUpInterval.clampedNanoseconds
  }

  /// The number of pending timers.
  @inlinable
  public var count: Int {
    var count = 0
    for lane in 0..<lanes.count { count += lanes[lane].wheel.count }
    return count
  }

  /// The instant of the next wake-up; `nil` if no timer is pending.
  @inlinable
  public var alarm: Moment? {
    mutating get { alarmAndLeeway?.alarm }
  }

  /// The instant of the next wake-up, and by how many nanoseconds the wake-up can be late before a timer exceeds its
  /// tolerance; `nil` if no timer is pending.
  @inlinable
  package var alarmAndLeeway: (alarm: Moment, leeway: UInt64)? {
    mutating get {
      isAlarmOutdated = false
      var earliest: Moment?
      var latest = Moment.distantFuture
      for lane in 0..<lanes.count {
        guard let deadline = lanes[lane].wheel.nextDeadline else { continue }
        let tolerance = lanes[lane].step.nanoseconds
        var wanted = deadline
        if let lastWakeUp {
          wanted = max(deadline, lastWakeUp.advanced(byNanoseconds: tolerance))
        }
        earliest = min(earliest ?? wanted, wanted)
        latest = min(latest, deadline.advanced(byNanoseconds: tolerance))
      }
      guard let earliest else { return nil }
      let alarm = max(earliest, earliestWakeUp)
      return (alarm, latest > alarm ? latest.nanoseconds - alarm.nanoseconds : 0)
    }
  }

  /// Calls `body` with the key, the tolerance in nanoseconds and the payload of every timer, in unspecified order;
  /// O(n), for debugging.
  ///
  /// The keys are comparable across all timers, and their order is the order in which the timers are served.
  @inlinable
  package func forEach(
    _ body: (_ key: DeadlineKey, _ tolerance: UInt64, _ payload: borrowing Payload) -> Void
  ) {
    for lane in 0..<lanes.count {
      let tolerance = lanes[lane].step.nanoseconds
      lanes[lane].wheel.forEach { key, payload in body(key, tolerance, payload) }
    }
  }

  /// Adds a timer; O(1). If the deadline has passed, the timer is due immediately.
  ///
  /// The queue must hold fewer than 2^28 timers with the same tolerance step.
  @inlinable @inline(__always)
  public mutating func insert(
    _ payload: consuming Payload, at deadline: Moment, tolerance: Duration
  ) -> Token {
    insert(payload, at: deadline, step: ToleranceStep(within: tolerance))
  }

  /// Adds a timer as ``insert(_:at:tolerance:)`` does, with its tolerance in nanoseconds.
  @inlinable @inline(__always)
  package mutating func insert(
    _ payload: consuming Payload, at deadline: Moment, toleranceNanoseconds: UInt64
  ) -> Token {
    insert(payload, at: deadline, step: ToleranceStep(withinNanoseconds: toleranceNanoseconds))
  }

  @inlinable @inline(__always)
  mutating func insert(
    _ payload: consuming Payload, at deadline: Moment, step: ToleranceStep
  ) -> Token {
    let lane = lane(for: step)
    let timer = lanes[lane].wheel.insert(payload, at: deadline, order: takeOrder())
    noteChange(in: lane)
    return Token(timer: timer, lane: lane)
  }

  /// Removes a timer and returns its payload, or returns `nil` if the timer no longer exists; O(1).
  @inlinable @inline(__always)
  public mutating func remove(_ token: Token) -> Payload? {
    guard token.lane < lanes.count else { return nil }
    let payload = lanes[token.lane].wheel.remove(token.timer)
    noteChange(in: token.lane)
    return payload
  }

  /// Moves a timer to a new deadline, behind all other timers with that deadline, or returns `false` if the timer no
  /// longer exists; O(1).
  @inlinable @inline(__always)
  public mutating func move(_ token: Token, to deadline: Moment) -> Bool {
    guard token.lane < lanes.count else { return false }
    let isMoved = lanes[token.lane].wheel.move(token.timer, to: deadline, order: takeOrder())
    noteChange(in: token.lane)
    return isMoved
  }

  /// Removes the earliest timer and returns its payload if the timer is due. Otherwise returns `nil`.
  ///
  /// Timers are served in the order of their deadlines. Timers with equal deadlines are served in the order in which
  /// they were added or moved.
  @inlinable
  public mutating func popFirst(dueBy now: Moment) -> Payload? {
    isAlarmOutdated = true
    guard let first = earliest(dueBy: now) else { return nil }
    return lanes[first.lane].wheel.popFirst(dueBy: now)?.payload
  }

  /// Begins a round of serving due timers.
  ///
  /// The round serves timers that are due at `now` and were added or moved before it began. Timers that are added or
  /// moved later wait for the next round. So a timer that adds itself again and again does not starve the others.
  @inlinable
  package func beginRound(at now: Moment) -> Round {
    Round(moment: now, end: nextOrder)
  }

  /// A round of serving; see ``beginRound(at:)``.
  @usableFromInline
  package struct Round: Sendable {
    /// The moment at which the round began.
    @usableFromInline package let moment: Moment

    /// The first order number that is not in the round.
    @usableFromInline let end: UInt64

    /// Whether the round is over although timers are due, because these timers were added or moved after the round
    /// began, or because all timers were renumbered.
    @usableFromInline package var leavesSome = false

    @inlinable
    init(moment: Moment, end: UInt64) {
      self.moment = moment
      self.end = end
    }
  }

  /// Removes the earliest due timer of a round and returns its payload, or returns `nil` when the round is over.
  ///
  /// Timers are served in the same order as by ``popFirst(dueBy:)``. Timers that were added or moved after the round
  /// began wait for the next round. At intervals, this method calls `look` with the addresses of the payloads that come
  /// next, so that the memory they point to can be prefetched in batches. See
  /// `TimingWheel/popFirst(dueBy:lookingAhead:_:)`.
  @inlinable @inline(__always)
  package mutating func popFirst(
    in round: inout Round, lookingAhead steps: Int = 0,
    _ look: (UnsafePointer<Payload>, Int) -> Void = { _, _ in }
  ) -> Payload? {
    let now = round.moment
    isAlarmOutdated = true
    // All timers have been renumbered since the round began, so this round is over. The next round serves the rest.
    guard round.end <= nextOrder else {
      round.leavesSome = true
      return nil
    }
    if lanes.count == 1 {
      let first = lanes[0].wheel.popFirst(
        dueBy: now, before: round.end, lookingAhead: steps, look)
      if let first { return first.payload }
      noteLeft(by: &round)
      return nil
    }
    while let first = earliest(dueBy: now) {
      if first.key.order < round.end {
        return lanes[first.lane].wheel.popFirst(dueBy: now, lookingAhead: steps, look)?.payload
      }
      guard first.key.deadline < now else { break }
      lanes[first.lane].wheel.core.postponeFirst(dueBy: now)
    }
    noteLeft(by: &round)
    return nil
  }

  @inlinable @inline(never)
  mutating func noteLeft(by round: inout Round) {
    round.leavesSome = earliest(dueBy: round.moment) != nil
  }

  /// Returns the lane and the key of the earliest timer if that timer is due.
  @inlinable
  mutating func earliest(dueBy now: Moment) -> (lane: Int, key: DeadlineKey)? {
    var first: (lane: Int, key: DeadlineKey)?
    for lane in 0..<lanes.count {
      guard let key = lanes[lane].wheel.first, key.deadline <= now else { continue }
      if let best = first, best.key < key { continue }
      first = (lane, key)
    }
    return first
  }

  /// The earliest moment at which the wake-up interval allows another wake-up.
  @inlinable
  var earliestWakeUp: Moment {
    let burst = wakeUpInterval &* Self.burst
    return Moment(nanoseconds: paidUntil > burst ? paidUntil - burst : 0)
  }

  /// Records that the alarm has gone off.
  @inlinable
  public mutating func wokeUp(at now: Moment) {
    isAlarmOutdated = true
    lastWakeUp = now
    guard wakeUpInterval > 0 else { return }
    paidUntil = max(paidUntil, now.nanoseconds).addingClamped(wakeUpInterval)
  }

  @inlinable @inline(__always)
  mutating func noteChange(in lane: Int) {
    if lanes[lane].wheel.mayHaveNewFirst { isAlarmOutdated = true }
  }

  @inlinable @inline(__always)
  mutating func takeOrder() -> UInt64 {
    if nextOrder == DeadlineKey.limit { renumber() }
    defer { nextOrder &+= 1 }
    return nextOrder
  }

  /// Renumbers all timers in their existing order; O(n log n). This happens after every 69 billion insertions and
  /// moves.
  @inlinable @inline(never)
  mutating func renumber() {
    var orders: [UInt64] = []
    for lane in 0..<lanes.count { lanes[lane].wheel.core.appendOrders(to: &orders) }
    orders.sort()
    for lane in 0..<lanes.count { lanes[lane].wheel.core.renumber(orders) }
    nextOrder = UInt64(orders.count) + 1
  }

  @inlinable @inline(__always)
  mutating func lane(for step: ToleranceStep) -> Int {
    for lane in 0..<lanes.count where lanes[lane].step == step { return lane }
    return addLane(for: step)
  }

  @inlinable @inline(never)
  mutating func addLane(for step: ToleranceStep) -> Int {
    lanes.append(Lane(step: step, now: lastWakeUp ?? start))
    return lanes.count - 1
  }
}
