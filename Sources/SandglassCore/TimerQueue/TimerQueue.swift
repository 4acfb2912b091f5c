/// The timers of a timekeeper and the instant at which they want to be woken.
///
/// Each timer has a deadline and a tolerance. The tolerance is a rate limit, not a delay: a
/// timer that is alone is due at its deadline, and in a crowd the alarm is set to the least
/// `max(deadline, last wake-up + tolerance)`, where every wake-up serves all whose deadline has
/// come. No timer is later than its tolerance, and timers of one tolerance cost at most one
/// wake-up in that time, however many they are.
///
/// A queue that is made with an interval of wake-ups is in addition never woken more often than that
/// for long: beyond a burst of sixteen wake-ups the next ones wait until the interval allows them,
/// as with the generic cell rate algorithm of ITU-T I.371. Even a million timers without
/// tolerance cannot keep a thread busy just sleeping and waking.
///
/// There is one ``TimingWheel`` for each step of tolerance in use, so that every operation is
/// as cheap as in a wheel. All of it can be inlined, so that each client gets code that is
/// specialised for its payload.
public struct TimerQueue<Payload>: ~Copyable {
  /// What names a timer in the queue, in eight bytes; harmless once that is gone.
  ///
  /// To another queue than its own it names some other timer, or none.
  public struct Token: Sendable, Hashable {
    /// The entry's node in its wheel, and above it the number of the lane: there are sixteen at most.
    @usableFromInline let location: UInt32
    @usableFromInline let generation: UInt32

    @inlinable static var nodeBits: UInt32 { UInt32(Listing.nodeBits) }

    @inlinable @inline(__always)
    init(timer: TimerToken, lane: Int) {
      // A wheel has fewer nodes than that.
      assert(timer.index >> Self.nodeBits == 0, "A node index out of range")
      location = UInt32(truncatingIfNeeded: lane) << Self.nodeBits | timer.index
      generation = timer.generation
    }

    /// Makes the token whose ``bits`` these are.
    @inlinable
    package init(bits: UInt64) {
      location = UInt32(truncatingIfNeeded: bits)
      generation = UInt32(truncatingIfNeeded: bits >> 32)
    }

    /// The token as a number, for what holds numbers alone.
    @inlinable
    package var bits: UInt64 { UInt64(generation) << 32 | UInt64(location) }

    @inlinable
    var timer: TimerToken {
      TimerToken(index: location & (1 << Self.nodeBits - 1), generation: generation)
    }

    @inlinable
    var lane: Int { Int(location >> Self.nodeBits) }
  }

  /// The timers of one step of tolerance.
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

  /// The interval of wake-ups in nanoseconds; zero for as many as there are deadlines.
  @usableFromInline let wakeUpInterval: UInt64

  /// When the wake-ups so far would have come, had they kept to the interval.
  @usableFromInline var paidUntil: UInt64 = 0

  /// How many wake-ups may come one right after the other.
  @usableFromInline static var burst: UInt64 { 16 }

  /// Whether the alarm may be another one than when it was last asked for.
  ///
  /// Most changes leave the earliest timer alone: then nobody need ask.
  @inlinable
  public var mayHaveNewAlarm: Bool { isAlarmOutdated }
  @usableFromInline var isAlarmOutdated = true

  /// When the queue last knew what time it was: there its wheels begin.
  @usableFromInline var start: Moment

  /// Makes a queue without timers.
  ///
  /// - Parameters:
  ///   - now: The present moment. Any will do, but the nearer it is to the deadlines, the better
  ///     they are told apart.
  ///   - wakeUpInterval: The least time between wake-ups in the long run; zero or less for none.
  @inlinable
  public init(now: Moment = .origin, wakeUpInterval: Duration = .zero) {
    self.init(now: now, wakeUpInterval: wakeUpInterval, firstOrder: 1)
  }

  /// Makes a queue that counts insertions and moves from `firstOrder`.
  @inlinable
  package init(now: Moment, wakeUpInterval: Duration, firstOrder: UInt64) {
    start = now
    nextOrder = firstOrder
    self.wakeUpInterval = wakeUpInterval.clampedNanoseconds
  }

  /// The number of timers that wait.
  @inlinable
  public var count: Int {
    var count = 0
    for lane in 0..<lanes.count { count += lanes[lane].wheel.count }
    return count
  }

