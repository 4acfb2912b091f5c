import SandglassCore
import SandglassTestSupport
import Testing

private func ms(_ milliseconds: Double) -> Moment {
  Moment(nanoseconds: 1_000_000_000 + UInt64(milliseconds * 1_000_000))
}

extension RepeatingSchedule {
  /// Every tick that is due at `now`.
  fileprivate mutating func ticks(at now: Moment) -> [Tick] {
    var ticks: [Tick] = []
    while ticks.count < 10, let tick = tick(at: now) { ticks.append(tick) }
    return ticks
  }
}

private func tick(_ index: Int, scheduled: Moment, at now: Moment, missed: Int = 0) -> Tick {
  Tick(index: index, scheduled: scheduled, now: now, missed: missed)
}

@Suite("RepeatingSchedule")
struct RepeatingScheduleTests {
  /// An interval of 1 s whose tick 0 is due immediately. Ticks 0 and 1 have been reported on time.
  private func beforeStall(_ missedTicks: MissedTickPolicy) -> RepeatingSchedule {
    var schedule = RepeatingSchedule(
      every: .seconds(1), from: ms(0), first: .immediately, missedTicks: missedTicks)
    _ = schedule.tick(at: ms(0))
    _ = schedule.tick(at: ms(1_000))
    return schedule
  }

  @Test("the first tick is due one interval after the start")
  func firstAfterInterval() {
    var schedule = RepeatingSchedule(every: .milliseconds(250), from: ms(0))
    #expect(schedule.due == ms(250))
    #expect(schedule.tick(at: ms(0)) == nil)
    #expect(schedule.tick(at: ms(250)) == tick(0, scheduled: ms(250), at: ms(250)))
    #expect(schedule.due == ms(500))
  }

  @Test("the first tick can be due at the start")
  func firstImmediately() {
    var schedule = RepeatingSchedule(every: .milliseconds(250), from: ms(0), first: .immediately)
    #expect(schedule.due == ms(0))
    #expect(schedule.tick(at: ms(0)) == tick(0, scheduled: ms(0), at: ms(0)))
    #expect(schedule.tick(at: ms(0)) == nil)
    #expect(schedule.due == ms(250))
  }

  @Test(
    "Law 2: no tick is early, not even by a nanosecond",
    arguments: [FirstTick.immediately, .afterInterval])
  func neverEarly(first: FirstTick) throws {
    var schedule = RepeatingSchedule(every: .nanoseconds(333), from: ms(0), first: first)
    for _ in 0..<100 {
      let due = try #require(schedule.due)
      #expect(schedule.tick(at: due - .nanoseconds(1)) == nil)
      #expect(schedule.tick(at: due)?.lateness == .zero)
    }
  }

  @Test("Law 2: a fraction of a nanosecond in the interval is rounded to a later instant")
  func roundsLate() {
    let schedule = RepeatingSchedule(every: Duration(attoseconds: 1), from: ms(0))
    #expect(schedule.due == ms(0) + .nanoseconds(1))
  }

  // MARK: - Missed ticks

