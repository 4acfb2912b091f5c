import Sandglass
import SandglassTesting
import Testing

@Suite("VirtualTime: calls off the main actor")
struct VirtualTimeOffMainTests {
  @Test("main-actor callbacks are delivered before the advance returns")
  func offMain() async {
    let time = VirtualTime()
    let screen = await ResendButton(on: time.timekeeper)
    await screen.tapped()
    time.advance(by: .seconds(2))
    let title = await screen.titles.last
    #expect(title == "Resend (3)")
  }

  @Test("a task gets each reading, and settles")
  func readings() async throws {
    let time = VirtualTime()
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let task = time.task {
      var shown: [Int] = []
      for await reading in countdown.readings { shown.append(reading.shown) }
      return shown
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    #expect(try await task.value == [3, 2, 1])
  }
}
