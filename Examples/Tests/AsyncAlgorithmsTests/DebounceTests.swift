import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

@Suite("debounce in virtual time", .timeLimit(.minutes(1)))
struct DebounceTests {
  @Test("a search field is debounced: each pause of half a second ends one search")
  func debounce() async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
      let clock = time.clock
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
      #expect(run.tasksWaiting == [])
      #expect(try await searches.value == ["san at 0.9", "sand at 2.5"])
    }
  }

  @Test("a task that waits for input without end does not delay the run")
  func idle() async throws {
    let time = VirtualTime()
    let (typed, keyboard) = AsyncStream.makeStream(of: String.self)
    let searches = time.task("searches") {
      for await _ in typed.debounce(for: .milliseconds(500), clock: time.clock) {}
    }
    let run = await time.run(for: .seconds(3_600))
    #expect(run.tasksWaitingElsewhere == ["searches"])
    keyboard.finish()
    try await searches.value
  }
}