  @Test("Law 5: `skip` reports one tick for all missed ticks and keeps the rhythm")
  func skip() {
    var schedule = beforeStall(.skip)
    #expect(
      schedule.ticks(at: ms(4_500)) == [tick(4, scheduled: ms(4_000), at: ms(4_500), missed: 2)])
    #expect(schedule.due == ms(5_000))
    #expect(schedule.ticks(at: ms(5_000)) == [tick(5, scheduled: ms(5_000), at: ms(5_000))])
    #expect(schedule.ticks(at: ms(6_000)) == [tick(6, scheduled: ms(6_000), at: ms(6_000))])
  }

  @Test("Law 5: `burst` reports every tick, and the missed ones immediately")
  func burst() {
    var schedule = beforeStall(.burst)
    #expect(
      schedule.ticks(at: ms(4_500)) == [
        tick(2, scheduled: ms(2_000), at: ms(4_500)),
        tick(3, scheduled: ms(3_000), at: ms(4_500)),
        tick(4, scheduled: ms(4_000), at: ms(4_500)),
      ])
    #expect(schedule.due == ms(5_000))
    #expect(schedule.ticks(at: ms(5_000)) == [tick(5, scheduled: ms(5_000), at: ms(5_000))])
  }

  @Test("Law 5: `delay` reports one tick for all missed ticks and starts a new rhythm")
  func delay() {
    var schedule = beforeStall(.delay)
    #expect(
      schedule.ticks(at: ms(4_500)) == [tick(4, scheduled: ms(4_000), at: ms(4_500), missed: 2)])
    #expect(schedule.due == ms(5_500))
    #expect(schedule.ticks(at: ms(5_500)) == [tick(5, scheduled: ms(5_500), at: ms(5_500))])
    #expect(schedule.due == ms(6_500))
  }

  @Test("Law 5: a tick that is exactly one interval late is the next tick, with one missed")
  func exactlyOneIntervalLate() {
    var skip = beforeStall(.skip)
    #expect(
      skip.ticks(at: ms(3_000)) == [tick(3, scheduled: ms(3_000), at: ms(3_000), missed: 1)])
    #expect(skip.due == ms(4_000))
    var burst = beforeStall(.burst)
    #expect(burst.ticks(at: ms(3_000)).map(\.index) == [2, 3])
  }

  @Test("Law 5: `delay` keeps its rhythm up to 5 ms of lateness")
  func delayThreshold() {
    var punctual = beforeStall(.delay)
    _ = punctual.tick(at: ms(2_005))
    #expect(punctual.due == ms(3_000))
    var late = beforeStall(.delay)
    _ = late.tick(at: ms(2_005) + .nanoseconds(1))
    #expect(late.due == ms(3_005) + .nanoseconds(1))
  }

  @Test("Law 5: `delay` keeps its rhythm up to the tolerance if that is larger than 5 ms")
  func delayTolerance() {
    let start = RepeatingSchedule(
      every: .seconds(1), from: ms(0), missedTicks: .delay, tolerance: .milliseconds(20))
    var punctual = start
    _ = punctual.tick(at: ms(1_020))
    #expect(punctual.due == ms(2_000))
    var late = start
    _ = late.tick(at: ms(1_020) + .nanoseconds(1))
    #expect(late.due == ms(2_020) + .nanoseconds(1))
  }

  @Test("Law 5: ticks that `delay` still reports do not count as missed")
  func delayCountsOnlyWhatItDrops() {
    var schedule = RepeatingSchedule(
      every: .milliseconds(1), from: ms(0), first: .immediately, missedTicks: .delay)
    let ticks = schedule.ticks(at: ms(4))
    #expect(ticks.map(\.index) == [0, 1, 2, 3, 4])
    #expect(ticks.map(\.missed) == [0, 0, 0, 0, 0])
    #expect(schedule.due == ms(5))
  }

  @Test(
    "Law 5: a tick that is late within its tolerance does not count as missed",
    arguments: MissedTickPolicy.allCases.filter { $0 != .burst })
  func toleranceExcuses(missedTicks: MissedTickPolicy) {
    // Ticks at 1 s, 2 s, 3 s …, each of which may be 2.5 s late.
    let start = RepeatingSchedule(
      every: .seconds(1), from: ms(0), missedTicks: missedTicks, tolerance: .milliseconds(2_500))
    func missed(at now: Moment) -> Int {
      var schedule = start
      return schedule.ticks(at: now).map(\.missed).reduce(0, +)
    }
    #expect(missed(at: ms(1_000)) == 0)
    #expect(missed(at: ms(3_500)) == 0)
    #expect(missed(at: ms(3_500) + .nanoseconds(1)) == 1)
    #expect(missed(at: ms(4_500)) == 1)
    #expect(missed(at: ms(4_500) + .nanoseconds(1)) == 2)
  }

  @Test("Law 2: with a tolerance of an hour, no tick is early")
  func toleranceIsNotEarliness() {
    var schedule = RepeatingSchedule(every: .seconds(1), from: ms(0), tolerance: .seconds(3_600))
    #expect(schedule.tick(at: ms(999)) == nil)
    #expect(schedule.due == ms(1_000))
  }

  // MARK: - Limits

  @Test(
    "a limit is the number of reported ticks, with every policy",
    arguments: MissedTickPolicy.allCases, [0, 1, 2, 7])
  func limit(missedTicks: MissedTickPolicy, limit: Int) {
    var schedule = RepeatingSchedule(
      every: .seconds(1), from: ms(0), missedTicks: missedTicks, limit: limit)
    #expect((schedule.due == nil) == (limit == 0))
    var reported = 0
    for second in stride(from: 1_500.0, through: 60_000, by: 2_500) {
      reported += schedule.ticks(at: ms(second)).count
    }
    #expect(reported == limit)
    #expect(schedule.due == nil)
    #expect(schedule.tick(at: .distantFuture) == nil)
    #expect(schedule.extraTick(at: ms(61_000)) == nil)
  }

  @Test("a burst stops at the limit")
  func burstStopsAtLimit() {
    var schedule = RepeatingSchedule(
      every: .seconds(1), from: ms(0), missedTicks: .burst, limit: 3)
    #expect(schedule.ticks(at: ms(10_000)).map(\.index) == [0, 1, 2])
    #expect(schedule.due == nil)
  }

  // MARK: - Extra ticks and moving

  @Test("an extra tick does not change the rhythm, and counts towards the limit")
  func extraTick() {
    var schedule = RepeatingSchedule(every: .seconds(1), from: ms(0), limit: 3)
    #expect(schedule.extraTick(at: ms(300)) == tick(0, scheduled: ms(300), at: ms(300)))
    #expect(schedule.due == ms(1_000))
    #expect(schedule.tick(at: ms(1_000)) == tick(1, scheduled: ms(1_000), at: ms(1_000)))
    #expect(schedule.extraTick(at: ms(1_200)) == tick(2, scheduled: ms(1_200), at: ms(1_200)))
    #expect(schedule.due == nil)
    #expect(schedule.extraTick(at: ms(1_300)) == nil)
    #expect(schedule.tick(at: ms(2_000)) == nil)
  }

  @Test("moving makes the next tick due at the given moment, and the rhythm continues from there")
  func move() {
    var schedule = RepeatingSchedule(every: .seconds(1), from: ms(0))
    _ = schedule.tick(at: ms(1_000))
    schedule.move(to: ms(1_700))
    #expect(schedule.due == ms(1_700))
    #expect(schedule.tick(at: ms(1_699)) == nil)
    #expect(schedule.tick(at: ms(1_700)) == tick(1, scheduled: ms(1_700), at: ms(1_700)))
    #expect(schedule.due == ms(2_700))
    schedule.move(to: ms(2_000))
    #expect(schedule.tick(at: ms(2_000))?.index == 2)
  }

  @Test("moving does not restart a schedule that has reported its last tick")
  func moveAfterLimit() {
    var schedule = RepeatingSchedule(every: .seconds(1), from: ms(0), limit: 1)
    _ = schedule.tick(at: ms(1_000))
    schedule.move(to: ms(2_000))
    #expect(schedule.due == nil)
    #expect(schedule.tick(at: ms(2_000)) == nil)
  }

  // MARK: - The far future

  @Test("an instant beyond the distant future is never due", arguments: MissedTickPolicy.allCases)
  func saturates(missedTicks: MissedTickPolicy) {
    let centuries = Duration.seconds(300 * 366 * 86_400)
    var schedule = RepeatingSchedule(
      every: centuries, from: .origin, first: .immediately, missedTicks: missedTicks)
    #expect(schedule.ticks(at: .origin).map(\.index) == [0])
    #expect(schedule.ticks(at: .origin + centuries).map(\.index) == [1])
    #expect(schedule.due == .distantFuture)
    #expect(schedule.ticks(at: .distantFuture).isEmpty)
  }

  @Test("a stall until the distant future is reported in one step, and ends the schedule")
  func endOfTime() {
    var schedule = RepeatingSchedule(every: .nanoseconds(1), from: .origin)
    let ticks = schedule.ticks(at: .distantFuture)
    #expect(ticks.map(\.missed) == [.max])
    #expect(ticks.map(\.index) == [.max])
    #expect(schedule.due == .distantFuture)
    schedule.move(to: ms(0))
    #expect(schedule.tick(at: ms(0))?.index == .max)
  }

  @Test("an interval and a tolerance longer than the range of moments are valid")
  func longestInterval() {
    let longest = Duration(attoseconds: .max)
    var schedule = RepeatingSchedule(every: longest, from: ms(0), tolerance: longest)
    #expect(schedule.due == .distantFuture)
    #expect(schedule.tick(at: ms(1)) == nil)
  }

  // MARK: - Misuse

  #if os(macOS) || os(Linux)
    @Test("an interval of zero traps", .programs)
    func intervalZero() async {
      await #expect(processExitsWith: .failure) {
        _ = RepeatingSchedule(every: .zero, from: .origin)
      }
    }

    @Test("a negative interval traps", .programs)
    func intervalNegative() async {
      await #expect(processExitsWith: .failure) {
        _ = RepeatingSchedule(every: .nanoseconds(-1), from: .origin)
      }
    }
  #endif

  @Test("a negative tolerance counts as zero: a tick that is late by any time may have missed some")
  func toleranceNegative() {
    for tolerance in [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)] {
      var schedule = RepeatingSchedule(every: .seconds(1), from: .origin, tolerance: tolerance)
      #expect(schedule.tick(at: .origin + .seconds(3))?.missed == 2)
    }
  }

  #if os(macOS) || os(Linux)
    @Test("a negative limit traps", .programs)
    func limitNegative() async {
      await #expect(processExitsWith: .failure) {
        _ = RepeatingSchedule(every: .seconds(1), from: .origin, limit: -1)
      }
    }

    @Test("the smallest interval, a tolerance of zero and a limit of zero do not trap", .programs)
    func leastValues() async {
      await #expect(processExitsWith: .success) {
        _ = RepeatingSchedule(
          every: .nanoseconds(1), from: .origin, limit: 0, tolerance: .zero)
      }
    }
  #endif
}
