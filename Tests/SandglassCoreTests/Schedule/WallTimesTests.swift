import SandglassCore
import SandglassTestSupport
import Testing

private func wall(_ nanoseconds: Int128) -> WallMoment {
  WallMoment(nanosecondsSince1970: nanoseconds)
}

@Suite("WallTimes: multiples of an interval")
struct WallTimesTests {
  private let halfMinutes = WallTimes.multiples(of: .seconds(30))

  private func next(_ times: WallTimes, _ seconds: Int64) -> Int128? {
    times.next(after: WallMoment(secondsSince1970: seconds)).map {
      $0.nanosecondsSince1970 / 1_000_000_000
    }
  }

  @Test("the next time is always later, also before 1970")
  func multiples() {
    #expect(next(halfMinutes, 0) == 30)
    #expect(next(halfMinutes, 29) == 30)
    #expect(next(halfMinutes, 30) == 60)
    #expect(next(halfMinutes, -1) == 0)
    #expect(next(halfMinutes, -30) == 0)
    #expect(next(halfMinutes, -31) == -30)
    #expect(halfMinutes.next(after: wall(29_999_999_999)) == wall(30_000_000_000))
    #expect(halfMinutes.next(after: wall(30_000_000_000)) == wall(60_000_000_000))
  }

  @Test("an offset moves each time, and may be negative or longer than the interval")
  func offsets() {
    for offset in [10, 40, -20, -50] {
      let times = WallTimes.multiples(of: .seconds(30), offset: .seconds(offset))
      #expect(next(times, 0) == 10)
      #expect(next(times, 10) == 40)
      #expect(next(times, -21) == -20)
    }
  }

  @Test("an interval is rounded up to nanoseconds, and saturates at 584 years")
  func extremes() {
    let finest = WallTimes.multiples(of: Duration(attoseconds: 1))
    #expect(finest.next(after: wall(7)) == wall(8))
    let longest = WallTimes.multiples(of: .seconds(Int64.max))
    #expect(longest.next(after: wall(0)) == wall(Int128(UInt64.max)))
    for times in [finest, longest, halfMinutes, .multiples(of: .seconds(30), offset: .seconds(7))] {
      #expect(times.next(after: wall(.max)) == nil)
      #expect(times.next(after: wall(.min)).map { $0 > wall(.min) } == true)
    }
    for offset in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
      let times = WallTimes.multiples(of: .seconds(60), offset: offset)
      let next = times.next(after: wall(0))
      #expect(next.map { $0 > wall(0) && $0 <= wall(60_000_000_000) } == true)
    }
  }

  #if os(macOS) || os(Linux)
    @Test("an interval of zero traps", .programs)
    func intervalZero() async {
      await #expect(processExitsWith: .failure) { _ = WallTimes.multiples(of: .zero) }
    }

    @Test("a negative interval traps", .programs)
    func intervalNegative() async {
      await #expect(processExitsWith: .failure) { _ = WallTimes.multiples(of: .seconds(-1)) }
    }
  #endif

  private func previous(_ times: WallTimes, _ seconds: Int64) -> Int128? {
    times.previous(before: WallMoment(secondsSince1970: seconds)).map {
      $0.nanosecondsSince1970 / 1_000_000_000
    }
  }

  @Test("the previous time is always earlier, also before 1970 and with an offset")
  func previous() {
    #expect(previous(halfMinutes, 30) == 0)
    #expect(previous(halfMinutes, 31) == 30)
    #expect(previous(halfMinutes, 0) == -30)
    #expect(previous(halfMinutes, -30) == -60)
    #expect(halfMinutes.previous(before: wall(1)) == wall(0))
    for offset in [10, 40, -20, -50] {
      let times = WallTimes.multiples(of: .seconds(30), offset: .seconds(offset))
      #expect(previous(times, 10) == -20)
      #expect(previous(times, 11) == 10)
    }
    for times in [halfMinutes, .multiples(of: .seconds(Int64.max))] {
      #expect(times.previous(before: wall(.min)) == nil)
      #expect(times.previous(before: wall(.max)).map { $0 < wall(.max) } == true)
    }
  }

  @Test("the previous time of a rule, whatever the distances of its times are")
  func previousOfRule() {
    #expect(WallTimes { _ in nil }.previous(before: wall(0)) == nil)
    #expect(WallTimes { $0 }.previous(before: wall(0)) == nil)
    let once = WallTimes { $0 < wall(9) ? wall(9) : nil }
    #expect(once.previous(before: wall(9)) == nil)
    #expect(once.previous(before: wall(10)) == wall(9))
    #expect(once.previous(before: .latest) == wall(9))
  }

  @Test("a rule that does not go on has no next time")
  func stuck() {
    let stuck = WallTimes { $0 }
    #expect(stuck.next(after: wall(0)) == nil)
  }
}

