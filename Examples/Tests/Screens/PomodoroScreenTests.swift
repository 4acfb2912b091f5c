import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct PomodoroScreenTests {
  let time = VirtualTime()
  let store = MemoryCountdownStore()

  @Test func ringsThroughFourRounds() {
    let screen = PomodoroScreen(store: store.on(time.timekeeper))
    #expect(screen.title == "Ready")
    #expect(screen.clock == "25:00")
    screen.tapped()
    #expect(screen.title == "Focus 1 of 4")

    time.advance(by: .seconds(25 * 60))
    #expect(screen.title == "Break 1 of 4")
    #expect(screen.clock == "5:00")
    #expect(screen.bells == 1)

    time.advance(by: .seconds(95 * 60))
    #expect(screen.title == "Done")
    #expect(screen.clock == "0:00")
    #expect(screen.bells == 8)
  }

  @Test func comesBackInTheRightPhase() {
    let screen = PomodoroScreen(store: store.on(time.timekeeper))
    screen.tapped()
    time.freeze(for: .seconds(35 * 60))
    #expect(screen.title == "Focus 2 of 4")
    #expect(screen.clock == "20:00")
    #expect(screen.bells == 2)
  }

  @Test func pausesAndSkips() {
    let screen = PomodoroScreen(store: store.on(time.timekeeper))
    screen.tapped()
    time.advance(by: .seconds(60))
    screen.tapped()
    time.advance(by: .seconds(600))
    #expect(screen.clock == "24:00")

    screen.tapped()
    screen.skip()
    #expect(screen.title == "Break 1 of 4")
    #expect(screen.clock == "5:00")

    screen.stop()
    #expect(screen.title == "Ready")
    #expect(screen.clock == "25:00")
  }

  @Test func goesOnAfterARelaunchAndAReboot() {
    PomodoroScreen(store: store.on(time.timekeeper)).tapped()
    let later = time.relaunched(after: .seconds(35 * 60))
    let screen = PomodoroScreen(store: store.on(later.timekeeper))
    #expect(screen.title == "Focus 2 of 4")
    #expect(screen.clock == "20:00")
    #expect(screen.bells == 2)

    let rebooted = later.rebooted(after: .seconds(21 * 60))
    let again = PomodoroScreen(store: store.on(rebooted.timekeeper))
    #expect(again.title == "Break 2 of 4")
    #expect(again.clock == "4:00")
  }
}
