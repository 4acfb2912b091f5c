import Sandglass
import SandglassTesting
import Testing

/// What a task was told, and when.
private struct Told: Equatable, Sendable {
  let index: Int
  let missed: Int
  let lateness: Duration
  let at: Duration
}

@Suite("Ticks: an asynchronous sequence, in virtual time", .timeLimit(.minutes(10)))
struct TicksTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  /// Iterates in a task and takes `work` for each tick.
  private func reported(
    options: TickOptions, work: [Duration], for duration: Duration
  ) async throws -> [Told] {
    let start = time.now
    let task = time.task { [timekeeper] in
      var reported: [Told] = []
      for await tick in Ticks(every: .seconds(1), options: options, on: timekeeper) {
        reported.append(
          Told(
            index: tick.index, missed: tick.missed, lateness: tick.lateness,
            at: timekeeper.now - start))
        if reported.count <= work.count {
          try await timekeeper.sleep(for: work[reported.count - 1])
        }
      }
      return reported
    }
    #expect(await time.run(for: duration).hasSettled)
    #expect(timekeeper.counters.waiting == 0)
    return try await task.value
  }

  @Test("ticks come each at its instant, up to the limit")
  func onTime() async throws {
    let reported = try await reported(options: TickOptions(limit: 3), work: [], for: .seconds(10))
    #expect(
      reported == (0..<3).map { Told(index: $0, missed: 0, lateness: .zero, at: .seconds($0 + 1)) })
  }

  @Test("the first tick comes at the start, if so chosen; a limit of zero ends at once")
  func first() async throws {
    let reported = try await reported(
      options: TickOptions(first: .immediately, limit: 2), work: [], for: .seconds(10))
    #expect(reported.map(\.at) == [.zero, .seconds(1)])
    var iterator = Ticks(every: .seconds(1), options: TickOptions(limit: 0), on: timekeeper)
      .makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test("Law 5: a slow receiver skips, and is told how many it missed")
  func slowSkip() async throws {
    let reported = try await reported(
      options: TickOptions(limit: 3), work: [.milliseconds(3500)], for: .seconds(10))
    #expect(
      reported == [
        Told(index: 0, missed: 0, lateness: .zero, at: .seconds(1)),
        Told(index: 3, missed: 2, lateness: .milliseconds(500), at: .milliseconds(4500)),
        Told(index: 4, missed: 0, lateness: .zero, at: .seconds(5)),
      ])
  }

  @Test("Law 5: a slow receiver of bursts is told everything")
  func slowBurst() async throws {
    let reported = try await reported(
      options: TickOptions(missedTicks: .burst, limit: 5), work: [.milliseconds(3500)],
      for: .seconds(10))
    #expect(reported.map(\.index) == [0, 1, 2, 3, 4])
    #expect(reported.map(\.at) == [1000, 4500, 4500, 4500, 5000].map { .milliseconds($0) })
  }

  @Test("Law 5: a slow receiver with delay goes on in a new rhythm")
  func slowDelay() async throws {
    let reported = try await reported(
      options: TickOptions(missedTicks: .delay, limit: 3), work: [.milliseconds(3500)],
      for: .seconds(10))
    #expect(reported.map(\.missed) == [0, 2, 0])
    #expect(reported.map(\.at) == [1000, 4500, 5500].map { .milliseconds($0) })
  }

  @Test("cancelling the task ends the sequence at once, and nothing waits any more")
  func cancelled() async throws {
    let task = time.task { [timekeeper] in
      var count = 0
      for await _ in Ticks(every: .seconds(1), on: timekeeper) { count += 1 }
      return count
    }
    await time.run(for: .seconds(3))
    task.cancel()
    #expect(try await task.value == 3)
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("cancelled while it is busy with a tick, the sequence ends after that")
  func cancelledWhileBusy() async throws {
    let (goAhead, busy) = (TimerNotes<Void>(), TimerNotes<Void>())
    let task = Task { [timekeeper] in
      var count = 0
      let options = TickOptions(first: .immediately, missedTicks: .burst)
      for await _ in Ticks(every: .seconds(1), options: options, on: timekeeper) {
        count += 1
        busy.note(())
        await goAhead.wait(for: 1)
      }
      return count
    }
    await busy.wait(for: 1)
    time.advance(by: .seconds(5))
    task.cancel()
    goAhead.note(())
    #expect(await task.value == 1)
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("after its end an iterator stays at its end")
  func staysEnded() async throws {
    let task = time.task { [timekeeper] in
      var iterator = Ticks(every: .seconds(1), options: TickOptions(limit: 1), on: timekeeper)
        .makeAsyncIterator()
      return [
        await iterator.next()?.index, await iterator.next()?.index, await iterator.next()?.index,
      ]
    }
    await time.run(for: .seconds(5))
    #expect(try await task.value == [0, nil, nil])
  }

  @Test("abandoned midway, it leaves nothing waiting")
  func abandoned() async throws {
    let task = time.task { [timekeeper] in
      for await tick in Ticks(every: .seconds(1), on: timekeeper) where tick.index == 2 { break }
      return timekeeper.counters.waiting
    }
    #expect(await time.run(for: .seconds(10)).hasSettled)
    #expect(try await task.value == 0)
    #expect(timekeeper.counters.wakeUps == 3)
  }

  @Test("an iterator that is made and never asked waits for nothing")
  func neverAsked() {
    let iterator = Ticks(every: .seconds(1), on: timekeeper).makeAsyncIterator()
    #expect(timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(10))
    #expect(timekeeper.counters.wakeUps == 0)
    _ = iterator
  }

  @Test("each iterator has a schedule of its own, from when it is made")
  func ownSchedules() async throws {
    let ticks = Ticks(every: .seconds(2), options: TickOptions(limit: 2), on: timekeeper)
    let start = time.now
    let iterate: @Sendable () async -> [Duration] = {
      var scheduled: [Duration] = []
      for await tick in ticks { scheduled.append(tick.scheduled - start) }
      return scheduled
    }
    let first = time.task { await iterate() }
    await time.waitForSleepers(1)
    time.advance(by: .seconds(1))
    let second = time.task { await iterate() }
    await time.run(for: .seconds(10))
    #expect(try await first.value == [.seconds(2), .seconds(4)])
    #expect(try await second.value == [.seconds(3), .seconds(5)])
  }

  @Test("Law 10: ticks arrive in the isolation of the task that iterates")
  @MainActor
  func isolation() async throws {
    let timekeeper = time.timekeeper
    let task = time.task { @MainActor in
      var count = 0
      for await _ in Ticks(every: .seconds(1), options: TickOptions(limit: 3), on: timekeeper) {
        MainActor.assertIsolated()
        count += 1
      }
      MainActor.assertIsolated()
      return count
    }
    #expect(await time.run(for: .seconds(10)).hasSettled)
    #expect(try await task.value == 3)
  }

  @Test("Law 2: in real time no tick is early")
  func realTime() async {
    let ticks = Ticks(every: .milliseconds(2), options: TickOptions(limit: 20))
    var count = 0
    for await tick in ticks {
      #expect(SteadyClock.now >= tick.scheduled)
      #expect(tick.lateness >= .zero)
      count += 1
    }
    #expect(count == 20)
  }
}
