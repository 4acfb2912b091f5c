import Sandglass
import SandglassStores
import SandglassTesting
import Testing

// The code of the article "Phases: Pomodoro, Tabata, intervals".

@MainActor
final class PomodoroScreen {
  let pomodoro: Countdown
  private(set) var title = ""
  private(set) var clock = ""
  private(set) var bells = 0

  init(on timekeeper: Timekeeper = .shared) {
    pomodoro = Countdown(
      phases: [Phase("Focus", .seconds(25 * 60)), Phase("Break", .seconds(5 * 60))],
      rounds: 4, on: timekeeper)
    pomodoro.onTick(with: self) { screen, reading in
      screen.clock = reading.clockFace
      screen.title = "\(screen.pomodoro.currentPhase?.name ?? "") \(screen.pomodoro.round) of 4"
    }
    pomodoro.onPhaseEnd(with: self) { screen, end in
      if !end.isSkipped { screen.bells += 1 }
    }
    pomodoro.onFinish(with: self) { screen, _ in screen.title = "Done" }
  }

  func tapped() {
    if !pomodoro.start(), !pomodoro.pause() { pomodoro.resume() }
  }
}

@MainActor
final class Gym {
  var beeps = 0
  var gongs = 0

  func beep() { beeps += 1 }
  func strikeGong() { gongs += 1 }

  func begin(on timekeeper: Timekeeper = .shared) -> Countdown {
    let tabata = Countdown(
      phases: [Phase("Work", .seconds(20)), Phase("Rest", .seconds(10))], rounds: 8,
      options: CountdownOptions(
        milestones: [.remaining(.seconds(3)), .remaining(.seconds(2)), .remaining(.seconds(1))],
        milestoneLatenessLimit: .milliseconds(500)))
    tabata.onMilestone(with: self) { gym, _ in gym.beep() }
    tabata.onPhaseEnd(with: self) { gym, end in
      if end.lateness < .milliseconds(500) { gym.strikeGong() }
    }
    return tabata
  }
}

@MainActor
private func makeAfternoon() -> Countdown {
  let focus = Phase("Focus", .seconds(1_500))
  let pause = Phase("Break", .seconds(300))
  let long = Phase("Long break", .seconds(900))
  let afternoon = Countdown(phases: [focus, pause, focus, pause, focus, pause, focus, long])
  return afternoon
}

@MainActor
private func makeSleepyPomodoro() -> Countdown {
  let pomodoro = Countdown(
    phases: [Phase("Focus", .seconds(1_500)), Phase("Break", .seconds(300))], rounds: 4,
    options: CountdownOptions(pausesAsleep: true))
  return pomodoro
}

func keptPomodoro(in folder: String, on timekeeper: Timekeeper = .shared) -> Countdown {
  let store = FileCountdownStore(folder: folder, on: timekeeper)
  return store.countdown(
    "pomodoro", phases: [Phase("Focus", .seconds(1_500)), Phase("Break", .seconds(300))],
    rounds: 4)
}

@MainActor
@Suite("Documentation: phases")
struct PhasesArticleTests {
  @MainActor @Test func pomodoroRings() {
    let time = VirtualTime()
    let screen = PomodoroScreen(on: time.timekeeper)
    screen.tapped()
    #expect(screen.clock == "25:00")

    time.advance(by: .seconds(25 * 60))
    #expect(screen.title == "Break 1 of 4")
    #expect(screen.bells == 1)

    time.freeze(for: .seconds(10 * 60))
    #expect(screen.title == "Focus 2 of 4")
    #expect(screen.clock == "20:00")

    time.advance(by: .seconds(2 * 60 * 60))
    #expect(screen.bells == 8)
    #expect(screen.title == "Done")
  }

  @Test("a skipped phase does not ring")
  func skipped() {
    let time = VirtualTime()
    let screen = PomodoroScreen(on: time.timekeeper)
    screen.tapped()
    #expect(screen.pomodoro.skip())
    #expect(screen.bells == 0)
    #expect(screen.title == "Break 1 of 4")
  }

  @Test("the current phase before a start and after the finish")
  func current() {
    let time = VirtualTime()
    let pomodoro = PomodoroScreen(on: time.timekeeper).pomodoro
    #expect(pomodoro.currentPhase?.name == "Focus")
    #expect((pomodoro.phaseIndex, pomodoro.round, pomodoro.clockFace) == (0, 1, "25:00"))
    pomodoro.start()
    time.advance(by: .seconds(2 * 60 * 60))
    #expect(pomodoro.currentPhase?.name == "Break")
    #expect((pomodoro.phaseIndex, pomodoro.round, pomodoro.clockFace) == (7, 4, "0:00"))
    #expect(pomodoro.nextPhase == nil)
  }

  @Test("the other examples have the phases that the article states")
  func others() {
    #expect(makeAfternoon().phases.count == 8)
    #expect(makeAfternoon().totalRemaining == .seconds(4 * 1_500 + 3 * 300 + 900))
    #expect(makeSleepyPomodoro().options.pausesAsleep)
    let gym = Gym()
    let tabata = gym.begin()
    #expect(tabata.rounds == 8)
    #expect(keptPomodoro(in: "/nowhere").nextPhase?.name == "Break")
  }
}
