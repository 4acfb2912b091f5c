import SandglassCore
import SandglassTestSupport
import Testing

@Suite("RepeatingSchedule: changing the interval")
struct RepeatingScheduleIntervalTests {
  private func moment(_ nanoseconds: UInt64) -> Moment { Moment(nanoseconds: nanoseconds) }

  private func schedule(
    every interval: Int64, first: FirstTick = .afterInterval,
    missedTicks: MissedTickPolicy = .skip
  ) -> RepeatingSchedule {
    RepeatingSchedule(
      every: .nanoseconds(interval), from: moment(100), first: first, missedTicks: missedTicks)
  }

  @Test("when counted from now, the next tick is one new interval away")
  func fromNow() {
    var schedule = schedule(every: 10)
    schedule.setInterval(.nanoseconds(3), at: moment(104))
    #expect(schedule.interval == .nanoseconds(3))
    #expect(schedule.due == moment(107))
    let tick = schedule.tick(at: moment(107))
    #expect(tick?.index == 0)
    #expect(schedule.due == moment(110))
  }

  @Test("when counted from the latest tick, the time since that tick counts")
  func fromLatestTick() {
    var schedule = schedule(every: 10)
    _ = schedule.tick(at: moment(110))
    schedule.setInterval(.nanoseconds(7), from: .latestTick, at: moment(112))
    #expect(schedule.due == moment(117))
    schedule.setInterval(.nanoseconds(20), from: .latestTick, at: moment(116))
    #expect(schedule.due == moment(130))
  }

  @Test(
    "when counted from the latest tick, a tick in the past is due immediately, and none is missed"
  )
  func atOnce() {
    var schedule = schedule(every: 60)
    schedule.setInterval(.nanoseconds(1), from: .latestTick, at: moment(130))
    #expect(schedule.due == moment(130))
    let tick = schedule.tick(at: moment(130))
    #expect(tick?.missed == 0 && tick?.index == 0 && tick?.lateness == .zero)
    #expect(schedule.due == moment(131))
  }

  @Test(
    "the start counts as the latest tick, unless the first tick is due at the start",
    arguments: [true, false])
  func beforeTheFirst(isImmediate: Bool) {
    var schedule = RepeatingSchedule(
      every: .nanoseconds(10), from: moment(200), first: isImmediate ? .immediately : .afterInterval
    )
    schedule.setInterval(.nanoseconds(4), from: .latestTick, at: moment(100))
    #expect(schedule.due == moment(isImmediate ? 200 : 204))
  }

  @Test("an interval of centuries can become a short one")
  func centuries() {
    var schedule = RepeatingSchedule(every: .seconds(Int64.max), from: moment(100))
    #expect(schedule.due == .distantFuture)
    schedule.setInterval(.nanoseconds(50), from: .latestTick, at: moment(120))
    #expect(schedule.due == moment(150))
    schedule.setInterval(.seconds(Int64.max), at: moment(120))
    #expect(schedule.due == .distantFuture)
    #expect(schedule.interval == Moment.distantFuture - .origin)
  }

  @Test("a tick that is due stays due, and the following ticks are counted from it")
  func due() {
    for start in IntervalStart.allCases {
      var schedule = schedule(every: 10, missedTicks: .burst)
      schedule.setInterval(.nanoseconds(3), from: start, at: moment(112))
      #expect(schedule.due == moment(110))
      let tick = schedule.tick(at: moment(112))
      #expect(tick?.scheduled == moment(110))
      #expect(schedule.due == moment(113))
    }
  }

  @Test("Law 5: ticks that are missed after the change are counted with the new interval")
  func missed() {
    var schedule = schedule(every: 10)
    _ = schedule.tick(at: moment(110))
    schedule.setInterval(.nanoseconds(2), at: moment(110))
    let tick = schedule.tick(at: moment(119))
    #expect(tick?.missed == 3 && tick?.scheduled == moment(118) && tick?.index == 4)
  }

  @Test("a pause does not change the time since the latest tick")
  func paused() {
    var schedule = schedule(every: 10)
    _ = schedule.tick(at: moment(110))
    schedule.move(to: moment(206))  // Paused at 114, and resumed at 200.
    schedule.setInterval(.nanoseconds(8), from: .latestTick, at: moment(200))
    #expect(schedule.due == moment(204))
  }

  @Test("a limit applies across changes of the interval")
  func limit() {
    var schedule = RepeatingSchedule(every: .nanoseconds(10), from: moment(100), limit: 2)
    _ = schedule.tick(at: moment(110))
    schedule.setInterval(.nanoseconds(1), at: moment(110))
    _ = schedule.tick(at: moment(111))
    #expect(schedule.due == nil)
    schedule.setInterval(.nanoseconds(1), at: moment(111))
    let tick = schedule.tick(at: moment(200))
    #expect(schedule.due == nil && tick == nil)
  }

  #if os(macOS) || os(Linux)
    @Test("an interval of zero or less traps", .programs)
    func trap() async {
      await #expect(processExitsWith: .failure) {
        var schedule = RepeatingSchedule(every: .seconds(1), from: .origin)
        schedule.setInterval(.zero, at: .origin)
      }
    }
  #endif
}
