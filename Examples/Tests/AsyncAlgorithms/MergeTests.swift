import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

@Suite("merge in virtual time", .timeLimit(.minutes(1)))
struct MergeTests {
  /// The tasks of a merge are its own, so the virtual time does not know when they have settled. Both wait again once
  /// the reader has what they produced.
  @Test("two timers are merged in the order of their instants")
  func merge() async throws {
    let time = VirtualTime()
    let clock = time.clock
    let start = time.now
    let merged = Task {
      let fast = AsyncTimerSequence(interval: .seconds(2), clock: clock).map { ("fast", $0) }
      let slow = AsyncTimerSequence(interval: .seconds(5), clock: clock).map { ("slow", $0) }
      var reported: [String] = []
      for await (name, instant) in AsyncAlgorithms.merge(fast, slow).prefix(4) {
        reported.append("\(name) at \((instant - start) / .seconds(1))")
      }
      return reported
    }
    for _ in 1...6 {
      await time.waitForSleepers(2)
      time.advance(by: .seconds(1))
    }
    #expect(
      await merged.value == ["fast at 2.0", "fast at 4.0", "slow at 5.0", "fast at 6.0"])
  }
}
