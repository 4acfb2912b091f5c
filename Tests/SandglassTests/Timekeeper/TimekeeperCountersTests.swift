@testable import Sandglass
import SandglassCore
import SandglassTesting
import Testing

/// A time that does not advance, with an alarm that records its settings.
private final class RecordingTime: TimeSource {
  struct Setting {
    let moment: Moment?
    let leeway: Duration
  }

  private final class RecordingAlarm: Alarm {
    let settings: TimerNotes<Setting>

    init(_ settings: TimerNotes<Setting>) {
      self.settings = settings
    }

    func set(_ setting: AlarmSetting) {
      settings.note(Setting(moment: setting.moment, leeway: setting.leeway))
    }

    func invalidate() {}
  }

  let settings = TimerNotes<Setting>()

  var now: Moment { .origin + .seconds(1) }
  var sleepReading: SleepReading { SleepReading(moment: now, asleep: .zero) }
  var wallNow: WallMoment { WallMoment(secondsSince1970: 0) }
  var bootIdentity: BootIdentity? { nil }
  var takesLeeway: Bool { true }
  var wakeUpInterval: Duration { .zero }

  func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm { RecordingAlarm(settings) }
}

@Suite("Timekeeper: the cost of timers")
struct TimekeeperCountersTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }
  private var counters: TimekeeperCounters { time.timekeeper.counters }

  @Test("Law 9: scheduling later timers does not set the alarm")
  func laterTimers() {
    timekeeper.schedule(after: .seconds(1)) { _ in }
    #expect(counters.alarmSettings == 1)
    var calls: [ScheduledCall] = []
    for number in 0..<1000 {
      calls.append(timekeeper.schedule(after: .seconds(1 + number)) { _ in })
    }
    #expect(counters.alarmSettings == 1)
    for call in calls { timekeeper.reschedule(call, to: time.now + .seconds(5000)) }
    for call in calls { timekeeper.cancel(call) }
    #expect(counters.alarmSettings == 1)
    #expect(counters.waiting == 1)
  }

  @Test("Law 9: the alarm is set when the earliest deadline moves in either direction")
  func earliestMoves() {
    let start = time.now
    let first = timekeeper.schedule(at: start + .seconds(10)) { _ in }
    timekeeper.schedule(at: start + .seconds(20)) { _ in }
    #expect(counters.alarmSettings == 1)
    let earlier = timekeeper.schedule(at: start + .seconds(5)) { _ in }
    #expect(counters.alarmSettings == 2)
    timekeeper.cancel(earlier)
    #expect(counters.alarmSettings == 3)
    timekeeper.reschedule(first, to: start + .seconds(15))
    #expect(counters.alarmSettings == 4)
    timekeeper.reschedule(first, to: start + .seconds(15))
    #expect(counters.alarmSettings == 4)
    time.advance(by: .seconds(14))
    #expect(counters.wakeUps == 0)
    time.advance(by: .seconds(1))
    #expect(counters.wakeUps == 1)
    #expect(counters.firings == 1)
  }

  @Test("Law 9: cancelling the last timer clears the alarm, and then there are no wake-ups")
  func nothingDue() {
    let call = timekeeper.schedule(after: .seconds(1)) { _ in }
    timekeeper.cancel(call)
    #expect(counters.alarmSettings == 2)
    time.advance(by: .seconds(3600))
    #expect(counters.wakeUps == 0)
    #expect(counters.firings == 0)
    #expect(counters.alarmSettings == 2)
  }

  @Test("Law 9: a thousand timers with one deadline cost one wake-up and one setting")
  func oneInstant() {
    for _ in 0..<1000 { timekeeper.schedule(after: .seconds(1)) { _ in } }
    time.advance(by: .seconds(2))
    #expect(
      counters
        == TimekeeperCounters(
          waiting: 0, firings: 1000, wakeUps: 1, alarmSettings: 1, undelivered: 0))
  }

  @Test("Law 9: a repeating timer costs one wake-up and one setting for each tick")
  func repeating() {
    let timer = RepeatingTimer(every: .seconds(1), queue: nil, on: timekeeper) { _ in }
    time.advance(by: .seconds(100))
    #expect(
      counters
        == TimekeeperCounters(
          waiting: 1, firings: 100, wakeUps: 100, alarmSettings: 101, undelivered: 0))
    timer.cancel()
    #expect(counters.waiting == 0)
  }

  @Test("Law 9: reading the counters does not set the alarm")
  func asking() {
    timekeeper.schedule(after: .seconds(1)) { _ in }
    for _ in 0..<10 { _ = counters }
    #expect(counters.alarmSettings == 1)
  }

  @Test("Law 9: actions that schedule during a round set the alarm once")
  func whileServing() {
    for _ in 0..<10 {
      timekeeper.schedule(after: .seconds(1)) { [timekeeper] now in
        timekeeper.schedule(at: now) { _ in }
        timekeeper.schedule(at: now + .seconds(5)) { _ in }
      }
    }
    time.advance(by: .seconds(1))
    #expect(
      counters
        == TimekeeperCounters(
          waiting: 10, firings: 20, wakeUps: 1, alarmSettings: 2, undelivered: 0))
  }

  @Test("Law 9: with tolerances many timers share wake-ups, and a single timer is on time")
  func tolerance() {
    let time = VirtualTime(honorsTolerance: true)
    let timekeeper = time.timekeeper
    let start = time.now
    let moments = TimerNotes<Moment>()
    timekeeper.schedule(after: .seconds(1), tolerance: .milliseconds(17)) { moments.note($0) }
    time.advance(by: .seconds(2))
    #expect(moments.values == [start + .seconds(1)])
    for number in 0..<1000 {
      timekeeper.schedule(after: .milliseconds(number), tolerance: .milliseconds(17)) { _ in }
    }
    let before = timekeeper.counters.wakeUps
    time.advance(by: .seconds(2))
    #expect(timekeeper.counters.firings == 1001)
    #expect(timekeeper.counters.wakeUps - before <= 60)
  }

  @Test("Law 9: the leeway is what all timers tolerate, and the alarm is set again when it shrinks")
  func leeway() {
    let time = RecordingTime()
    let timekeeper = Timekeeper(time: time)
    let start = timekeeper.now
    let tolerant = timekeeper.schedule(after: .seconds(1), tolerance: .milliseconds(500)) { _ in }
    let exact = timekeeper.schedule(after: .seconds(1) + .milliseconds(20)) { _ in }
    timekeeper.schedule(after: .seconds(2)) { _ in }
    timekeeper.cancel(exact)
    timekeeper.cancel(tolerant)
    let settings = time.settings.values
    #expect(settings.map(\.moment) == [.seconds(1), .seconds(1), .seconds(2)].map { start + $0 })
    #expect(settings.map(\.leeway) == [.milliseconds(500), .milliseconds(20), .zero])
  }

  @Test("without tolerance, in virtual time, each timer is exactly on time")
  func noTolerance() {
    let start = time.now
    let moments = TimerNotes<Moment>()
    for number in 0..<50 {
      timekeeper.schedule(after: .milliseconds(number), tolerance: .seconds(60)) {
        moments.note($0)
      }
    }
    time.advance(by: .seconds(2))
    #expect(moments.values == (0..<50).map { start + .milliseconds($0) })
  }
}
