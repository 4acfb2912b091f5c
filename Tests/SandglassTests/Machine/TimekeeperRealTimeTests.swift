import Dispatch
import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@Suite("Timekeeper: in real time", .machine, .timeLimit(.minutes(10)))
struct TimekeeperRealTimeTests {
  private struct Firing {
    let number: Int
    let deadline: Moment
    let served: Moment
    let called: Moment
  }

  @Test("a sleep ends after its deadline, or immediately if its task is cancelled")
  func sleep() async throws {
    let timekeeper = Timekeeper()
    let start = timekeeper.now
    try await timekeeper.sleep(for: .milliseconds(20))
    #expect(timekeeper.now - start >= .milliseconds(20))
    let task = Task { try await timekeeper.sleep(for: .seconds(3600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a countdown finishes in real time")
  func countdown() async {
    let countdown = Countdown(
      .milliseconds(100), options: CountdownOptions(unit: .milliseconds(20)))
    // Subscribe before the start: the countdown may be over before this task runs again.
    var readings = countdown.readings.makeAsyncIterator()
    countdown.start()
    var shown: [Int] = []
    while let reading = await readings.next() { shown.append(reading.shown) }
    #expect(countdown.isFinished && shown.allSatisfy { (1...5).contains($0) })
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("Law 2: of 500 random deadlines none is early, and they are served in order")
  func neverEarly() async {
    var random = SeededGenerator(for: "random deadlines")
    let timekeeper = Timekeeper()
    let firings = TimerNotes<Firing>()
    // Coarse steps, so that some deadlines are equal.
    let delays = (0..<500).map { _ in Int64.random(in: 0...2000, using: &random) }
    // While an action schedules them, none is served, however long that takes.
    timekeeper.schedule(after: .zero) { now in
      for (number, delay) in delays.enumerated() {
        let deadline = now + .microseconds(100 * delay)
        timekeeper.schedule(at: deadline) { served in
          firings.note(
            Firing(number: number, deadline: deadline, served: served, called: SteadyClock.now))
        }
      }
    }
    await firings.wait(for: 500)
    let values = firings.values
    #expect(values.allSatisfy { $0.served >= $0.deadline && $0.called >= $0.served })
    for (first, second) in zip(values, values.dropFirst()) {
      #expect((first.deadline, first.number) < (second.deadline, second.number))
    }
    #expect(timekeeper.counters.firings == 501)
  }

  @Test("Laws 2, 9: with a tolerance none is early either, and there are few wake-ups")
  func tolerance() async {
    var random = SeededGenerator(for: "random deadlines with tolerance")
    let timekeeper = Timekeeper()
    let moments = TimerNotes<(deadline: Moment, served: Moment)>()
    let delays = (0..<500).map { _ in Int64.random(in: 20_000...220_000, using: &random) }
    // While an action schedules them, none is served, however long that takes.
    timekeeper.schedule(after: .zero) { now in
      for delay in delays {
        let deadline = now + .microseconds(delay)
        timekeeper.schedule(at: deadline, tolerance: .milliseconds(20)) {
          moments.note((deadline, $0))
        }
      }
    }
    await moments.wait(for: 500)
    #expect(moments.values.allSatisfy { $0.served >= $0.deadline })
    // 200 ms in steps of 17 ms.
    #expect(timekeeper.counters.wakeUps <= 15)
  }

  @Test("Law 7: when many threads schedule, move and cancel, each call is made or cancelled once")
  func manyThreads() async {
    let timekeeper = Timekeeper()
    let threads = 8
    let callsOfEach = 500
    let made = Locked([Int](repeating: 0, count: threads * callsOfEach))
    let cancelled = Locked([Int](repeating: 0, count: threads * callsOfEach))
    let all = Locked([ScheduledCall?](repeating: nil, count: threads * callsOfEach))
    let end = timekeeper.now + .milliseconds(200)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ UInt64(thread))
      for step in 0..<callsOfEach {
        let number = thread * callsOfEach + step
        let randomDeadline: (inout SeededGenerator) -> Moment = { random in
          end - .microseconds(Int64.random(in: 0...200_000, using: &random))
        }
        let tolerance = Duration.milliseconds(Int.random(in: 0...3, using: &random))
        let call = timekeeper.schedule(at: randomDeadline(&random), tolerance: tolerance) { _ in
          made.withLock { $0[number] += 1 }
        }
        all.withLock { $0[number] = call }
        // A call that this thread or another one scheduled.
        let other = Int.random(in: 0..<threads * callsOfEach, using: &random)
        guard let otherCall = all.withLock({ $0[other] }) else { continue }
        if Bool.random(using: &random) {
          timekeeper.reschedule(otherCall, to: randomDeadline(&random))
        } else if timekeeper.cancel(otherCall) {
          cancelled.withLock { $0[other] += 1 }
        }
      }
    }
    let last = TimerNotes<Void>()
    timekeeper.schedule(at: max(end, timekeeper.now) + .milliseconds(10)) { _ in last.note(()) }
    await last.wait(for: 1)
    let ends = zip(made.withLock { $0 }, cancelled.withLock { $0 }).map { $0 + $1 }
    #expect(ends.allSatisfy { $0 == 1 })
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("Law 7: threads that only cancel and schedule the earliest call do not lose the alarm")
  func alarmIsNotLost() async throws {
    let timekeeper = Timekeeper()
    let sleeps = (0..<4).map { _ in
      Task {
        for number in 0..<200 {
          let decoy = timekeeper.schedule(after: .microseconds(50)) { _ in }
          try await timekeeper.sleep(for: .microseconds(number))
          timekeeper.cancel(decoy)
        }
      }
    }
    for sleep in sleeps { try await sleep.value }
  }

  @Test("an action that schedules the next one keeps running")
  func chain() async {
    let timekeeper = Timekeeper()
    let notes = TimerNotes<Moment>()
    scheduleNext(on: timekeeper, notes: notes)
    await notes.wait(for: 200)
    #expect(zip(notes.values, notes.values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  private func scheduleNext(on timekeeper: Timekeeper, notes: TimerNotes<Moment>) {
    timekeeper.schedule(after: .microseconds(100)) { now in
      notes.note(now)
      if notes.count < 200 { scheduleNext(on: timekeeper, notes: notes) }
    }
  }

  @Test("the shared timekeeper works, and there is only one")
  func shared() async throws {
    #expect(Timekeeper.shared === Timekeeper.shared)
    try await Timekeeper.shared.sleep(for: .milliseconds(1))
    #expect(Timekeeper.shared.bootIdentity == Timekeeper().bootIdentity)
  }

  @Test("Law 2: the clock is not early in real time, and retains its timekeeper")
  func realTime() async throws {
    let clock = Timekeeper()
    let deadline = clock.now + .milliseconds(5)
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test("Law 2: calls on the continuous and the suspending clock are not early")
  func realClocks() async throws {
    try await sleepOn(ContinuousClock())
    try await sleepOn(SuspendingClock())
  }

  private func sleepOn(_ clock: some Clock<Duration>) async throws {
    let timekeeper = Timekeeper(clock: clock)
    for number in 1...20 {
      let start = clock.now
      let delay = Duration.microseconds(211 * number)
      try await timekeeper.sleep(for: delay)
      #expect(start.duration(to: clock.now) >= delay)
    }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("timers fire with the system's alarm")
  func fires() async {
    let timekeeper = Timekeeper(wall: { WallMoment(secondsSince1970: 0) })
    let notes = TimerNotes<Moment>()
    let deadline = timekeeper.now + .milliseconds(5)
    timekeeper.schedule(at: deadline) { notes.note($0) }
    await notes.wait(for: 1)
    #expect(notes.values.allSatisfy { $0 >= deadline })
  }

  @Test("Law 10: callbacks run on the main actor unless a queue is specified")
  func onMain() async {
    let ticks = TimerNotes<Void>()
    let timer = RepeatingTimer(every: .milliseconds(1)) { _ in
      MainActor.assertIsolated()
      dispatchPrecondition(condition: .onQueue(.main))
      ticks.note(())
    }
    await ticks.wait(for: 3)
    timer.cancel()
  }

  @Test("callbacks run on the specified queue")
  func onQueue() async {
    let queue = DispatchQueue(label: "ticks")
    let ticks = TimerNotes<Void>()
    let timekeeper = Timekeeper()
    let timer = RepeatingTimer(every: .milliseconds(1), queue: queue, on: timekeeper) { _ in
      dispatchPrecondition(condition: .onQueue(queue))
      ticks.note(())
    }
    await ticks.wait(for: 3)
    timer.cancel()
  }
}
