import Foundation
import Sandglass
import SandglassTesting
import Testing

@Suite("VirtualTime: waiting tasks, and running until there are none", .timeLimit(.minutes(10)))
struct VirtualTimeWaitingTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("run() advances as far as tasks wait, and no further")
  func untilNobodyWaits() async throws {
    let start = time.now
    let timer = RepeatingTimer(every: .seconds(1), on: timekeeper) { _ in }
    let task = time.task { [timekeeper] in
      try await timekeeper.sleep(for: .seconds(10))
      for await _ in Ticks(every: .seconds(1), options: TickOptions(limit: 3), on: timekeeper) {}
      for await _ in Countdown.started(.seconds(2), on: timekeeper).readings {}
      try await timekeeper.sleep(for: .seconds(3600))
    }
    let run = await time.run()
    #expect(run.tasksWaiting == [])
    #expect(run.hasSettled)
    #expect(time.now == start + .seconds(3615))
    try await task.value
    timer.cancel()
  }

  @Test("without waiting tasks, run() delivers only what is due, and does not advance the time")
  func nobodyWaits() async {
    let start = time.now
    let calls = TimerNotes<Int>()
    timekeeper.schedule(at: start) { _ in calls.note(1) }
    timekeeper.schedule(after: .seconds(1)) { _ in calls.note(2) }
    #expect(await time.run() == time.run())
    #expect(time.now == start)
    #expect(calls.values == [1])
  }

  @Test("a task that sleeps repeatedly is stopped at the limit, and named in the result")
  func limit() async throws {
    let start = time.now
    let task = time.task("heartbeat") { [timekeeper] in
      while true { try await timekeeper.sleep(for: .seconds(4)) }
    }
    let run = await time.run(upTo: .seconds(10))
    #expect(time.now == start + .seconds(10))
    #expect(run.tasksWaiting.map(\.name) == ["heartbeat"])
    #expect(run.tasksWaiting.map(\.deadline) == [start + .seconds(12)])
    #expect(run.tasksWaiting.map(\.description) == ["heartbeat, until \(start + .seconds(12))"])
    await time.run(upTo: .seconds(-1))
    #expect(time.now == start + .seconds(10))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.tasksWaiting == [])
  }

  @Test("run() does not wait for a task that waits for something else")
  func nothingIsDue() async throws {
    let start = time.now
    let countdown = Countdown.started(.seconds(10), on: timekeeper)
    countdown.pause()
    let task = time.task("reader") {
      for await reading in countdown.readings where reading.shown < 0 {}
    }
    let run = await time.run()
    #expect(time.now == start)
    #expect(run.tasksWaiting.map(\.description) == ["reader, for a reading"])
    countdown.resume()
    #expect(await time.run().tasksWaiting == [])
    #expect(time.now == start + .seconds(10))
    try await task.value
  }

  @Test("sleepers are listed in the order of their deadlines, and children with their task's name")
  func order() async throws {
    let start = time.now
    let parent = time.task("parent") { [timekeeper] in
      async let late: Void = timekeeper.sleep(for: .seconds(3))
      async let early: Void = timekeeper.sleep(for: .seconds(1))
      _ = try await (late, early)
    }
    let plain = Task { [timekeeper] in try await timekeeper.sleep(for: .seconds(2)) }
    await time.waitForSleepers(3)
    #expect(time.tasksWaiting.map(\.name) == ["parent", nil, "parent"])
    #expect(time.tasksWaiting.map(\.deadline) == [1, 2, 3].map { start + .seconds($0) })
    #expect(time.tasksWaiting[1].description == "a plain task, until \(start + .seconds(2))")
    let waiting = time.tasksWaiting[1]
    // The end of a plain task cannot be seen.
    #expect(await time.run().plainTasksGivenUp == [waiting])
    #expect(time.now == start + .seconds(3))
    try await parent.value
    try await plain.value
  }

  @Test("the wall clock can be read and set as a date")
  func dates() {
    let time = VirtualTime(wall: Date(timeIntervalSince1970: 1_000))
    #expect(time.wallNow == WallMoment(secondsSince1970: 1_000))
    time.advance(by: .seconds(5))
    #expect(time.wallDate == Date(timeIntervalSince1970: 1_005))
    let countdown = Countdown(
      until: Date(timeIntervalSince1970: 2_010), on: time.timekeeper)
    countdown.start()
    time.setWallClock(to: Date(timeIntervalSince1970: 2_000))
    #expect(countdown.shown == 10)
    #expect(time.wallDate == Date(timeIntervalSince1970: 2_000))
  }
}
