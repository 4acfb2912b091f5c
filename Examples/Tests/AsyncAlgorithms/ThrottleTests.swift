import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

@Suite("throttle in virtual time", .timeLimit(.minutes(1)))
struct ThrottleTests {
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a slider that moves every 100 ms is reported once in 350 ms, with its latest position")
  func throttle() async throws {
    let time = VirtualTime()
    let clock = time.clock
    let start = time.now
    let (moved, slider) = AsyncStream.makeStream(of: Int.self)
    let reported = time.task("told") {
      var reported: [String] = []
      for await place in moved._throttle(for: .milliseconds(350), clock: clock) {
        reported.append("\(place) at \((clock.now - start) / .milliseconds(1))")
      }
      return reported
    }
    time.task("moving") {
      for place in 0..<10 {
        slider.yield(place)
        try await clock.sleep(for: .milliseconds(100))
      }
      slider.finish()
    }
    let run = await time.run()
    #expect(run.tasksWaitingElsewhere == [])
    #expect(try await reported.value == ["0 at 0.0", "4 at 400.0", "8 at 800.0", "9 at 1150.0"])
  }
}
