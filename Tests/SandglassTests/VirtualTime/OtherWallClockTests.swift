import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("VirtualTime: timekeepers with another wall clock")
struct OtherWallClockTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  /// Notes the end of a countdown with the seconds since the start.
  private func watch(_ countdown: Countdown, _ name: String) {
    let start = time.now
    countdown.onFinish(with: notes) { [time] notes, _ in
      notes.note("\(name) \((time.now - start).components.seconds)")
    }
  }

  @Test("advance serves all timekeepers, in the order of their moments")
  func advance() {
    let ahead = time.makeTimekeeper { [time] in time.wallNow + .seconds(3600) }
    #expect(ahead.wallNow == time.wallNow + .seconds(3600))
    let end = time.wallNow + .seconds(3605)
    let right = Countdown(until: end, on: time.timekeeper)
    let wrong = Countdown(until: end, on: ahead)
    let tea = Countdown.started(.seconds(5), on: time.timekeeper)
    for (countdown, name) in [(right, "right"), (wrong, "wrong"), (tea, "tea")] {
      watch(countdown, name)
      countdown.start()
    }
    #expect(wrong.remaining == .seconds(5))
    time.advance(by: .seconds(10))
    #expect(notes.values == ["tea 5", "wrong 5"])
    time.advance(by: .seconds(3600))
    #expect(notes.values.last == "right 3605")
  }

  @Test("a frozen process and a clock that is set concern all timekeepers")
  func frozen() {
    let other = time.makeTimekeeper { [time] in time.wallNow - .seconds(60) }
    let sale = Countdown(until: other.wallNow + .seconds(100), on: other)
    sale.start()
    watch(sale, "sale")
    time.setWallClock(to: time.wallNow + .seconds(70))
    #expect(sale.remaining == .seconds(30))
    time.freeze(for: .seconds(20), settingWallClockBy: .seconds(9))
    #expect(sale.remaining == .seconds(1) && notes.values == [])
    time.freeze(for: .seconds(20))
    #expect(notes.values == ["sale 40"])
  }

  @Test("tasks that wait on another timekeeper are waited for")
  func tasks() async throws {
    let other = time.makeTimekeeper { WallMoment(secondsSince1970: 0) }
    let start = time.now
    let task = time.task { [time] in
      try await other.sleep(for: .seconds(3))
      try await time.timekeeper.sleep(for: .seconds(4))
      return time.now - start
    }
    await time.run()
    #expect(try await task.value == .seconds(7))
    #expect(time.tasksWaiting == [])
  }

  @Test("Law 8: a timekeeper that nothing retains is not served, and does not retain its time")
  func lifetime() {
    weak var released: Timekeeper?
    do {
      let other = time.makeTimekeeper { [time] in time.wallNow }
      other.schedule(after: .seconds(1)) { [notes] _ in notes.note("called") }
      released = other
    }
    #expect(released == nil)
    time.advance(by: .seconds(2))
    #expect(notes.values == [])
  }
}

@MainActor
@Suite("VirtualTime: callbacks that come later, as in real time")
struct LaterDeliveryTests {
  let time = VirtualTime(delivery: .later)
  let notes = TimerNotes<String>()

  @Test(
    "on return from the background, the state is right first, and the callbacks come afterwards")
  func firstFrame() {
    let tea = Countdown(.seconds(60), on: time.timekeeper)
    tea.onFinish(with: notes) { notes, _ in notes.note("finished") }
    tea.start()
    time.freeze(for: .seconds(100))
    #expect(tea.isFinished && notes.values == [])
    time.advance(by: .zero)
    #expect(notes.values == ["finished"])
  }

  @Test("advance delivers each callback at its moment, with those that it adds")
  func advance() {
    let start = time.now
    let ticker = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [time, notes] tick in
      let now = time.now
      notes.note("tick at \((now - start) / Duration.seconds(1))")
      guard tick.index == 0 else { return }
      _ = OneShotTimer(after: .zero, lifetime: .detached, on: time.timekeeper) { _ in
        notes.note("added at \((time.now - start) / Duration.seconds(1))")
      }
    }
    time.advance(by: .seconds(2))
    #expect(notes.values == ["tick at 1.0", "added at 1.0", "tick at 2.0"])
    ticker.fire()
    #expect(notes.count == 3)
    time.advance(by: .zero)
    #expect(notes.count == 4)
  }

  @Test("run delivers what is waiting, and a record is saved at once")
  func run() async throws {
    let store = MemoryRecords()
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.onFinish(with: notes) { notes, _ in notes.note("finished") }
    tea.start()
    try await tea.saved()
    #expect(store.read("tea") != nil)
    let task = time.task { @MainActor in
      for await reading in tea.readings { notes.note("\(reading.shown)") }
    }
    await time.run(for: .seconds(60))
    try await task.value
    #expect(notes.values.contains("finished") && notes.values.contains("59"))
  }

  @Test("by default, callbacks come before the call returns")
  func byDefault() {
    let time = VirtualTime()
    let ticker = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [notes] _ in
      notes.note("tick")
    }
    ticker.fire()
    #expect(notes.values == ["tick"])
  }
}
