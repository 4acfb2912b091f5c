import Sandglass
import SandglassTesting
import Testing

@Suite("Readings of a countdown")
struct ReadingsTests {
  let time = VirtualTime()

  private func shown(_ countdown: Countdown) -> Task<[Int], any Error> {
    time.task {
      var shown: [Int] = []
      for await reading in countdown.readings { shown.append(reading.shown) }
      return shown
    }
  }

  @Test("they begin with the current reading, and end at the finish")
  func presentReading() async throws {
    let countdown = Countdown.started(.seconds(5), on: time.timekeeper)
    time.advance(by: .milliseconds(2_500))
    let task = shown(countdown)
    #expect(await time.run(for: .seconds(5)).hasSettled)
    #expect(try await task.value == [3, 2, 1])
  }

  @Test("they wait for the start of an idle countdown")
  func waitsForTheStart() async throws {
    let countdown = Countdown(.seconds(2), on: time.timekeeper)
    let task = shown(countdown)
    #expect(await time.run(for: .seconds(60)).hasSettled)
    countdown.start()
    #expect(await time.run(for: .seconds(2)).hasSettled)
    #expect(try await task.value == [2, 1])
  }

  @Test("they end immediately for a finished countdown")
  func finished() async throws {
    let countdown = Countdown.started(.zero, on: time.timekeeper)
    #expect(try await shown(countdown).value == [])
  }

  @Test("they end when the countdown is cancelled, and immediately when it is released")
  func cancelled() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let task = shown(countdown)
    #expect(await time.run(for: .seconds(2)).hasSettled)
    countdown.cancel()
    #expect(try await task.value == [60, 59, 58])
    var iterator = Countdown(.seconds(1), on: time.timekeeper).readings.makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test("a restart ends the readings of the previous run")
  func restarted() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let task = shown(countdown)
    #expect(await time.run(for: .seconds(1)).hasSettled)
    countdown.restart()
    #expect(try await task.value == [60, 59])
    #expect(countdown.isRunning)
  }

  @Test("Law 6: cancelling the task that iterates does not change the countdown")
  func taskCancelled() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let task = shown(countdown)
    #expect(await time.run(for: .seconds(2)).hasSettled)
    task.cancel()
    #expect(try await task.value == [60, 59, 58])
    #expect(countdown.isRunning)
    let counters = time.timekeeper.counters
    time.advance(by: .seconds(50))
    #expect(time.timekeeper.counters.wakeUps == counters.wakeUps)
    time.advance(by: .seconds(8))
    #expect(countdown.end?.outcome == .finished)
  }

  @Test("Law 9: a cancelled task causes no more ticks, though its iterator is retained")
  func cancelledAndHeld() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    // Safe: only the task uses the iterator. Here it is only retained.
    nonisolated(unsafe) let held = countdown.readings.makeAsyncIterator()
    let task = time.task {
      var iterator = held
      while await iterator.next() != nil {}
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    task.cancel()
    try await task.value
    time.advance(by: .seconds(1))
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(30))
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    withExtendedLifetime(held) {}
    countdown.cancel()
  }

  @Test("a task that is cancelled before it iterates gets no reading")
  func cancelledBefore() async throws {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = countdown.readings.makeAsyncIterator()
      return await iterator.next()
    }
    #expect(await task.value == nil)
  }

  @Test("Law 6: an abandoned iteration leaves nothing behind")
  func abandoned() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let task = time.task {
      for await reading in countdown.readings where reading.shown == 58 { break }
    }
    #expect(await time.run(for: .seconds(5)).hasSettled)
    try await task.value
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(55))
    #expect(time.timekeeper.counters.wakeUps - wakeUps == 1)
  }

  @Test("Law 5: a slow reader gets the newest reading, with the number of missed ticks")
  func slowReader() async throws {
    let countdown = Countdown.started(.seconds(10), on: time.timekeeper)
    let timekeeper = time.timekeeper
    let task = time.task {
      var words: [String] = []
      for await reading in countdown.readings {
        words.append("\(reading.shown) missed \(reading.missed)")
        try await timekeeper.sleep(for: .milliseconds(3_500))
      }
      return words
    }
    #expect(await time.run(for: .seconds(30)).hasSettled)
    #expect(try await task.value == ["10 missed 0", "7 missed 2", "3 missed 3", "1 missed 1"])
  }

  @Test("Law 5: a reader that was busy until after the finish still gets the newest reading")
  func busyUntilTheEnd() async {
    let countdown = Countdown.started(.seconds(5), on: time.timekeeper)
    var readings = countdown.readings.makeAsyncIterator()
    #expect(await readings.next()?.shown == 5)
    time.advance(by: .seconds(10))
    let last = await readings.next()
    #expect(last?.shown == 1)
    #expect(last?.missed == 3)
    #expect(await readings.next() == nil)
  }

  @Test("Law 5: the ticks missed in a stall and by a slow reader are added up")
  func slowReaderAndStall() async throws {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    var iterator = countdown.readings.makeAsyncIterator()
    #expect(await iterator.next()?.shown == 60)
    time.advance(by: .seconds(1))
    time.freeze(for: .seconds(10))
    time.advance(by: .seconds(1))
    let reading = await iterator.next()
    #expect(reading?.shown == 48)
    // 59 and 49 were not taken, and nine were missed in the stall.
    #expect(reading?.missed == 11)
  }

  @Test("each iterator has its own subscription")
  func manyIterators() async throws {
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let tasks = (0..<10).map { _ in shown(countdown) }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    for task in tasks { #expect(try await task.value == [3, 2, 1]) }
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("they continue in overtime until it is stopped")
  func overtime() async throws {
    let countdown = Countdown(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    countdown.start()
    let task = time.task {
      var faces: [String] = []
      for await reading in countdown.readings { faces.append(reading.clockFace) }
      return faces
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    countdown.stopOvertime()
    #expect(try await task.value == ["0:01", "+0:00", "+0:01", "+0:02", "0:00"])
  }

  @Test("Law 6: pausing does not end them, and an extension delivers its reading immediately")
  func pauseAndExtend() async throws {
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let task = shown(countdown)
    #expect(await time.run(for: .milliseconds(1_500)).hasSettled)
    countdown.pause()
    #expect(await time.run(for: .seconds(60)).hasSettled)
    countdown.extend(by: .seconds(2))
    #expect(await time.run(for: .seconds(1)).hasSettled)
    countdown.resume()
    #expect(await time.run(for: .seconds(4)).hasSettled)
    #expect(try await task.value == [3, 2, 4, 3, 2, 1])
  }

  @MainActor
  @Test("Law 10: readings arrive in the isolation of the task that iterates")
  func isolation() async throws {
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let task = time.task { await readOnMainActor(countdown) }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    #expect(try await task.value == [3, 2, 1])
    let home = ReadingsHome()
    let other = Countdown.started(.seconds(2), on: time.timekeeper)
    let count = time.task { await home.read(other) }
    #expect(await time.run(for: .seconds(2)).hasSettled)
    #expect(try await count.value == 2)
  }
}

@MainActor
private func readOnMainActor(_ countdown: Countdown) async -> [Int] {
  var shown: [Int] = []
  for await reading in countdown.readings {
    MainActor.assertIsolated()
    shown.append(reading.shown)
  }
  MainActor.assertIsolated()
  return shown
}

/// An actor that reads.
private actor ReadingsHome {
  func read(_ countdown: Countdown) async -> Int {
    var count = 0
    for await _ in countdown.readings {
      self.assertIsolated()
      count += 1
    }
    return count
  }
}
