import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

/// A keyboard whose reader asks for each key, and so shows that it has handled the one before.
private struct Keyboard {
  private let keys = AsyncStream.makeStream(of: String.self)
  private let requests = AsyncStream.makeStream(of: Void.self)

  var typed: AsyncStream<String> {
    AsyncStream { [keys, requests] in
      requests.continuation.yield()
      return await keys.stream.first { _ in true }
    }
  }

  func waitForRequest() async {
    await requests.stream.first { true }
  }

  /// Types a text, and returns once the reader has handled it.
  func type(_ text: String) async {
    keys.continuation.yield(text)
    await waitForRequest()
  }

  func finish() {
    keys.continuation.finish()
  }
}

@Suite("debounce in virtual time", .timeLimit(.minutes(1)))
struct DebounceTests {
  /// The tasks of a debounce are its own, so the virtual time does not know when they have settled. Each line waits for
  /// what it needs.
  @Test("a search field is debounced: each pause of half a second ends one search")
  func debounce() async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
      let clock = time.clock
      let start = time.now
      let keyboard = Keyboard()
      let (found, results) = AsyncStream.makeStream(of: String.self)
      let searches = Task {
        for await text in keyboard.typed.debounce(for: .milliseconds(500), clock: clock) {
          results.yield("\(text) at \((clock.now - start) / .seconds(1))")
        }
        results.finish()
      }
      var search = found.makeAsyncIterator()
      await keyboard.waitForRequest()
      for (text, pause) in [("s", 200), ("sa", 200), ("san", 500)] {
        await keyboard.type(text)
        await time.waitForSleepers(1)
        time.advance(by: .milliseconds(pause))
      }
      #expect(await search.next() == "san at 0.9")
      time.advance(by: .milliseconds(1_100))
      await keyboard.type("sand")
      await time.waitForSleepers(1)
      time.advance(by: .milliseconds(500))
      #expect(await search.next() == "sand at 2.5")
      keyboard.finish()
      #expect(await search.next() == nil)
      await searches.value
      #expect(time.tasksWaiting == [])
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
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
