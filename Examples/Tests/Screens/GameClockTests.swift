import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct GameClockTests {
  let time = VirtualTime()
  let game: GameClock

  init() {
    game = GameClock(on: time.timekeeper)
  }

  @Test func pausesEverything() {
    time.advance(by: .seconds(15))
    game.isPaused = true
    time.freeze(for: .seconds(3600))
    #expect(game.clock == "1:45")
    #expect(game.enemies == 5)
    game.isPaused = false
    time.advance(by: .seconds(5))
    #expect(game.clock == "1:40")
    #expect(game.enemies == 10)
  }

  @Test func runsAtDoubleSpeed() {
    game.isFast = true
    time.advance(by: .seconds(30))
    #expect(game.clock == "1:00")
    #expect(game.enemies == 30)
    game.isPaused = true
    game.isPaused = false
    time.advance(by: .seconds(30))
    #expect(game.clock == "Time is up")
    #expect(game.enemies == 60)
    time.advance(by: .seconds(60))
    #expect(game.enemies == 60)
  }
}