  /// The instant to be woken at; nil when nothing waits.
  @inlinable
  public var alarm: Moment? {
    mutating get { alarmAndLeeway?.alarm }
  }

  /// The instant to be woken at, and how many nanoseconds later no timer exceeds its tolerance yet; nil when
  /// nothing waits.
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

  /// Shows all timers with their keys and their tolerances in nanoseconds, in no order; O(n), for debugging.
  ///
  /// The keys of all timers compare with each other: sorted, they are in the order in which the timers come.
  @inlinable
  package func forEach(
    _ body: (_ key: DeadlineKey, _ tolerance: UInt64, _ payload: borrowing Payload) -> Void
  ) {
    for lane in 0..<lanes.count {
      let tolerance = lanes[lane].step.nanoseconds
      lanes[lane].wheel.forEach { key, payload in body(key, tolerance, payload) }
    }
  }

  /// Adds a timer; a deadline that has passed is legal, and due at once. O(1).
  ///
  /// The queue must hold fewer than 2^28 timers of that step of tolerance.
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

  /// Takes a timer out; nil if it is gone already. O(1).
  @inlinable @inline(__always)
  public mutating func remove(_ token: Token) -> Payload? {
    guard token.lane < lanes.count else { return nil }
    let payload = lanes[token.lane].wheel.remove(token.timer)
    noteChange(in: token.lane)
    return payload
  }

  /// Gives a timer another deadline, behind all others of that instant; false if it is gone. O(1).
  @inlinable @inline(__always)
  public mutating func move(_ token: Token, to deadline: Moment) -> Bool {
    guard token.lane < lanes.count else { return false }
    let isMoved = lanes[token.lane].wheel.move(token.timer, to: deadline, order: takeOrder())
    noteChange(in: token.lane)
    return isMoved
  }

  /// Takes out the earliest timer whose deadline has come, if there is one.
  ///
  /// Timers come in the order of their deadlines, and with equal deadlines in the order in which
  /// they were added or moved.
  @inlinable
  public mutating func popFirst(dueBy now: Moment) -> Payload? {
    isAlarmOutdated = true
    guard let first = earliest(dueBy: now) else { return nil }
    return lanes[first.lane].wheel.popFirst(dueBy: now)?.payload
  }

  /// Begins a round of serving.
  ///
  /// The round serves what is due at `now` and was added or moved before it began; what has been added since
  /// waits for the next round. So a timer that adds itself again and again starves no other.
  @inlinable
  package func beginRound(at now: Moment) -> Round {
    Round(moment: now, end: nextOrder)
  }

  /// A round of serving; see ``beginRound(at:)``.
  @usableFromInline
  package struct Round: Sendable {
    /// When it began.
    @usableFromInline package let moment: Moment

    /// The first order number that is not in the round.
    @usableFromInline let end: UInt64

    /// Whether the round is over though something is due, which was added since it began.
    @usableFromInline package var leavesSome = false

    @inlinable
    init(moment: Moment, end: UInt64) {
      self.moment = moment
      self.end = end
    }
  }

  /// Takes out the earliest timer of a round whose deadline has come; nil when the round is over.
  ///
  /// Timers come in the order of ``popFirst(dueBy:)``, and those that were added since the round began
  /// after all others. Now and then `look` is shown where the payloads lie that come next, so that what they
  /// point to can be fetched for many at once. See `TimingWheel/popFirst(dueBy:lookingAhead:_:)`.
  @inlinable @inline(__always)
  package mutating func popFirst(
    in round: inout Round, lookingAhead steps: Int = 0,
    _ look: (UnsafePointer<Payload>, Int) -> Void = { _, _ in }
  ) -> Payload? {
    let now = round.moment
    isAlarmOutdated = true
    // All entries were renumbered since: this round is over, and the next one serves what is left.
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

  /// The earliest timer whose deadline has come, and where it is.
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

  /// When the queue may be woken again, as far as the interval of wake-ups goes.
  @inlinable
  var earliestWakeUp: Moment {
    let burst = wakeUpInterval &* Self.burst
    return Moment(nanoseconds: paidUntil > burst ? paidUntil - burst : 0)
  }

  /// Notes that the alarm has rung.
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

  /// Numbers all timers anew, in the order they have: O(n log n), once in 69 billion times.
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
