import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

/// A tick, in seconds since the test's start on the wall clock.
private struct Told: Equatable, Sendable {
  let wall: Int
  let missed: Int
}

@MainActor
private final class Codes {
  var timer: WallTimer?
  var told: [Told] = []
  let start: WallMoment

  init(at times: WallTimes, on time: VirtualTime, options: TickOptions = TickOptions()) {
    start = time.wallNow
    timer = WallTimer(at: times, with: self, options: options, on: time.timekeeper) {
      codes, tick in
      codes.told.append(tick.told(since: codes.start))
    }
  }

  func take() -> [Told] {
    defer { told = [] }
    return told
  }

  func takeWalls() -> [Int] { take().map(\.wall) }
}

extension Tick {
  fileprivate func told(since start: WallMoment) -> Told {
    let seconds = wallTime.map { Int(($0 - start).components.seconds) }
    return Told(wall: seconds ?? .min, missed: missed)
  }
}

@MainActor
@Suite("WallTimer: times on the wall clock, in virtual time")
struct WallTimerTests {
  // The virtual wall clock begins at a full minute.
  let time = VirtualTime()

  private func setWallClock(by shift: Duration) {
    time.setWallClock(to: time.wallNow + shift)
  }

  private func codes(_ policy: MissedTickPolicy = .skip) -> Codes {
    Codes(
      at: .multiples(of: .seconds(30)), on: time, options: TickOptions(missedTicks: policy))
  }

  @Test("it ticks on the half minute, whenever it was started")
  func aligned() {
    time.advance(by: .seconds(7))
    let codes = codes()
    time.advance(by: .seconds(23) - .nanoseconds(1))
    #expect(codes.takeWalls().isEmpty)
    time.advance(by: .nanoseconds(1))
    #expect(codes.takeWalls() == [23])
    time.advance(by: .seconds(60))
    #expect(codes.takeWalls() == [53, 83])
  }

  @Test("Law 1: set forward over times, it ticks once at once, and goes on with the clock")
  func forward() {
    let codes = codes()
    setWallClock(by: .seconds(95))
    #expect(codes.take() == [Told(wall: 90, missed: 2)])
    time.advance(by: .seconds(25))
    #expect(codes.takeWalls() == [120])
  }

  @Test("Law 1: set back by less than the distance of two times, no tick is repeated")
  func littleBack() {
    let codes = codes()
    time.advance(by: .seconds(31))
    #expect(codes.takeWalls() == [30])
    setWallClock(by: .seconds(-20))
    time.advance(by: .seconds(48))
    #expect(codes.takeWalls().isEmpty)
    time.advance(by: .seconds(1))
    #expect(codes.takeWalls() == [60])
  }

  @Test("Law 1: nor after a pause, however long it was and whenever the clock was set")
  func littleBackAfterPause() {
    let codes = codes()
    time.advance(by: .seconds(40))
    #expect(codes.takeWalls() == [30])
    codes.timer?.pause()
    codes.timer?.resume()
    setWallClock(by: .seconds(-15))
    time.advance(by: .seconds(34))
    #expect(codes.takeWalls().isEmpty)
    time.advance(by: .seconds(1))
    #expect(codes.takeWalls() == [60])
    // During the pause. The times at 90 and 120 are left out, and what the clock then shows of them again is no repetition.
    time.advance(by: .seconds(20))
    codes.timer?.pause()
    setWallClock(by: .seconds(-30))
    codes.timer?.resume()
    time.advance(by: .seconds(39))
    #expect(codes.takeWalls().isEmpty)
    codes.timer?.pause()
    time.advance(by: .seconds(40))
    codes.timer?.resume()
    setWallClock(by: .seconds(-20))
    time.advance(by: .seconds(11))
    #expect(codes.takeWalls() == [120])
  }

  @Test("Law 1: nor the tick at the start, if it came at one of the times")
  func littleBackAfterStart() {
    let codes = Codes(
      at: .multiples(of: .seconds(30)), on: time, options: TickOptions(first: .immediately))
    time.advance(by: .zero)
    #expect(codes.takeWalls() == [0])
    setWallClock(by: .seconds(-10))
    time.advance(by: .seconds(39))
    #expect(codes.takeWalls().isEmpty)
    time.advance(by: .seconds(1))
    #expect(codes.takeWalls() == [30])
  }

