import Dispatch
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("RepeatingTimer: changing the interval")
struct RepeatingTimerIntervalTests {
  let time = VirtualTime()
  let reported = TimerNotes<Tick>()
  let start: Moment

  init() {
    start = time.now
  }

  private func makeTimer(
    every interval: Duration, options: TickOptions = TickOptions()
  ) -> RepeatingTimer {
    RepeatingTimer(every: interval, options: options, on: time.timekeeper) { [reported] tick in
      reported.note(tick)
    }
  }

  private func seconds(_ values: [Double]) -> [Moment] { values.map { start + .seconds($0) } }

  @Test("while it runs, the new interval is counted from now by default")
  func running() {
    let timer = makeTimer(every: .seconds(10))
    #expect(timer.interval == .seconds(10))
    #expect(timer.nextTick == start + .seconds(10))
    time.advance(by: .seconds(14))
    #expect(timer.setInterval(.seconds(3)))
    #expect(timer.interval == .seconds(3))
    #expect(timer.nextTick == start + .seconds(17))
    time.advance(by: .seconds(7))
    #expect(reported.values.map(\.scheduled) == seconds([10, 17, 20]))
    #expect(reported.values.map(\.index) == [0, 1, 2])
    #expect(time.timekeeper.counters.waiting == 1)
  }

  @Test(
    "when counted from the latest tick, the time since then counts, and a past tick is due at once")
  func fromLatestTick() {
    let timer = makeTimer(every: .seconds(10))
    time.advance(by: .seconds(14))
    timer.setInterval(.seconds(6), from: .latestTick)
    #expect(timer.nextTick == start + .seconds(16))
    timer.setInterval(.seconds(1), from: .latestTick)
    #expect(reported.values.map(\.scheduled) == seconds([10, 14]))
    #expect(timer.nextTick == start + .seconds(15))
    time.advance(by: .seconds(2))
    #expect(reported.values.map(\.scheduled) == seconds([10, 14, 15, 16]))
    #expect(reported.values.allSatisfy { $0.missed == 0 })
  }

  @Test("while it is paused, the moment of the pause counts as now")
  func paused() {
    let timer = makeTimer(every: .seconds(10))
    time.advance(by: .seconds(14))
    timer.pause()
    #expect(timer.nextTick == nil)
    time.advance(by: .seconds(100))
    #expect(timer.setInterval(.seconds(7), from: .latestTick))
    #expect(timer.isPaused && timer.interval == .seconds(7))
    timer.resume()
    #expect(timer.nextTick == time.now + .seconds(3))
    timer.pause()
    timer.setInterval(.seconds(2))
    time.advance(by: .seconds(50))
    timer.resume()
    #expect(timer.nextTick == time.now + .seconds(2))
    time.advance(by: .seconds(2))
    #expect(reported.count == 2)
  }

  @Test("the interval can be changed in the timer's own closure")
  func insideClosure() {
    let holder = TimerHolder()
    holder.repeating = RepeatingTimer(every: .seconds(1), on: time.timekeeper) {
      [reported, holder] tick in
      reported.note(tick)
      holder.repeating?.setInterval(.seconds(tick.index + 2))
    }
    time.advance(by: .seconds(10))
    #expect(reported.values.map(\.scheduled) == seconds([1, 3, 6, 10]))
    holder.repeating = nil
  }

  @Test("Law 5: ticks that are already due are delivered first, with the previous interval")
  func dueFirst() {
    let timer = makeTimer(every: .seconds(1))
    time.freeze(for: .seconds(3.5))
    timer.setInterval(.seconds(10))
    #expect(reported.values.map(\.missed) == [2])
    time.freeze(for: .seconds(30))
    time.advance(by: .zero)
    #expect(reported.values.map(\.missed) == [2, 2])
    #expect(reported.values.map(\.scheduled) == seconds([3, 33.5]))
  }

  @Test("after its end, setInterval returns false and the interval is unchanged")
  func ended() {
    let timer = makeTimer(every: .seconds(1), options: TickOptions(limit: 1))
    time.advance(by: .seconds(1))
    #expect(!timer.setInterval(.seconds(2)))
    #expect(timer.interval == .seconds(1) && timer.nextTick == nil)
  }

  #if os(macOS) || os(Linux)
    @Test("an interval of zero or less traps, also after the end", .programs)
    func trap() async {
      await #expect(processExitsWith: .failure) {
        let timer = RepeatingTimer(every: .seconds(1), queue: nil) { _ in }
        timer.cancel()
        timer.setInterval(.zero)
      }
    }
  #endif

  @Test("without a queue, a tick that is due and not yet served is served later")
  func noQueue() {
    let timer = RepeatingTimer(every: .seconds(1), queue: nil, on: time.timekeeper) {
      [reported] tick in
      reported.note(tick)
    }
    time.advance(by: .seconds(2))
    timer.setInterval(.seconds(5))
    time.advance(by: .seconds(5))
    #expect(reported.values.map(\.scheduled) == seconds([1, 2, 7]))
  }
}
