import Dispatch
import Sandglass
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

/// A time that does not advance, with an alarm that does nothing. It counts the hops to queues.
private final class CountingTime: TimeSource {
  let moment = Locked(Moment.origin)
  let hops = TimerNotes<String>()

  var now: Moment { moment.withLock { $0 } }
  var sleepReading: SleepReading { SleepReading(moment: now, asleep: .zero) }
  var wallNow: WallMoment { WallMoment(secondsSince1970: 0) }
  var bootIdentity: BootIdentity? { nil }
  var takesLeeway: Bool { false }
  var wakeUpInterval: Duration { .zero }

  func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm { SilentAlarm() }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    hops.note(queue.label)
    queue.async(execute: work)
  }
}

@Suite("RepeatingTimer: the queue and the order of its ticks", .timeLimit(.minutes(10)))
struct RepeatingTimerDeliveryTests {
  let time = VirtualTime()

  @Test(
    "ticks are delivered on the specified queue, also a global one, in virtual time",
    arguments: [DispatchQueue(label: "ticks"), .global(qos: .default), .global(qos: .utility)])
  func onQueue(_ queue: DispatchQueue) {
    let ticks = TimerNotes<Void>()
    let timer = RepeatingTimer(every: .seconds(1), queue: queue, on: time.timekeeper) { _ in
      dispatchPrecondition(condition: .onQueue(queue))
      ticks.note(())
    }
    time.advance(by: .seconds(3))
    #expect(ticks.count == 3)
    timer.cancel()
  }

  @Test("Law 10: the specified main queue and the default share one order and one hop")
  @MainActor
  func mainQueueByName() async {
    let time = CountingTime()
    let timekeeper = Timekeeper(time: time)
    let reported = TimerNotes<Int>()
    let timers = (0..<20).map { number in
      let interval = Duration.milliseconds(10 + number)
      return number.isMultiple(of: 2)
        ? RepeatingTimer(every: interval, queue: .main, on: timekeeper) { _ in reported.note(number)
        }
        : RepeatingTimer(every: interval, on: timekeeper) { _ in reported.note(number) }
    }
    time.moment.withLock { $0 = .origin + .seconds(1) }
    timekeeper.serve()
    #expect(time.hops.count == 1)
    await reported.wait(for: 20)
    #expect(reported.values == Array(0..<20))
    for timer in timers { timer.cancel() }
  }

  @Test("without a queue, ticks are delivered before the next timer is served")
  func onNoQueue() {
    let notes = TimerNotes<String>()
    let timers = ["a", "b"].map { name in
      RepeatingTimer(every: .seconds(1), queue: nil, on: time.timekeeper) { _ in notes.note(name) }
    }
    time.advance(by: .seconds(2))
    #expect(notes.values == ["a", "b", "a", "b"])
    for timer in timers { timer.cancel() }
  }

  @Test("Law 10: ticks of many timers are delivered in the order of their instants")
  @MainActor
  func inOrder() {
    var reported: [Moment] = []
    var timers: [RepeatingTimer] = []
    for interval in [7, 11, 13, 17, 19] {
      timers.append(
        RepeatingTimer(every: .milliseconds(interval), on: time.timekeeper) {
          reported.append($0.scheduled)
        }
      )
    }
    time.advance(by: .seconds(1))
    #expect(reported.count == 142 + 90 + 76 + 58 + 52)
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 <= $1 })
    for timer in timers { timer.cancel() }
  }

  @Test("Law 10: many ticks that are due together cost one hop per queue")
  @MainActor
  func oneHop() async {
    let time = CountingTime()
    let timekeeper = Timekeeper(time: time)
    let queue = DispatchQueue(label: "ticks")
    let reported = TimerNotes<Int>()
    var timers: [RepeatingTimer] = []
    for number in 0..<100 {
      timers.append(
        RepeatingTimer(every: .milliseconds(10 + number), on: timekeeper) { _ in
          reported.note(number)
        }
      )
      timers.append(
        RepeatingTimer(every: .milliseconds(10 + number), queue: queue, on: timekeeper) { _ in
          reported.note(1000 + number)
        })
    }
    time.moment.withLock { $0 = .origin + .seconds(1) }
    timekeeper.serve()
    #expect(time.hops.count == 2)
    await reported.wait(for: 200)
    #expect(reported.values.filter { $0 < 1000 } == Array(0..<100))
    #expect(reported.values.filter { $0 >= 1000 } == Array(1000..<1100))
    #expect(time.hops.count == 2)
    for timer in timers { timer.cancel() }
  }

  @Test("Law 10: ticks that are added during a hop are delivered by the next one")
  @MainActor
  func nextHop() async {
    let time = CountingTime()
    let timekeeper = Timekeeper(time: time)
    let reported = TimerNotes<String>()
    let other = RepeatingTimer(every: .seconds(1), on: timekeeper) { _ in reported.note("other") }
    let timer = RepeatingTimer(every: .seconds(1), on: timekeeper) { _ in
      reported.note("begin")
      other.fire()
      other.fire()
      reported.note("end")
    }
    timer.fire()
    await reported.wait(for: 4)
    #expect(reported.values == ["begin", "end", "other", "other"])
    #expect(time.hops.count == 2)
    timer.cancel()
    other.cancel()
  }
}

@Suite("RepeatingTimer: invalid values trap")
struct RepeatingTimerTrapTests {
  #if os(macOS) || os(Linux)
    @Test("an interval of zero traps", .programs)
    func zero() async {
      await #expect(processExitsWith: .failure) {
        _ = RepeatingTimer(every: .zero, queue: nil) { _ in }
      }
    }

    @Test("a negative interval traps", .programs)
    func negative() async {
      await #expect(processExitsWith: .failure) {
        _ = RepeatingTimer(every: .nanoseconds(-1)) { _ in }
      }
    }

    @Test("an interval of zero in a sequence traps", .programs)
    func sequence() async {
      await #expect(processExitsWith: .failure) {
        _ = Ticks(every: .zero)
      }
    }

    @Test("a negative limit traps", .programs)
    func limit() async {
      await #expect(processExitsWith: .failure) {
        _ = TickOptions(limit: -1)
      }
    }

    @Test("the smallest interval is valid", .programs)
    func least() async {
      await #expect(processExitsWith: .success) {
        _ = RepeatingTimer(every: Duration(attoseconds: 1), queue: nil) { _ in }
      }
    }
  #endif
}