  @Test("Law 1: after a long pause, the distance that counts is that of two times")
  func farBackAfterPause() {
    let codes = codes()
    time.advance(by: .seconds(30))
    codes.timer?.pause()
    time.advance(by: .seconds(1000))
    codes.timer?.resume()
    setWallClock(by: .seconds(-1100))
    time.advance(by: .seconds(40))
    #expect(codes.takeWalls() == [30, -60, -30])
  }

  @Test("Law 1: set back by more, it ticks at the times that the clock shows again")
  func farBack() {
    let codes = codes()
    time.advance(by: .seconds(65))
    #expect(codes.takeWalls() == [30, 60])
    setWallClock(by: .seconds(-3600))
    time.advance(by: .seconds(25))
    #expect(codes.takeWalls() == [90 - 3600])
  }

  @Test(
    "Law 5: after a freeze, the policy for missed ticks applies",
    arguments: MissedTickPolicy.allCases)
  func frozen(policy: MissedTickPolicy) {
    let codes = codes(policy)
    time.freeze(for: .seconds(100))
    let burst = [30, 60, 90].map { Told(wall: $0, missed: 0) }
    #expect(codes.take() == (policy == .burst ? burst : [Told(wall: 90, missed: 2)]))
    time.advance(by: .seconds(20))
    #expect(codes.takeWalls() == [120])
  }

  @Test("paused, it leaves times out, and goes on with the next one")
  func paused() {
    let codes = codes()
    time.advance(by: .seconds(40))
    #expect(codes.takeWalls() == [30])
    codes.timer?.pause()
    setWallClock(by: .seconds(10))
    time.advance(by: .seconds(100))
    #expect(codes.takeWalls().isEmpty)
    #expect(codes.timer?.nextTick == nil)
    codes.timer?.resume()
    #expect(codes.timer?.nextTick == time.now + .seconds(30))
    time.advance(by: .seconds(30))
    #expect(codes.takeWalls() == [180])
  }

  @Test("its times can be changed: what is due comes first, and no time ticks twice")
  func changedTimes() {
    let codes = codes()
    time.advance(by: .seconds(30))
    #expect(codes.timer?.setTimes(.multiples(of: .seconds(20))) == true)
    time.advance(by: .seconds(30))
    #expect(codes.takeWalls() == [30, 40, 60])
    codes.timer?.setTimes(.multiples(of: .seconds(60)))
    time.advance(by: .seconds(60))
    #expect(codes.takeWalls() == [120])
    // While it is paused, the new times count from when it is resumed.
    codes.timer?.pause()
    codes.timer?.setTimes(.multiples(of: .seconds(15)))
    #expect(codes.timer?.nextTick == nil)
    time.advance(by: .seconds(20))
    codes.timer?.resume()
    time.advance(by: .seconds(10))
    #expect(codes.takeWalls() == [150])
    #expect(codes.timer?.setTimes(.once(at: time.wallNow)) == false)
    #expect(codes.timer?.isRunning == false && time.timekeeper.counters.waiting == 0)
    #expect(codes.timer?.setTimes(.multiples(of: .seconds(1))) == false)
  }

  @Test("other times while it is paused: with none left, it ends")
  func changedWhilePaused() {
    let codes = codes()
    time.advance(by: .seconds(30))
    codes.timer?.pause()
    time.advance(by: .seconds(40))
    #expect(codes.timer?.setTimes(.once(at: time.wallNow)) == false)
    #expect(codes.timer?.isPaused == false && codes.timer?.resume() == false)
    #expect(codes.takeWalls() == [30])
  }

  @Test("other times: how far the clock must go back is told by them")
  func wentBackAfterOtherTimes() {
    let codes = Codes(at: .multiples(of: .seconds(600)), on: time)
    time.advance(by: .seconds(600))
    #expect(codes.takeWalls().count == 1)
    codes.timer?.setTimes(.multiples(of: .seconds(30)))
    setWallClock(by: .seconds(-300))
    time.advance(by: .seconds(60))
    #expect(codes.takeWalls().count == 2)
  }

