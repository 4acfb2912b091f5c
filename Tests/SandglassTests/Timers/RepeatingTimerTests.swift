import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
final class CountingGauge {
  var ticker: RepeatingTimer?
  var ticks: [Tick] = []

  func start(
    on timekeeper: Timekeeper, options: TickOptions = TickOptions(),
    lifetime: TimerLifetime = .handle
  ) {
    ticker = RepeatingTimer(
      every: .milliseconds(250), with: self, options: options, lifetime: lifetime, on: timekeeper
    ) { gauge, tick in gauge.ticks.append(tick) }
  }
}

/// Retains a timer for the closure of another timer.
@MainActor
final class TimerHolder {
  var repeating: RepeatingTimer?
  var oneShot: OneShotTimer?
}

@MainActor
@Suite("RepeatingTimer: ticks, in virtual time")
struct RepeatingTimerTests {
  let time = VirtualTime()
  let notes = TimerNotes<Moment>()

  private func makeTimer(
    every interval: Duration = .seconds(1), options: TickOptions = TickOptions()
  ) -> RepeatingTimer {
    RepeatingTimer(every: interval, options: options, on: time.timekeeper) { [notes, time] _ in
      notes.note(time.now)
    }
  }

  @Test("it ticks after each interval, on the main actor, exactly on time")
  func ticks() {
    let start = time.now
    let gauge = CountingGauge()
    gauge.start(on: time.timekeeper)
    time.advance(by: .seconds(1) - .nanoseconds(1))
    #expect(gauge.ticks.map(\.index) == [0, 1, 2])
    time.advance(by: .nanoseconds(1))
    #expect(gauge.ticks.map(\.index) == [0, 1, 2, 3])
    #expect(gauge.ticks.map(\.scheduled) == (1...4).map { start + .milliseconds(250 * $0) })
    #expect(gauge.ticks.allSatisfy { $0.lateness == .zero && $0.missed == 0 })
    time.freeze(for: .seconds(1))
    #expect(gauge.ticks.last?.missed == 3)
  }

