import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

/// A clock whose time is that of a timekeeper, for algorithms that take any clock.
struct TimekeeperClock: Clock {
  let timekeeper: Timekeeper

  var now: Moment { timekeeper.now }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Moment, tolerance: Duration?) async throws {
    try await timekeeper.sleep(until: deadline, tolerance: tolerance ?? .zero)
  }
}

@Suite("async-algorithms in virtual time", .timeLimit(.minutes(1)))
struct DebounceTests {
  @Test("a search field is debounced: each pause of half a second ends one search")
  func debounce() async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
      let clock = TimekeeperClock(timekeeper: time.timekeeper)
      let start = time.now
      let (typed, keyboard) = AsyncStream.makeStream(of: String.self)
      let searches = time.task("searches") {
        var searches: [String] = []
        for await text in typed.debounce(for: .milliseconds(500), clock: clock) {
          searches.append("\(text) at \((clock.now - start) / .seconds(1))")
        }
        return searches
      }
      time.task("typing") {
        for (text, pause) in [("s", 200), ("sa", 200), ("san", 1_600), ("sand", 100)] {
          keyboard.yield(text)
          try await clock.sleep(for: .milliseconds(pause))
        }
        try await clock.sleep(for: .seconds(5))
        keyboard.finish()
      }
      let run = await time.run(for: .seconds(10))
      #expect(run.tasksWaitingElsewhere == [])
      #expect(try await searches.value == ["san at 0.9", "sand at 2.5"])
    }
  }

  @Test("one that waits for a keyboard that nobody uses holds nothing up")
  func idle() async throws {
    let time = VirtualTime()
    let clock = TimekeeperClock(timekeeper: time.timekeeper)
    let (typed, keyboard) = AsyncStream.makeStream(of: String.self)
    let searches = time.task("searches") {
      for await _ in typed.debounce(for: .milliseconds(500), clock: clock) {}
    }
    let run = await time.run(for: .seconds(3_600))
    #expect(run.tasksWaitingElsewhere == ["searches"])
    keyboard.finish()
    try await searches.value
  }
}
