import SandglassTesting
import Testing

@MainActor @Test func teaIsReady() {
  let time = VirtualTime()
  let screen = TeaScreen(on: time.timekeeper)
  screen.tapped()
  time.advance(by: .seconds(60))
  #expect(screen.clock == "2:00")

  time.freeze(for: .seconds(119.5))
  #expect(screen.clock == "0:01")
  time.advance(by: .seconds(0.5))
  #expect(screen.clock == "Ready")
}