  @Test("a closure without the tick is called as often as one with it")
  func withoutTick() {
    let queue = DispatchQueue(label: "test")
    let withTick = makeTimer()
    let plain = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [notes, time] _ in
      notes.note(time.now)
    }
    let onQueue = RepeatingTimer(every: .seconds(1), queue: queue, on: time.timekeeper) {
      [notes, time] _ in notes.note(time.now)
    }
    let atTimes = WallTimer(at: .multiples(of: .seconds(1)), on: time.timekeeper) {
      [notes, time] _ in notes.note(time.now)
    }
    time.advance(by: .seconds(3))
    #expect(notes.count == 4 * 3)
    for timer in [withTick, plain, onQueue, atTimes] { timer.cancel() }
  }

  @Test("the first tick can be at the start, or one interval later")
  func firstTick() {
    let start = time.now
    for first in [FirstTick.immediately, .afterInterval] {
      let moments = TimerNotes<Moment>()
      let timer = RepeatingTimer(
        every: .seconds(1), options: TickOptions(first: first), on: time.timekeeper
      ) { [time] _ in moments.note(time.now) }
      let begin = time.now
      time.advance(by: .zero)
      #expect(moments.values == (first == .immediately ? [begin] : []))
      time.advance(by: .seconds(1))
      #expect(moments.values.last == begin + .seconds(1))
      timer.cancel()
    }
    #expect(time.now == start + .seconds(2))
  }

  @Test("it ends after the number of ticks in its limit", arguments: [1, 2, 10])
  func limit(limit: Int) {
    let timer = makeTimer(options: TickOptions(limit: limit))
    time.advance(by: .seconds(limit) - .nanoseconds(1))
    #expect(notes.count == limit - 1)
    #expect(timer.isRunning)
    time.advance(by: .seconds(100))
    #expect(notes.count == limit)
    #expect(!timer.isRunning)
    #expect(!timer.pause())
    #expect(!timer.fire())
    #expect(!timer.cancel())
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("with a limit of zero there are no ticks")
  func limitZero() {
    let timer = makeTimer(options: TickOptions(first: .immediately, limit: 0))
    #expect(!timer.isRunning)
    #expect(!timer.fire())
    time.advance(by: .seconds(10))
    #expect(notes.count == 0)
  }

  @Test("Law 5: after a stall, one tick has the number of missed ticks")
  func skip() {
    var ticks: [Tick] = []
    let timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { ticks.append($0) }
    time.advance(by: .seconds(1))
    time.freeze(for: .milliseconds(3500))
    time.advance(by: .milliseconds(500))
    #expect(ticks.map(\.index) == [0, 3, 4])
    #expect(ticks.map(\.missed) == [0, 2, 0])
    #expect(ticks.map(\.lateness) == [.zero, .milliseconds(500), .zero])
    timer.cancel()
  }

  @Test("Law 5: a burst delivers every missed tick immediately, in order")
  func burst() {
    var ticks: [Tick] = []
    let options = TickOptions(missedTicks: .burst)
    let timer = RepeatingTimer(every: .seconds(1), options: options, on: time.timekeeper) {
      ticks.append($0)
    }
    time.freeze(for: .milliseconds(3500))
    #expect(ticks.map(\.index) == [0, 1, 2])
    #expect(ticks.map(\.lateness) == [2500, 1500, 500].map { .milliseconds($0) })
    time.advance(by: .milliseconds(500))
    #expect(ticks.map(\.index) == [0, 1, 2, 3])
    timer.cancel()
  }

  @Test("Law 5: `delay` starts a new rhythm from the late tick")
  func delay() {
    var moments: [Moment] = []
    let start = time.now
    let options = TickOptions(missedTicks: .delay)
    let timer = RepeatingTimer(every: .seconds(1), options: options, on: time.timekeeper) { _ in
      moments.append(time.now)
    }
    time.freeze(for: .milliseconds(3500))
    time.advance(by: .milliseconds(2200))
    #expect(moments == [3500, 4500, 5500].map { start + .milliseconds($0) })
    timer.cancel()
  }

  @Test("Law 5: a tick that shares a wake-up within its tolerance does not count as missed")
  func tolerance() {
    let time = VirtualTime(honorsTolerance: true)
    var ticks: [Tick] = []
    time.timekeeper.schedule(after: .milliseconds(5)) { _ in }
    let timer = RepeatingTimer(
      every: .milliseconds(20), tolerance: .milliseconds(50), on: time.timekeeper
    ) { ticks.append($0) }
    time.advance(by: .milliseconds(56))
    #expect(ticks.map(\.index) == [1])
    #expect(ticks.map(\.missed) == [0])
    timer.cancel()
  }

  @Test("there is no drift: an hour of three ticks a second ends on the nanosecond")
  func noDrift() {
    let start = time.now
    let third = Duration.nanoseconds(333_333_333)
    let timer = makeTimer(every: third)
    time.advance(by: .seconds(3600))
    #expect(notes.count == 10_800)
    #expect(notes.values.last == start + third * 10_800)
    timer.cancel()
  }

  @Test("an interval of centuries has no tick, and does not overflow")
  func centuries() {
    let timer = makeTimer(every: .seconds(Int64.max))
    #expect(timer.isRunning)
    time.advance(to: .distantFuture)
    #expect(notes.count == 0)
    #expect(timer.pause())
    #expect(timer.resume())
    timer.cancel()
  }

  @Test("an interval of years ticks until the distant future")
  func endOfTime() {
    let timer = makeTimer(every: .seconds(86_400 * 365))
    time.advance(to: .distantFuture)
    #expect(notes.count == 584)
    timer.cancel()
  }
}

@MainActor
@Suite("RepeatingTimer: pause, resume, fire and cancel, in virtual time")
struct RepeatingTimerControlTests {
  let time = VirtualTime()
  let notes = TimerNotes<Moment>()

  private func makeTimer(options: TickOptions = TickOptions()) -> RepeatingTimer {
    RepeatingTimer(every: .seconds(1), options: options, on: time.timekeeper) { [notes, time] _ in
      notes.note(time.now)
    }
  }

