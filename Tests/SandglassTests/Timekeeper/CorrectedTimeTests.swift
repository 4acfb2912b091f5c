import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("CorrectedTime: a wall clock that is set by the program")
struct CorrectedTimeTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  @Test("Law 1: a countdown to a wall-clock time follows the corrected clock, not the device's")
  func sale() {
    let server = CorrectedTime(of: time.timekeeper)
    let start = server.timekeeper.wallNow
    #expect(start == time.wallNow)
    let sale = Countdown(until: start + .seconds(3690), on: server.timekeeper)
    sale.onFinish(with: notes) { notes, _ in notes.note("sale") }
    sale.start()

    server.setWallClock(to: start + .seconds(3600))
    #expect(sale.remaining == .seconds(90))
    time.advance(by: .seconds(30))
    time.setWallClock(to: start + .seconds(10_000))
    #expect(server.timekeeper.wallNow == start + .seconds(3630))
    time.freeze(for: .milliseconds(59_999))
    #expect(sale.remaining == .milliseconds(1) && notes.values == [])
    time.advance(by: .milliseconds(1))
    #expect(notes.values == ["sale"])
  }

  @Test("Law 1: a clock that is set past an end finishes the countdown before the call returns")
  func past() {
    let server = CorrectedTime(of: time.timekeeper)
    let sale = Countdown(until: time.wallNow + .seconds(60), on: server.timekeeper)
    sale.onFinish(with: notes) { notes, _ in notes.note("sale") }
    sale.start()
    server.setWallClock(to: time.wallNow + .seconds(61))
    #expect(sale.isFinished && notes.values == ["sale"])
  }

  @Test("the steady clock is that of the other timekeeper, so kept countdowns are exact")
  func steady() {
    let store = MemoryCountdownStore()
    func tea(on time: VirtualTime) -> Countdown {
      let server = CorrectedTime(of: time.timekeeper)
      server.setWallClock(to: WallMoment(secondsSince1970: 0))
      return store.on(server.timekeeper).countdown("tea", startingFrom: .seconds(180))
    }
    tea(on: time).start()
    let later = time.relaunched(after: .seconds(60))
    let restored = tea(on: later)
    #expect(restored.remaining == .seconds(120) && restored.certainty == .exact)
    later.advance(by: .seconds(120))
    #expect(restored.isFinished)
  }

  @Test("a clock can be set to any time")
  func extremes() {
    let server = CorrectedTime(of: time.timekeeper)
    let sale = Countdown(until: time.wallNow, on: server.timekeeper)
    for extreme in [Int128.min, .max] {
      server.setWallClock(to: WallMoment(nanosecondsSince1970: extreme))
      time.advance(by: .seconds(1))
      #expect(sale.start() && sale.isFinished == (extreme == .max))
      sale.cancel()
    }
  }
}
