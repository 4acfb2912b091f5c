import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("RatedTime: a timekeeper with a rate", .timeLimit(.minutes(10)))
struct RatedTimeTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  @Test("a countdown runs at the rate, also after changes, and its ticks with it")
  func countdown() {
    let start = time.now
    let game = RatedTime(rate: 2, of: time.timekeeper)
    let round = Countdown(.seconds(30), on: game.timekeeper)
    round.onFinish(with: notes) { [time] notes, _ in
      notes.note("\((time.now - start) / Duration.seconds(1))")
    }
    round.start()
    time.advance(by: .seconds(5))
    #expect(round.remaining == .seconds(20))
    game.rate = 0.5
    time.advance(by: .seconds(10))
    #expect(round.remaining == .seconds(15))
    game.rate = 10
    time.advance(by: .seconds(9))
    #expect(notes.values == ["16.5"])
  }

  @Test("Law 9: a rate of zero pauses everything, and nothing is left to wake up for")
  func paused() {
    let game = RatedTime(of: time.timekeeper)
    let ticker = RepeatingTimer(every: .seconds(1), on: game.timekeeper) { [notes] _ in
      notes.note("tick")
    }
    time.advance(by: .seconds(3))
    game.rate = 0
    #expect(time.timekeeper.alarmMoment == nil)
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(3600))
    #expect(notes.count == 3 && time.timekeeper.counters.wakeUps == wakeUps)
    let another = OneShotTimer(after: .seconds(1), on: game.timekeeper) { [notes] _ in
      notes.note("another")
    }
    #expect(time.timekeeper.alarmMoment == nil)
    game.rate = 1
    time.advance(by: .seconds(1))
    #expect(notes.values.suffix(2) == ["tick", "another"])
    withExtendedLifetime((ticker, another)) {}
  }

  @Test("Law 9: a change of the rate sets one alarm, whatever is waiting")
  func oneAlarm() {
    let game = RatedTime(of: time.timekeeper)
    let timeouts = Timeouts(on: game.timekeeper) { _, _ in }
    for number in 1...1000 { timeouts.schedule(number, after: .seconds(number)) }
    #expect(time.timekeeper.counters.waiting == 1)
    let settings = time.timekeeper.counters.alarmSettings
    game.rate = 2
    #expect(time.timekeeper.counters.alarmSettings == settings + 1)
    #expect(time.timekeeper.alarmMoment == time.now + .milliseconds(500))
  }

  @Test("a task that sleeps wakes up at the rate")
  func sleep() async throws {
    let game = RatedTime(rate: 4, of: time.timekeeper)
    let start = time.now
    let task = time.task { [time] in
      try await game.timekeeper.sleep(for: .seconds(10))
      return time.now - start
    }
    await time.run()
    #expect(try await task.value == .seconds(2.5))
    #expect(time.tasksWaiting == [])
  }

  @Test("rates that make no sense count as zero", arguments: [-1, Double.nan, -Double.infinity])
  func nonsense(rate: Double) {
    let game = RatedTime(rate: rate, of: time.timekeeper)
    #expect(game.rate == 0)
    game.rate = 3
    #expect(game.rate == 3)
    game.rate = rate
    #expect(game.rate == 0)
  }

  @Test("Law 8: when the rated time is released, nothing of it is left")
  func lifetime() {
    weak var released: Timekeeper?
    do {
      let game = RatedTime(of: time.timekeeper)
      game.timekeeper.schedule(after: .seconds(1)) { [notes] _ in notes.note("called") }
      released = game.timekeeper
      #expect(time.timekeeper.counters.waiting == 1)
    }
    #expect(released == nil && time.timekeeper.counters.waiting == 0)
  }

  #if os(macOS) || os(Linux)
    @Test("a kept countdown is refused", .programs)
    func kept() async {
      await #expect(processExitsWith: .failure) {
        _ = MemoryCountdownStore().on(RatedTime().timekeeper).countdown(
          "tea", startingFrom: .seconds(60))
      }
    }

    @Test("a kept stopwatch is refused", .programs)
    func keptStopwatch() async {
      await #expect(processExitsWith: .failure) {
        _ = MemoryCountdownStore().on(RatedTime().timekeeper).stopwatch("run")
      }
    }

    @Test("a countdown to a wall-clock time is refused", .programs)
    func wallClock() async {
      await #expect(processExitsWith: .failure) {
        let countdown = Countdown(.seconds(1), on: RatedTime().timekeeper)
        countdown.start(until: WallMoment.now + .seconds(60))
      }
    }

    @Test("an end that is moved to a wall-clock time is refused", .programs)
    func movedEnd() async {
      await #expect(processExitsWith: .failure) {
        let countdown = Countdown.started(.seconds(9), on: RatedTime().timekeeper)
        countdown.moveEnd(to: WallMoment.now + .seconds(60))
      }
    }
  #endif

  @Test("Law 2: random rates, timers and advances give the results of a plain list", .random)
  func random() {
    var random = SeededGenerator(for: "rated times at random")
    for run in 0..<repetitions(2_000) {
      let time = VirtualTime()
      let game = RatedTime(of: time.timekeeper)
      let called = TimerNotes<Int>()
      // The rate and the game's time in halves of a millisecond.
      var (rate, now) = (2, 0)
      var plain: [(number: Int, due: Int)] = []
      var expected: [Int] = []
      let start = game.timekeeper.now
      for step in 0..<60 {
        switch random.number(0...9) {
        case 0...3:
          let delay = random.number(0...200)
          plain.append((step, now + delay))
          game.timekeeper.schedule(after: .microseconds(delay * 500)) { moment in
            called.note(step)
            if moment > game.timekeeper.now { called.note(-1) }
          }
        case 4...6:
          rate = random.number(0...6)
          game.rate = Double(rate) / 2
        default:
          let lapse = random.number(0...40)
          time.advance(by: .milliseconds(lapse))
          now += lapse * rate
        }
        // What is already due when it is scheduled waits for the next advance.
        let due = plain.filter { $0.due <= now }.sorted {
          ($0.due, $0.number) < ($1.due, $1.number)
        }
        time.advance(by: .zero)
        expected += due.map(\.number)
        plain.removeAll { $0.due <= now }
        let agrees =
          called.values == expected
          && game.timekeeper.now - start == .microseconds(now * 500)
          && (time.timekeeper.alarmMoment == nil) == (plain.isEmpty || rate == 0)
        guard agrees else {
          Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), run \(run), step \(step)")
          return
        }
      }
    }
  }
}
