import Sandglass
import SandglassTesting
import Testing

@testable import SandglassStores

@MainActor
@Suite("Law 1: a countdown to the next of the times on the wall clock")
struct NextTimeTests {
  // The virtual wall clock begins at a full minute.
  let time = VirtualTime()
  let watcher = CountdownWatcher()

  private func code(_ times: WallTimes = .multiples(of: .seconds(30))) -> Countdown {
    Countdown(untilNext: times, on: time.timekeeper)
  }

  private func setWallClock(by shift: Duration) {
    time.setWallClock(to: time.wallNow + shift)
  }

  @Test("each start counts down to the next time from then")
  func starts() {
    let code = code()
    time.advance(by: .seconds(7))
    #expect(code.remaining == .seconds(23))
    #expect(code.start())
    time.advance(by: .seconds(23))
    #expect((code.state, code.remaining) == (.finished, .zero))
    time.advance(by: .seconds(10))
    code.restart()
    #expect(code.remaining == .seconds(20))
    code.cancel()
    time.advance(by: .seconds(25))
    #expect((code.state, code.remaining) == (.idle, .seconds(25)))
    #expect(code.start())
    #expect(code.remaining == .seconds(25))
  }

  @Test("restarted by its finish, it counts down to one time after another, also over a freeze")
  func restarts() {
    let code = code()
    var ends: [Duration] = []
    let start = time.wallNow
    code.onEnd(with: watcher) { [time] _, end in
      guard end.outcome == .finished else { return }
      ends.append(time.timekeeper.wallMoment(at: end.moment) - start)
      code.restart()
    }
    time.advance(by: .seconds(5))
    code.start()
    time.advance(by: .seconds(60))
    time.freeze(for: .seconds(100))
    time.advance(by: .seconds(20))
    #expect(ends == [.seconds(30), .seconds(60), .seconds(90), .seconds(180)])
    #expect(code.remaining == .seconds(25))
    code.cancel()
  }

  @Test("a clock that is set: another time is the next, or the run finishes")
  func setClock() {
    let code = code()
    code.start()
    setWallClock(by: .seconds(-3595))
    #expect((code.state, code.remaining) == (.running, .seconds(25)))
    setWallClock(by: .seconds(10))
    #expect(code.remaining == .seconds(15))
    setWallClock(by: .seconds(20))
    #expect(code.state == .finished)
    code.restart()
    #expect(code.remaining == .seconds(25))
  }

  @Test("an end that was moved otherwise stays, until the next start")
  func moved() {
    let code = code()
    code.start()
    code.extend(by: .seconds(7))
    setWallClock(by: .seconds(-3600))
    #expect(code.remaining == .seconds(3637))
    code.restart()
    #expect(code.remaining == .seconds(30))
    code.restart(until: time.wallNow + .seconds(100))
    setWallClock(by: .seconds(-3600))
    #expect(code.remaining == .seconds(3700))
    code.restart()
    #expect(code.remaining == .seconds(3700))
  }

  @Test("paused, it keeps the time that is left")
  func paused() {
    let code = code()
    code.start()
    time.advance(by: .seconds(10))
    code.pause()
    time.advance(by: .seconds(100))
    code.resume()
    #expect(code.remaining == .seconds(20))
    setWallClock(by: .seconds(-5))
    #expect(code.remaining == .seconds(25))
  }

