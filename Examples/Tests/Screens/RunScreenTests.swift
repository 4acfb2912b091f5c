import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct RunScreenTests {
  let time = VirtualTime()
  let store = MemoryCountdownStore()

  @Test func showsTenthsAndLaps() {
    let screen = RunScreen(store: store.on(time.timekeeper))
    #expect(screen.time == "0:00.0")
    screen.startOrStop()
    time.advance(by: .milliseconds(2350))
    #expect(screen.time == "0:02.3")

    screen.lapOrReset()
    time.advance(by: .milliseconds(1100))
    screen.lapOrReset()
    #expect(screen.laps == ["0:02.3", "0:01.1"])

    screen.startOrStop()
    time.advance(by: .seconds(60))
    #expect(screen.time == "0:03.4")
    screen.startOrStop()
    time.freeze(for: .seconds(60))
    #expect(screen.time == "1:03.4")

    screen.startOrStop()
    screen.lapOrReset()
    #expect(screen.time == "0:00.0")
    #expect(screen.laps == [])
  }

  @Test func goesOnAfterARelaunch() {
    do {
      let screen = RunScreen(store: store.on(time.timekeeper))
      screen.startOrStop()
      time.advance(by: .seconds(10))
      screen.lapOrReset()
    }
    let later = time.relaunched(after: .seconds(50))
    let screen = RunScreen(store: store.on(later.timekeeper))
    #expect(screen.time == "1:00.0")
    #expect(screen.laps == ["0:10.0"])
    later.advance(by: .milliseconds(100))
    #expect(screen.time == "1:00.1")
  }
}