  @Test("Law 8: the former times are released outside the lock")
  func releasedTimes() {
    let deaths = Locked(0)
    var timer: WallTimer?
    do {
      let canary = Canary(deaths) { [time] in _ = time.timekeeper.pending }
      let rule = WallTimes { instant in
        canary.sing()
        return WallTimes.multiples(of: .seconds(30)).next(after: instant)
      }
      timer = WallTimer(at: rule, on: time.timekeeper) { _ in }
    }
    #expect(deaths.withLock { $0 } == 0)
    timer?.setTimes(.multiples(of: .seconds(20)))
    #expect(deaths.withLock { $0 } == 1)
  }

  @Test("Law 1: the first tick after the clock went back by several periods says so")
  func clockWentBack() {
    var ticks: [Tick] = []
    let timer = WallTimer(at: .multiples(of: .seconds(30)), on: time.timekeeper) {
      ticks.append($0)
    }
    time.advance(by: .seconds(60))
    setWallClock(by: .seconds(-20))
    time.advance(by: .seconds(50))
    #expect(ticks.map(\.clockWentBack) == [false, false, false])
    setWallClock(by: .seconds(-300))
    time.advance(by: .seconds(60))
    #expect(ticks.map(\.clockWentBack) == [false, false, false, true, false])
    withExtendedLifetime(timer) {}
  }

  @Test("once, at one time: then the timer has ended")
  func once() {
    var ticks: [Tick] = []
    let alarm = time.wallNow + .seconds(100)
    let timer = WallTimer(at: .once(at: alarm), on: time.timekeeper) { ticks.append($0) }
    setWallClock(by: .seconds(40))
    time.advance(by: .seconds(59))
    #expect(ticks.isEmpty && timer.isRunning)
    time.advance(by: .seconds(1_000))
    #expect(ticks.map(\.wallTime) == [alarm] && !timer.isRunning)
    #expect(!WallTimer(at: .once(at: alarm), on: time.timekeeper) { _ in }.isRunning)
  }

  @Test("the times of two rules: one that both have ticks once")
  func union() {
    var walls: [Duration] = []
    let (start, times) = (time.wallNow, WallTimes.multiples(of: .seconds(20)))
    let both = times.union(.multiples(of: .seconds(30)))
    let timer = WallTimer(at: both, on: time.timekeeper) { tick in
      walls.append((tick.wallTime ?? start) - start)
    }
    time.advance(by: .seconds(60))
    #expect(walls == [20, 30, 40, 60].map { .seconds($0) })
    #expect(both.previous(before: start + .seconds(60)) == start + .seconds(40))
    withExtendedLifetime(timer) {}
  }

  @Test("the first tick can come at the start, and fire() adds a tick between two times")
  func extraTicks() {
    time.advance(by: .seconds(7))
    let codes = Codes(
      at: .multiples(of: .seconds(30)), on: time,
      options: TickOptions(first: .immediately, limit: 4))
    time.advance(by: .zero)
    #expect(codes.takeWalls() == [0])
    time.advance(by: .seconds(5))
    codes.timer?.fire()
    #expect(codes.takeWalls() == [5])
    time.advance(by: .seconds(120))
    #expect(codes.takeWalls() == [23, 53])
    #expect(codes.timer?.isRunning == false)
  }