  @Test("a run that starts in the middle of a period is a part of it: the total is the period")
  func period() {
    let code = code()
    code.milestones = [.elapsed(.seconds(10)), .elapsed(.seconds(20)), .remaining(.seconds(5))]
    var reached: [Duration] = []
    code.onMilestone(with: watcher) { _, milestone in reached.append(milestone.remaining) }
    time.advance(by: .seconds(15))
    code.start()
    #expect((code.total, code.remaining, code.progress) == (.seconds(30), .seconds(15), 0.5))
    time.advance(by: .seconds(12))
    // What lies in the part before the start is not reported.
    #expect(reached == [.seconds(10), .seconds(5)])
    #expect(code.reading.elapsed == .seconds(27))
    code.restart()
    #expect((code.total, code.remaining) == (.seconds(30), .seconds(3)))
    // Set back into another period, and within one.
    setWallClock(by: .seconds(-60))
    #expect((code.total, code.remaining) == (.seconds(30), .seconds(3)))
    setWallClock(by: .seconds(-12))
    #expect((code.total, code.remaining, code.progress) == (.seconds(30), .seconds(15), 0.5))
    setWallClock(by: .seconds(6))
    #expect((code.total, code.remaining) == (.seconds(30), .seconds(9)))
    code.extend(by: .seconds(10))
    #expect((code.total, code.remaining) == (.seconds(40), .seconds(19)))
    code.cancel()
  }

  @Test("each reading has the period as its total, and a first time has no period")
  func totals() {
    var totals: [Duration] = []
    let code = code()
    code.onTick(with: watcher) { _, reading in totals.append(reading.total) }
    time.advance(by: .seconds(28))
    code.start()
    time.advance(by: .seconds(1))
    setWallClock(by: .seconds(-20))
    time.advance(by: .seconds(1))
    #expect(totals.allSatisfy { $0 == .seconds(30) } && totals.count > 3)
    code.cancel()

    let start = time.wallNow
    let once = self.code(
      WallTimes { [start] in $0 < start + .seconds(20) ? start + .seconds(20) : nil })
    time.advance(by: .seconds(5))
    once.start()
    #expect((once.total, once.remaining) == (.seconds(15), .seconds(15)))
    once.cancel()
  }

  @Test("Law 11: a kept one has the same total after a kill")
  func keptPeriod() throws {
    let store = MemoryCountdownStore()
    func code(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("code", untilNext: .multiples(of: .seconds(30)))
    }
    time.advance(by: .seconds(15))
    let first = code(on: time)
    first.start()
    let relaunched = time.relaunched(after: .seconds(5))
    let last = code(on: relaunched)
    #expect((last.total, last.remaining) == (.seconds(30), .seconds(10)))
    last.restart()
    // A process that does not know the times.
    let other = try store.on(relaunched.companion().timekeeper).countdown("code")
    #expect(other?.total == .seconds(30))
    let again = relaunched.relaunched(after: .seconds(1))
    #expect((code(on: again).total, code(on: again).remaining) == (.seconds(30), .seconds(9)))
    let set = again.relaunched(after: .seconds(1))
    set.setWallClock(to: set.wallNow - .seconds(3))
    #expect((code(on: set).total, code(on: set).remaining) == (.seconds(30), .seconds(11)))
  }

  @Test("times that never come: 584 years are left")
  func never() {
    let code = code(WallTimes { _ in nil })
    code.start()
    #expect(code.remaining > .seconds(580 * 365 * 86_400))
    setWallClock(by: .seconds(60))
    #expect(code.isRunning)
    code.cancel()
  }

  @Test(
    "Law 11: a kept one keeps its end, finishes while nothing runs, and goes on to the next time")
  func kept() {
    let store = MemoryCountdownStore()
    let times = WallTimes.multiples(of: .seconds(3600), offset: .seconds(600))
    func countdown(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("daily", untilNext: times)
    }
    let first = countdown(on: time)
    first.start()
    #expect(first.remaining == .seconds(600))
    let relaunched = time.relaunched(after: .seconds(60))
    #expect(
      (countdown(on: relaunched).state, countdown(on: relaunched).remaining) == (
        .running, .seconds(540)
      ))
    let later = relaunched.relaunched(after: .seconds(1000))
    let last = countdown(on: later)
    #expect(last.state == .finished)
    last.restart()
    #expect(last.remaining == .seconds(600 + 3600 - 1060))
    // While nothing runs, the clock is set back, so that another time is the next.
    let back = later.relaunched(after: .seconds(1))
    back.setWallClock(to: back.wallNow - .seconds(3600))
    #expect(countdown(on: back).remaining == .seconds(600 + 3600 - 1061 - 3600 + 3600))
  }
}
