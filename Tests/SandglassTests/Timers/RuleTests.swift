import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("Law 7: a rule of times may use the timekeeper while it is asked")
struct RuleTests {
  // The virtual wall clock begins at a full minute.
  let time = VirtualTime()
  let rule = AskedRule(.multiples(of: .seconds(30)))
  let notes = TimerNotes<Int>()

  private func timer(limit: Int? = nil) -> WallTimer {
    let start = time.wallNow
    return WallTimer(
      at: rule.asked, options: TickOptions(limit: limit), on: time.timekeeper
    ) { [notes] tick in notes.note(seconds(tick.wallTime ?? start, since: start)) }
  }

  private var told: [Int] { notes.values }

  private func setWallClock(by shift: Duration) {
    time.setWallClock(to: time.wallNow + shift)
  }

  @Test("it reads its own countdown and others, starts timers and ends them")
  func uses() {
    let code = Countdown(untilNext: rule.asked, on: time.timekeeper)
    let other = Countdown.started(.seconds(1000), on: time.timekeeper)
    let fired = TimerNotes<Int>()
    rule.whenAsked { [time, rule] in
      fired.note(Int(code.remaining.components.seconds))
      fired.note(Int(other.remaining.components.seconds))
      let ended = WallTimer(at: rule.asked, queue: nil, on: time.timekeeper) { _ in }
      ended.cancel()
      time.timekeeper.schedule(after: .zero) { _ in fired.note(-1) }
    }
    let timer = timer()
    time.advance(by: .seconds(10))
    #expect(code.remaining == .seconds(20))
    code.start()
    time.advance(by: .seconds(20))
    #expect((code.state, told) == (.finished, [30]))
    code.restart()
    time.freeze(for: .seconds(100))
    #expect((code.state, told) == (.finished, [30, 120]))
    setWallClock(by: .seconds(-1000))
    #expect(timer.pause() && timer.resume())
    time.advance(by: .seconds(30))
    #expect(told == [30, 120, -840])
    time.advance(by: .zero)
    #expect(fired.values.filter { $0 == -1 }.count > 10)
    other.cancel()
  }

  @Test("it sets the wall clock: what is asked then is asked again")
  func setsClock() {
    let timer = timer()
    time.advance(by: .seconds(31))
    timer.pause()
    rule.whenAsked(atMost: 1) { [time] in
      time.setWallClock(to: time.wallNow - .seconds(3605))
    }
    timer.resume()
    #expect(timer.nextTick == time.now + .seconds(4))
    rule.whenAsked(atMost: 1) { [time] in
      time.setWallClock(to: time.wallNow + .seconds(7))
    }
    time.advance(by: .seconds(4))
    #expect(told == [30, 30 - 3600])
    #expect(timer.nextTick == time.now + .seconds(23))

    let code = Countdown(untilNext: rule.asked, on: time.timekeeper)
    rule.whenAsked(atMost: 1) { [time] in
      time.setWallClock(to: time.wallNow - .seconds(10))
    }
    code.start()
    #expect(code.remaining == .seconds(3))
    rule.whenAsked(atMost: 1) { [time] in
      time.setWallClock(to: time.wallNow - .seconds(100))
    }
    setWallClock(by: .seconds(-300))
    #expect(code.remaining == .seconds(13))
    code.cancel()
  }

  @Test("it ends its own timer, which then delivers no tick")
  func ends() {
    let timer = timer()
    time.advance(by: .seconds(29))
    rule.whenAsked(atMost: 1) { timer.cancel() }
    time.advance(by: .seconds(100))
    #expect(told.isEmpty)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("it starts its own countdown, which starts once")
  func starts() {
    let code = Countdown(untilNext: rule.asked, on: time.timekeeper)
    time.advance(by: .seconds(10))
    let started = TimerNotes<Bool>()
    rule.whenAsked(atMost: 1) { started.note(code.start()) }
    #expect(!code.start())
    #expect(started.values == [true])
    #expect(code.remaining == .seconds(20))
    code.cancel()
  }

  @Test("the last tick comes once, also if a call takes it up while the timer waits for its queue")
  func last() {
    let timer = timer(limit: 2)
    time.advance(by: .seconds(29))
    rule.whenAsked(atMost: 1) { timer.fire() }
    time.advance(by: .seconds(100))
    #expect(told.count == 2)
    #expect(!timer.isRunning)
  }

  @Test(
    "Laws 1, 2: a clock that is set while a rule is asked was set before what asks, or after it",
    .random)
  func againstModel() {
    var random = SeededGenerator(for: "RuleTests.againstModel")
    for _ in 0..<repetitions(1_000) { sequence(&random) }
  }

  private func sequence(_ random: inout SeededGenerator) {
    let interval = random.number(2...20)
    let time = VirtualTime(wall: WallMoment(secondsSince1970: 0))
    let rule = AskedRule(.multiples(of: .seconds(interval)))
    let notes = TimerNotes<Int>()
    let timer = WallTimer(at: rule.asked, on: time.timekeeper) { tick in
      notes.note(seconds(tick.wallTime ?? .init(secondsSince1970: 0)))
    }
    // What may have happened so far, since more than one order is right.
    var models = [WallTickModel(interval: interval)]
    var seen = 0
    for _ in 0..<60 {
      let shift = random.once(in: 5) ? random.number(-30...30) : 0
      let before = rule.count
      if shift != 0 {
        rule.whenAsked(atMost: 1) { [time] in
          time.setWallClock(to: time.wallNow + .seconds(shift))
        }
      }
      // Each step is a second, so nothing is due in its midst.
      if random.once(in: 3) { time.freeze(for: .seconds(1)) } else { time.advance(by: .seconds(1)) }
      if shift == 0 || rule.count == before {
        rule.whenAsked(atMost: 0) {}
        for index in models.indices { models[index].pass(by: 1) }
      } else {
        models = models.flatMap { model in
          var (setBefore, setAfter) = (model, model)
          setBefore.pass(by: 1 + shift)
          setAfter.pass(by: 1)
          setAfter.pass(by: shift)
          return [setBefore, setAfter]
        }
      }
      let told = Array(notes.values.dropFirst(seen))
      seen += told.count
      models = models.filter { $0.told == told }
      #expect(!models.isEmpty, "every \(interval) s")
      if models.isEmpty { return }
      for index in models.indices { models[index].told = [] }
    }
    timer.cancel()
  }
}

/// The ticks of a timer with the policy `skip`, by looking at each second.
private struct WallTickModel {
  let interval: Int
  var wall = 0
  var mark = 0
  var hasTicked = false
  var told: [Int] = []

  mutating func pass(by shift: Int) {
    wall += shift
    let latest = mark < wall ? (mark + 1...wall).last { $0.isMultiple(of: interval) } : nil
    if let latest {
      told.append(latest)
      (mark, hasTicked) = (latest, true)
    } else if !hasTicked || mark - wall > interval {
      (mark, hasTicked) = (wall, false)
    }
  }
}

private func seconds(
  _ wall: WallMoment, since start: WallMoment = WallMoment(secondsSince1970: 0)
) -> Int {
  Int((wall - start).components.seconds)
}