  @Test("times that never come: the timer has ended, and nothing waits")
  func never() {
    let timer = WallTimer(at: WallTimes { _ in nil }, on: time.timekeeper) { (_: Tick) in }
    #expect(!timer.isRunning)
    #expect(!timer.cancel())
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("without a timer, nothing follows the wall clock; a released one ends")
  func released() {
    var codes: Codes? = codes()
    #expect(time.timekeeper.counters.waiting == 1)
    codes?.timer = nil
    codes = nil
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("on a queue, and on the timekeeper's thread", arguments: [true, false])
  func queues(hasQueue: Bool) {
    let notes = TimerNotes<Told>()
    let queue = hasQueue ? DispatchQueue(label: "codes") : nil
    let start = time.wallNow
    let timer = WallTimer(
      at: .multiples(of: .seconds(30)), queue: queue,
      options: TickOptions(missedTicks: .burst), on: time.timekeeper
    ) { tick in notes.note(tick.told(since: start)) }
    time.freeze(for: .seconds(61))
    time.advance(by: .seconds(30))
    #expect(notes.values.map(\.wall) == [30, 60, 90])
    #expect(timer.cancel())
  }

  @Test("Laws 1, 2, 5: a clock that runs, freezes and is set gives the ticks of a model", .random)
  func againstModel() {
    var random = SeededGenerator(for: "WallTimerTests.againstModel")
    for _ in 0..<repetitions(1_000) {
      let interval = random.number(2...90)
      let policy: MissedTickPolicy = random.once(in: 2) ? .skip : .burst
      let isRule = random.once(in: 2)
      let even = WallTimes.multiples(of: .seconds(interval))
      let time = VirtualTime(wall: WallMoment(secondsSince1970: 0))
      let codes = Codes(
        at: isRule ? WallTimes { even.next(after: $0) } : even, on: time,
        options: TickOptions(missedTicks: policy))
      var model = Model(interval: interval, isBurst: policy == .burst)
      for _ in 0..<20 {
        let step = random.number(0...200)
        switch random.number(0...3) {
        case 0, 1:
          time.advance(by: .seconds(step))
          for _ in 0..<step { model.pass(by: 1) }
        case 2:
          let shift = random.once(in: 2) ? 0 : random.number(-300...300)
          time.freeze(for: .seconds(step), settingWallClockBy: .seconds(shift))
          model.pass(by: step + shift)
        default:
          let shift = random.number(-200...200)
          time.setWallClock(to: time.wallNow + .seconds(shift))
          model.pass(by: shift)
        }
        let told = codes.take()
        #expect(told == model.told, "every \(interval) s, \(policy)")
        if told != model.told { return }
        model.told = []
      }
    }
  }

  private struct Model {
    let interval: Int
    let isBurst: Bool
    var wall = 0
    var mark = 0
    var hasTicked = false
    var told: [Told] = []

    mutating func pass(by shift: Int) {
      wall += shift
      let due = mark < wall ? (mark + 1...wall).filter { $0 % interval == 0 } : []
      if let latest = due.last {
        told +=
          isBurst
          ? due.map { Told(wall: $0, missed: 0) } : [Told(wall: latest, missed: due.count - 1)]
        (mark, hasTicked) = (latest, true)
      } else if !hasTicked || mark - wall > interval {
        (mark, hasTicked) = (wall, false)
      }
    }
  }
}

@Suite("Ticks: times on the wall clock, in virtual time", .timeLimit(.minutes(10)))
struct WallTicksTests {
  let time = VirtualTime()

  @Test("Law 1: a waiting task follows the clock, forward and back")
  func follows() async throws {
    let start = time.wallNow
    let task = time.task { [timekeeper = time.timekeeper] in
      var told: [Told] = []
      let options = TickOptions(limit: 5)
      for await tick in Ticks(at: .multiples(of: .seconds(30)), options: options, on: timekeeper) {
        told.append(tick.told(since: start))
      }
      return told
    }
    await time.run(for: .seconds(31))
    time.setWallClock(to: start + .seconds(95))
    await time.run(for: .zero)
    time.setWallClock(to: start - .seconds(1000))
    await time.run(for: .seconds(40))
    time.freeze(for: .seconds(60))
    await time.run(for: .seconds(40))
    let told = try await task.value
    #expect(
      told == [
        Told(wall: 30, missed: 0), Told(wall: 90, missed: 1), Told(wall: -990, missed: 0),
        Told(wall: -960, missed: 0), Told(wall: -900, missed: 1),
      ])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("the sequence ends when its task is cancelled, and when no times are left")
  func ends() async throws {
    let task = time.task { [timekeeper = time.timekeeper] in
      var count = 0
      for await _ in Ticks(at: .multiples(of: .seconds(30)), on: timekeeper) { count += 1 }
      return count
    }
    await time.run(for: .seconds(70))
    task.cancel()
    let count = try await task.value
    #expect(count == 2)
    #expect(time.timekeeper.counters.waiting == 0)
    var iterator = Ticks(at: WallTimes { _ in nil }, on: time.timekeeper).makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }
}
