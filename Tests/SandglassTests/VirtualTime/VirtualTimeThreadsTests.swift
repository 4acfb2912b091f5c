import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@Suite(
  "VirtualTime: tasks that sleep while another thread advances", .machine, .timeLimit(.minutes(5)))
struct VirtualTimeThreadsTests {
  @Test("a sleep that begins while the time passes its deadline ends in that advance")
  func sleepsThatBeginMeanwhile() async throws {
    for _ in 0..<repetitions(100_000, atLeast: 2_000) {
      let time = VirtualTime()
      let start = time.now
      let sleeper = Task {
        try await time.timekeeper.sleep(until: start + .milliseconds(500))
        try await time.timekeeper.sleep(until: start + .milliseconds(900))
      }
      await time.waitForSleepers(1)
      time.advance(by: .milliseconds(900))
      try await sleeper.value
    }
  }
}
