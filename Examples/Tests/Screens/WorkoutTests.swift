import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct WorkoutTests {
  let time = VirtualTime()
  let workout: Workout

  init() {
    workout = Workout(on: time.timekeeper)
    workout.tapped()
  }

  @Test func beepsBeforeEachGong() {
    #expect(workout.title == "Work 1 of 8")
    time.advance(by: .seconds(30))
    #expect(workout.sounds == ["beep", "beep", "beep", "gong", "beep", "beep", "beep", "gong"])
    #expect(workout.title == "Work 2 of 8")
    time.advance(by: .seconds(7 * 30))
    #expect(workout.sounds.count == 64)
    #expect(workout.title == "Done")
  }

  @Test func isSilentAboutWhatIsOver() {
    time.freeze(for: .seconds(45))
    #expect(workout.title == "Work 2 of 8")
    #expect(workout.clock == "0:05")
    #expect(workout.sounds == [])
    time.advance(by: .seconds(5))
    #expect(workout.sounds == ["beep", "beep", "beep", "gong"])
  }

  @Test func pausesAndBeginsAgain() {
    time.advance(by: .seconds(5))
    workout.tapped()
    time.freeze(for: .seconds(600))
    #expect(workout.clock == "0:15")
    workout.tapped()
    time.freeze(for: .seconds(600))
    #expect(workout.title == "Done")
    workout.tapped()
    #expect(workout.title == "Work 1 of 8")
  }
}