@Suite("WallSchedule: times on the wall clock")
struct WallScheduleTests {
  private func schedule(
    _ times: WallTimes, _ policy: MissedTickPolicy, limit: Int? = nil
  ) -> WallSchedule {
    WallSchedule(
      times, options: TickOptions(missedTicks: policy, limit: limit), from: Moment(nanoseconds: 0),
      wall: wall(0))
  }

  private func ticks(
    _ schedule: inout WallSchedule, at now: Moment, wall: WallMoment
  ) -> [Tick] {
    var ticks: [Tick] = []
    while var run = schedule.run(at: now, wall: wall, atMost: .max) {
      while let tick = run.popFirst() { ticks.append(tick) }
    }
    return ticks
  }

  @Test("Law 5: a clock that is set by centuries gives one tick with the number of missed ones")
  func centuries() {
    var schedule = schedule(.multiples(of: .seconds(1)), .skip)
    let late = WallMoment(secondsSince1970: 1_000_000_000_000) + .milliseconds(500)
    let told = ticks(&schedule, at: Moment(nanoseconds: 5), wall: late)
    #expect(told.map(\.missed) == [999_999_999_999])
    #expect(told.map(\.wallTime) == [WallMoment(secondsSince1970: 1_000_000_000_000)])
    #expect(told.map(\.scheduled) == [.origin])
    #expect(schedule.due == Moment(nanoseconds: 500_000_005))
  }

  @Test("a rule's times are counted up to ten thousand, and the latest is found all the same")
  func manyTimes() {
    for policy in MissedTickPolicy.allCases {
      let minutes = WallTimes { WallTimes.multiples(of: .seconds(60)).next(after: $0) }
      var schedule = schedule(minutes, policy)
      let told = ticks(
        &schedule, at: .origin, wall: WallMoment(secondsSince1970: 60 * 1_000_000 + 1))
      #expect(told.count == (policy == .burst ? 10_001 : 1))
      #expect(told.last?.missed == 10_000)
      #expect(told.last?.wallTime == WallMoment(secondsSince1970: 60 * 1_000_000))
      #expect(schedule.due == .origin + .seconds(59))
    }
  }

  @Test("times that never come end the schedule, and a limit of zero does too")
  func never() {
    #expect(schedule(WallTimes { _ in nil }, .skip).due == nil)
    #expect(schedule(.multiples(of: .seconds(1)), .skip, limit: 0).due == nil)
    var last = schedule(
      WallTimes { $0 < wall(9) ? wall(9) : nil }, .skip)
    #expect(ticks(&last, at: .origin, wall: wall(9)).map(\.wallTime) == [wall(9)])
    #expect(last.due == nil)
    #expect(last.extraRun(at: .origin, wall: wall(10)) == nil)
  }

  @Test("a rule that changes is followed from now on, and what was due before still comes")
  func changedRule() {
    let rule = Rule()
    var schedule = schedule(
      WallTimes { WallTimes.multiples(of: .seconds(60), offset: rule.offset).next(after: $0) },
      .skip)
    #expect(ticks(&schedule, at: .origin, wall: wall(0) + .seconds(60)).count == 1)
    rule.offset = .seconds(20)
    // By the new rule, the time at 20 was passed, but it is not due.
    schedule.follow(wall(0) + .seconds(90), at: .origin)
    #expect(schedule.due == .origin + .seconds(50))
    rule.offset = .seconds(30)
    let told = ticks(&schedule, at: .origin, wall: wall(0) + .seconds(145))
    #expect(told.map(\.wallTime) == [wall(0) + .seconds(140)])
    #expect(schedule.due == .origin + .seconds(5))
  }
}

/// Sendable: only one test uses it, on one thread.
private final class Rule: @unchecked Sendable {
  var offset = Duration.zero
}

@Suite("WallTimes: random rules", .random)
struct WallTimesRandomTests {
  @Test("the previous time is the latest one in a list, found with few questions")
  func againstList() {
    var random = SeededGenerator(for: "WallTimesRandomTests.againstList")
    for _ in 0..<repetitions(100_000) {
      var list = [Int64(random.number(-1_000...1_000))]
      for _ in 0..<random.number(0...30) {
        list.append(list[list.count - 1] + 1 + Int64(random.nextOfAnySize(bits: 0...40)))
      }
      let asked = Count()
      let times = WallTimes { [list] instant in
        asked.value += 1
        return list.lazy.map { wall(Int128($0)) }.first { $0 > instant }
      }
      let end = random.once(in: 2) ? list[random.number(0...list.count - 1)] : list[0] + 500
      let expected = list.last { $0 < end }.map { wall(Int128($0)) }
      let found = times.previous(before: wall(Int128(end)))
      guard found == expected, asked.value < 200 else {
        Issue.record("before \(end): \(String(describing: found)), \(asked.value), \(list)")
        return
      }
    }
  }
}

/// Sendable: only one test uses it, on one thread.
private final class Count: @unchecked Sendable {
  var value = 0
}
