import Dispatch
import Foundation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@Suite("Law 7: no call waits for a rule of times", .machine)
struct RuleLockTests {
  @MainActor
  @Test("whatever asks a rule, another thread can use the timekeeper in the meantime")
  func free() async throws {
    let time = VirtualTime()
    let rule = AskedRule(.multiples(of: .seconds(30)))
    let refusals = TimerNotes<Int>()
    rule.whenAsked { [time, rule] in
      let isUsable = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = time.timekeeper.counters
        isUsable.signal()
      }
      if isUsable.wait(timeout: .now() + 20) == .timedOut {
        refusals.note(rule.count)
        rule.whenAsked(atMost: 0) {}
      }
    }
    var asked = 0
    func expectAsked(_ what: String, _ body: () -> Void) {
      body()
      #expect(rule.count > asked, "\(what) asks the rule")
      #expect(refusals.values.isEmpty, "\(what) holds the lock")
      asked = rule.count
    }

    var timer: WallTimer?
    for queue in [.main, DispatchQueue(label: "rule"), nil] {
      expectAsked("a new timer") {
        timer = WallTimer(at: rule.asked, queue: queue, on: time.timekeeper) { _ in }
      }
      expectAsked("a tick") { time.advance(by: .seconds(30)) }
      expectAsked("a freeze") { time.freeze(for: .seconds(100)) }
      expectAsked("a clock that is set") { time.setWallClock(to: time.wallNow - .seconds(1000)) }
      expectAsked("refresh()") { time.timekeeper.refresh() }
      expectAsked("fire()") { timer?.fire() }
      expectAsked("setTimes()") { timer?.setTimes(rule.asked) }
      expectAsked("pause()") { timer?.pause() }
      expectAsked("resume()") { timer?.resume() }
      expectAsked("toggle()") { timer?.toggle() }
      _ = ("\(time.timekeeper.pending)", timer?.description)
      timer?.cancel()
    }

    var code: Countdown?
    let store = MemoryCountdownStore()
    for isKept in [false, true] {
      expectAsked("a new countdown") {
        code =
          isKept
          ? store.on(time.timekeeper).countdown("code", untilNext: rule.asked)
          : Countdown(untilNext: rule.asked, on: time.timekeeper)
      }
      expectAsked("remaining") { _ = code?.remaining }
      expectAsked("start()") { code?.start() }
      expectAsked("a clock that is set") { time.setWallClock(to: time.wallNow - .seconds(1000)) }
      expectAsked("restart()") { code?.restart() }
      code?.cancel()
      expectAsked("toggle()") { code?.toggle() }
      code?.cancel()
    }

    let task = time.task { [timekeeper = time.timekeeper] in
      for await _ in Ticks(at: rule.asked, on: timekeeper) {}
    }
    await time.run(for: .seconds(31))
    expectAsked("Ticks") {}
    task.cancel()
    try await task.value
  }

  @Test("a rule that takes long delays only the ticks of its own timer")
  func slow() async {
    let timekeeper = Timekeeper()
    let release = DispatchSemaphore(value: 0)
    let rule = AskedRule(.multiples(of: .milliseconds(5)))
    let (slow, begun, other) = (TimerNotes<Int>(), TimerNotes<Int>(), TimerNotes<Int>())
    let queue = DispatchQueue(label: "slow")
    let timer = WallTimer(at: rule.asked, queue: queue, on: timekeeper) { slow.note($0.index) }
    await slow.wait(for: 2)
    rule.whenAsked(atMost: 1) {
      begun.note(0)
      _ = release.wait(timeout: .now() + 60)
    }
    await begun.wait(for: 1)
    let (count, code) = (slow.count, Countdown.started(.seconds(100), on: timekeeper))
    let ticker = RepeatingTimer(
      every: .milliseconds(1), queue: DispatchQueue(label: "other"), on: timekeeper
    ) { other.note($0.index) }
    await other.wait(for: 100)
    #expect(code.remaining < .seconds(100))
    #expect(slow.count == count)
    release.signal()
    await slow.wait(for: count + 1)
    withExtendedLifetime((timer, ticker)) {}
    code.cancel()
  }
}
