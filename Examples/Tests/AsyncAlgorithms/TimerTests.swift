import AsyncAlgorithms
import Sandglass
import SandglassTesting
import Testing

@Suite("AsyncTimerSequence in virtual time", .timeLimit(.minutes(1)))
struct TimerTests {
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("an hour of ticks, each at its instant")
  func timer() async throws {
    let time = VirtualTime()
    let clock = time.clock
    let start = time.now
    let instants = time.task("ticks") {
      var instants: [Moment] = []
      for await instant in AsyncTimerSequence(interval: .seconds(1), clock: clock).prefix(3_600) {
        instants.append(instant)
        #expect(instant == clock.now)
      }
      return instants
    }
    #expect(await time.run().tasksWaiting == [])
    #expect(try await instants.value == (1...3_600).map { start + .seconds($0) })
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a sequence without an end is stopped at the limit, and named in the result")
  func endless() async throws {
    let time = VirtualTime()
    let start = time.now
    let ticks = time.task("ticks") {
      for await _ in AsyncTimerSequence(interval: .seconds(1), clock: time.clock) {}
    }
    let run = await time.run(upTo: .seconds(10))
    #expect(run.tasksWaiting.map(\.description) == ["ticks, until \(start + .seconds(11))"])
    ticks.cancel()
    try await ticks.value
    #expect(time.tasksWaiting == [])
  }
}