  @Test("a pause of any length keeps the exact time until the next tick")
  func exactPause() {
    let timer = makeTimer()
    time.advance(by: .nanoseconds(300_000_001))
    #expect(timer.pause())
    #expect(timer.isPaused)
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(3600))
    #expect(notes.count == 0)
    #expect(timer.resume())
    time.advance(by: .nanoseconds(699_999_998))
    #expect(notes.count == 0)
    time.advance(by: .nanoseconds(1))
    #expect(notes.count == 1)
    time.advance(by: .seconds(1))
    #expect(notes.count == 2)
  }

  @Test("a thousand pauses do not add any error")
  func thousandPauses() {
    var random = SeededGenerator(for: "a thousand pauses")
    let timer = makeTimer()
    var running = Duration.zero
    for _ in 0..<1000 {
      let run = Duration.nanoseconds(Int64.random(in: 0...30_000_000, using: &random))
      time.advance(by: run)
      running += run
      timer.pause()
      time.advance(by: .nanoseconds(Int64.random(in: 0...3_000_000_000, using: &random)))
      #expect(notes.count == Int(running / .seconds(1)))
      timer.resume()
    }
    let toNext = Duration.seconds(notes.count + 1) - running
    time.advance(by: toNext - .nanoseconds(1))
    let count = notes.count
    time.advance(by: .nanoseconds(1))
    #expect(notes.count == count + 1)
  }

  @Test("a resumption does not tick immediately")
  func resumeDoesNotTick() {
    let timer = makeTimer()
    for _ in 0..<100 {
      timer.pause()
      timer.resume()
      time.advance(by: .zero)
    }
    #expect(notes.count == 0)
  }

  @Test("Law 1: a pause first delivers a tick that is due and has waited for its tolerance")
  func pauseAppliesWhatIsDue() {
    let time = VirtualTime(honorsTolerance: true)
    var ticks: [Tick] = []
    time.timekeeper.schedule(after: .milliseconds(5)) { _ in }
    let timer = RepeatingTimer(
      every: .milliseconds(100), tolerance: .seconds(1), on: time.timekeeper
    ) { ticks.append($0) }
    time.advance(by: .milliseconds(250))
    #expect(ticks.isEmpty)
    #expect(timer.pause())
    #expect(ticks.map(\.index) == [1])
    time.advance(by: .seconds(10))
    timer.resume()
    time.advance(by: .milliseconds(50))
    timer.pause()
    #expect(ticks.map(\.index) == [1, 2])
  }

  @Test("Law 1: a pause after the last tick was due returns false")
  func pauseAfterTheLast() {
    let time = VirtualTime(honorsTolerance: true)
    var ticks = 0
    time.timekeeper.schedule(after: .milliseconds(5)) { _ in }
    let timer = OneShotTimer(
      after: .milliseconds(100), tolerance: .seconds(1), on: time.timekeeper
    ) { _ in ticks += 1 }
    time.advance(by: .milliseconds(250))
    #expect(!timer.pause())
    #expect(ticks == 1)
    #expect(!timer.isRunning)
    time.advance(by: .seconds(10))
    #expect(ticks == 1)
  }

  @Test("`fire()` adds a tick, keeps the schedule, and counts towards the limit")
  func fire() {
    let start = time.now
    let timer = makeTimer(options: TickOptions(limit: 3))
    time.advance(by: .milliseconds(400))
    #expect(timer.fire())
    time.advance(by: .milliseconds(600))
    #expect(notes.values == [400, 1000].map { start + .milliseconds($0) })
    #expect(timer.fire())
    #expect(!timer.fire())
    #expect(!timer.isRunning)
    time.advance(by: .seconds(10))
    #expect(notes.count == 3)
  }

  @Test("`fire()` on a paused timer ticks, and the timer stays paused")
  func fireNowPaused() {
    let timer = makeTimer()
    time.advance(by: .milliseconds(400))
    timer.pause()
    #expect(timer.fire())
    #expect(notes.count == 1)
    #expect(timer.isPaused)
    timer.resume()
    time.advance(by: .milliseconds(600))
    #expect(notes.count == 2)
  }

  @Test("every call is legal inside its own callback")
  func insideItself() {
    var answers: [Bool] = []
    let holder = TimerHolder()
    holder.repeating = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { tick in
      notes.note(time.now)
      guard let timer = holder.repeating else { return }
      switch tick.index {
      case 0: answers += [timer.pause(), timer.pause(), timer.resume(), timer.resume()]
      case 1: answers += [timer.fire()]
      case 2: answers += [timer.isRunning, timer.isPaused]
      default: answers += [timer.cancel(), timer.cancel(), timer.isRunning]
      }
    }
    time.advance(by: .seconds(10))
    #expect(answers == [true, false, true, false, true, true, false, true, false, false])
    #expect(notes.count == 4)
  }

  @Test("after its own tick cancels it, a timer does not tick again, not even in a burst")
  func cancelledInBurst() {
    var ticks = 0
    let holder = TimerHolder()
    let options = TickOptions(missedTicks: .burst)
    holder.repeating = RepeatingTimer(
      every: .seconds(1), options: options, on: time.timekeeper
    ) { _ in
      ticks += 1
      if ticks == 2 { holder.repeating?.cancel() }
    }
    time.freeze(for: .seconds(5))
    #expect(ticks == 2)
  }

  @Test("Law 10: cancelling on the main actor stops a pending tick")
  func onItsWay() {
    var ticks: [String] = []
    let holder = TimerHolder()
    let first = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { _ in
      ticks.append("first")
      let answer = holder.repeating?.cancel()
      #expect(answer == true)
    }
    holder.repeating = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { _ in
      ticks.append("second")
    }
    // Both ticks are added before the first is delivered.
    time.advance(by: .seconds(1))
    #expect(ticks == ["first"])
    first.cancel()
  }

  @Test("Law 10: cancelling on the main actor stops the last pending tick, and returns true")
  func lastOnItsWay() {
    var ticks: [String] = []
    let holder = TimerHolder()
    var answers: [Bool] = []
    let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      ticks.append("first")
      if let second = holder.repeating { answers = [second.cancel(), second.cancel()] }
    }
    holder.repeating = RepeatingTimer(
      every: .seconds(1), options: TickOptions(limit: 1), on: time.timekeeper
    ) { _ in ticks.append("second") }
    time.advance(by: .seconds(1))
    #expect(ticks == ["first"])
    #expect(answers == [true, false])
    #expect(!first.cancel())
  }

  @Test("Law 10: releasing the handle on the main actor stops a pending tick")
  func handleDroppedOnItsWay() {
    for limit in [nil, 1] {
      var ticks: [String] = []
      let holder = TimerHolder()
      let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
        ticks.append("first")
        holder.repeating = nil
      }
      holder.repeating = RepeatingTimer(
        every: .seconds(1), options: TickOptions(limit: limit), on: time.timekeeper
      ) { _ in ticks.append("second") }
      time.advance(by: .seconds(1))
      #expect(ticks == ["first"])
      first.cancel()
    }
  }
}

@Suite("RepeatingTimer: every sequence of calls, in virtual time")
struct RepeatingTimerSequenceTests {
  private enum Operation: CaseIterable {
    case pause
    case resume
    case fire
    case cancel
    case wait
  }

  @Test("cancel, pause, resume and fire, in any order, give the correct results and ticks")
  func anyOrder() {
    // Every sequence of five calls.
    let operations = Operation.allCases
    var sequences: [[Operation]] = [[]]
    for _ in 0..<5 {
      sequences = sequences.flatMap { sequence in operations.map { sequence + [$0] } }
    }
    for sequence in sequences {
      let time = VirtualTime()
      let ticks = TimerNotes<Void>()
      let timer = RepeatingTimer(every: .seconds(1), queue: nil, on: time.timekeeper) { _ in
        ticks.note(())
      }
      var (isRunning, isPaused, expected) = (true, false, 0)
      for operation in sequence {
        let answer: Bool
        let right: Bool
        switch operation {
        case .pause:
          (answer, right) = (timer.pause(), isRunning)
          if isRunning { (isRunning, isPaused) = (false, true) }
        case .resume:
          (answer, right) = (timer.resume(), isPaused)
          if isPaused { (isRunning, isPaused) = (true, false) }
        case .fire:
          (answer, right) = (timer.fire(), isRunning || isPaused)
          if right { expected += 1 }
        case .cancel:
          (answer, right) = (timer.cancel(), isRunning || isPaused)
          (isRunning, isPaused) = (false, false)
        case .wait:
          time.advance(by: .seconds(1))
          (answer, right) = (true, true)
          if isRunning { expected += 1 }
        }
        if answer != right || timer.isRunning != isRunning || timer.isPaused != isPaused
          || ticks.count != expected
        {
          Issue.record("\(sequence): \(operation) answers \(answer)")
          break
        }
      }
      timer.cancel()
      #expect(time.timekeeper.counters.waiting == 0)
    }
  }
}
