import Dispatch
import Sandglass
import SandglassCore
import SandglassTesting
import Testing

@MainActor
@Suite("VirtualTime: advancing and freezing")
struct VirtualTimeTests {
  let time = VirtualTime()

  @Test("time advances only when a test advances it, and both clocks advance alike")
  func clocks() {
    let (start, wall) = (time.now, time.wallNow)
    #expect(time.now == start)
    #expect(wall == WallMoment(secondsSince1970: 1_893_456_000))
    time.advance(by: .milliseconds(1500))
    #expect(time.now == start + .milliseconds(1500))
    #expect(time.wallNow == wall + .milliseconds(1500))
    time.freeze(for: .seconds(60))
    #expect(time.now == start + .milliseconds(61_500))
    #expect(time.wallNow == wall + .milliseconds(61_500))
  }

  @Test("the wall clock can be set forward and back, and the steady clock does not change")
  func wallClock() {
    let start = time.now
    let moment = WallMoment(secondsSince1970: 1000)
    time.setWallClock(to: moment)
    #expect(time.wallNow == moment)
    #expect(time.timekeeper.wallNow == moment)
    #expect(time.now == start)
    time.advance(by: .seconds(5))
    #expect(time.wallNow == moment + .seconds(5))
    #expect(VirtualTime(wall: moment).wallNow == moment)
  }

  @Test("the boot identity can be set")
  func bootIdentity() {
    #expect(time.bootIdentity != nil)
    time.setBootIdentity(to: BootIdentity("another"))
    #expect(time.bootIdentity == BootIdentity("another"))
    #expect(time.timekeeper.bootIdentity == BootIdentity("another"))
    time.setBootIdentity(to: nil)
    #expect(time.timekeeper.bootIdentity == nil)
  }

  @Test("a negative duration and a moment in the past do nothing")
  func negative() {
    let start = time.now
    time.advance(by: .seconds(-5))
    time.freeze(for: .seconds(-5))
    time.advance(to: .origin)
    #expect(time.now == start)
  }

  @Test("advance delivers each callback at its own instant, in order; freeze delivers all late")
  func advanceAndFreeze() {
    let start = time.now
    var moments: [Duration] = []
    let timers = [3, 1, 2].map { seconds in
      OneShotTimer(after: .seconds(seconds), lifetime: .detached, on: time.timekeeper) { _ in
        moments.append(time.now - start)
      }
    }
    time.advance(by: .seconds(10))
    #expect(moments == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(time.now == start + .seconds(10))
    _ = timers

    moments = []
    let again = time.now
    for seconds in [3, 1, 2] {
      _ = OneShotTimer(after: .seconds(seconds), lifetime: .detached, on: time.timekeeper) { _ in
        moments.append(time.now - again)
      }
    }
    time.freeze(for: .seconds(10))
    #expect(moments == [.seconds(10), .seconds(10), .seconds(10)])
  }

  @Test("advancing to a moment delivers what is due at that moment")
  func advanceTo() {
    let moment = time.now + .seconds(7)
    var ticks = 0
    _ = OneShotTimer(after: .seconds(7), lifetime: .detached, on: time.timekeeper) { _ in ticks += 1
    }
    time.advance(to: moment - .nanoseconds(1))
    #expect(ticks == 0)
    time.advance(to: moment)
    #expect(ticks == 1)
    #expect(time.now == moment)
  }

  @Test("the deliveries that a call causes are made before it returns")
  func callsTell() {
    var ticks = 0
    let timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { _ in ticks += 1 }
    timer.fire()
    #expect(ticks == 1)
    let queue = DispatchQueue(label: "virtual")
    let notes = TimerNotes<Void>()
    let onQueue = RepeatingTimer(every: .seconds(1), queue: queue, on: time.timekeeper) { _ in
      notes.note(())
    }
    onQueue.fire()
    #expect(notes.count == 1)
    timer.cancel()
    onQueue.cancel()
  }

  @Test("wake-ups are shared if tolerances are honoured, which is not the default")
  func tolerance() {
    for isHonored in [true, false] {
      let time = VirtualTime(honorsTolerance: isHonored)
      let start = time.now
      let moments = TimerNotes<Duration>()
      for milliseconds in [10, 15, 20] {
        time.timekeeper.schedule(
          after: .milliseconds(milliseconds), tolerance: .milliseconds(50)
        ) { moments.note($0 - start) }
      }
      time.advance(by: .seconds(1))
      let expected = isHonored ? [10, 60, 60] : [10, 15, 20]
      #expect(moments.values == expected.map { .milliseconds($0) })
    }
  }

  @Test("Law 13: an hour of ticks at one-second intervals takes no real time")
  func anHour() {
    var ticks = 0
    let timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { _ in ticks += 1 }
    let real = ContinuousClock().measure { time.advance(by: .seconds(3600)) }
    #expect(ticks == 3600)
    // It takes some hundredths of a second. The rest allows for sanitizers on a busy machine.
    #expect(real < .seconds(360))
    timer.cancel()
  }

  @Test("virtual times are independent of each other")
  func independent() {
    let other = VirtualTime()
    var ticks = 0
    let timer = RepeatingTimer(every: .seconds(1), on: other.timekeeper) { _ in ticks += 1 }
    time.advance(by: .seconds(10))
    #expect(ticks == 0)
    other.advance(by: .seconds(2))
    #expect(ticks == 2)
    timer.cancel()
  }
}

@MainActor
@Suite("VirtualTime: calls inside callbacks", .timeLimit(.minutes(10)))
struct VirtualTimeNestingTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  private func note(_ text: String, since start: Moment) {
    notes.note("\(text) \((time.now - start) / .seconds(1))")
  }

  @Test("advance inside a main-actor callback advances the time, and callbacks are not nested")
  func nestedOnMain() {
    let start = time.now
    let timer = RepeatingTimer(
      every: .seconds(1), options: TickOptions(limit: 6), on: time.timekeeper
    ) { tick in
      note("begin \(tick.index)", since: start)
      if tick.index == 1 {
        time.advance(by: .seconds(2))
        note("nested", since: start)
      }
      note("end \(tick.index)", since: start)
    }
    time.advance(by: .seconds(6))
    #expect(
      notes.values == [
        "begin 0 1.0", "end 0 1.0",
        "begin 1 2.0", "nested 4.0", "end 1 4.0",
        // Added before the callback of the second tick had returned, so it replaced the third.
        "begin 3 4.0", "end 3 4.0", "begin 4 5.0", "end 4 5.0", "begin 5 6.0", "end 5 6.0",
      ])
    #expect(time.now == start + .seconds(6))
    timer.cancel()
  }

  @Test("time never runs backwards, even if a nested advance goes further than the outer one")
  func furtherThanOuter() {
    let start = time.now
    let timer = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      time.advance(by: .seconds(100))
    }
    time.advance(by: .seconds(2))
    #expect(time.now == start + .seconds(101))
    timer.cancel()
  }

  @Test("advance inside a callback on a queue delivers on other queues and on the main actor")
  func nestedOnQueue() {
    let start = time.now
    let queue = DispatchQueue(label: "virtual")
    let other = DispatchQueue(label: "other")
    let timers = [
      OneShotTimer(after: .seconds(1), queue: queue, on: time.timekeeper) { [notes, time] _ in
        notes.note("begin")
        time.advance(by: .seconds(5))
        notes.note("end \((time.now - start) / .seconds(1))")
      },
      OneShotTimer(after: .seconds(2), queue: queue, on: time.timekeeper) { [notes] _ in
        notes.note("same queue")
      },
      OneShotTimer(after: .seconds(3), queue: other, on: time.timekeeper) { [notes, time] _ in
        notes.note("other queue \((time.now - start) / .seconds(1))")
      },
    ]
    time.advance(by: .seconds(10))
    #expect(notes.values == ["begin", "other queue 3.0", "end 6.0", "same queue"])
    #expect(timers.allSatisfy { !$0.isRunning })
  }

  @Test("advance inside a direct call delivers everything before it returns")
  func nestedInDirectCall() {
    let start = time.now
    time.timekeeper.schedule(after: .seconds(1)) { [time, notes] _ in
      time.advance(by: .seconds(5))
      notes.note("end \((time.now - start) / .seconds(1))")
    }
    _ = OneShotTimer(after: .seconds(2), lifetime: .detached, on: time.timekeeper) { _ in
      note("main", since: start)
    }
    time.timekeeper.schedule(after: .seconds(3)) { [time, notes] _ in
      notes.note("direct \((time.now - start) / .seconds(1))")
    }
    time.advance(by: .seconds(10))
    #expect(notes.values == ["main 2.0", "direct 3.0", "end 6.0"])
    #expect(time.now == start + .seconds(10))
  }

  @Test("after a freeze inside a callback, everything that was due is delivered late")
  func nestedFreeze() {
    var ticks: [Tick] = []
    let timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { tick in
      ticks.append(tick)
      if ticks.count == 1 { time.freeze(for: .milliseconds(3500)) }
    }
    time.advance(by: .seconds(5))
    #expect(ticks.map(\.index) == [0, 3, 4])
    #expect(ticks.map(\.missed) == [0, 2, 0])
    timer.cancel()
  }

  @Test("Law 7: a callback on a queue may cause one on the main actor, which is waiting for it")
  func queueTellsMain() {
    let queue = DispatchQueue(label: "virtual")
    let onMain = RepeatingTimer(every: .seconds(60), on: time.timekeeper) { [notes] _ in
      MainActor.assertIsolated()
      notes.note("main")
    }
    let onQueue = OneShotTimer(after: .seconds(1), queue: queue, on: time.timekeeper) { [notes] _ in
      notes.note("begin")
      onMain.fire()
      notes.note("end")
    }
    time.advance(by: .seconds(1))
    #expect(notes.values == ["begin", "end", "main"])
    onMain.cancel()
    onQueue.cancel()
  }

  @Test("Law 7: queues whose callbacks cause callbacks on each other do not wait for each other")
  func queuesTellEachOther() {
    let (left, right) = (DispatchQueue(label: "left"), DispatchQueue(label: "right"))
    let last = RepeatingTimer(every: .seconds(60), queue: left, on: time.timekeeper) { [notes] _ in
      dispatchPrecondition(condition: .onQueue(left))
      notes.note("last")
    }
    let middle = RepeatingTimer(every: .seconds(60), queue: right, on: time.timekeeper) {
      [notes] _ in
      dispatchPrecondition(condition: .onQueue(right))
      notes.note("middle")
      last.fire()
    }
    let first = OneShotTimer(after: .seconds(1), queue: left, on: time.timekeeper) { [notes] _ in
      dispatchPrecondition(condition: .onQueue(left))
      notes.note("first")
      middle.fire()
      notes.note("first ends")
    }
    time.advance(by: .seconds(1))
    #expect(notes.values == ["first", "middle", "first ends", "last"])
    first.cancel()
    middle.cancel()
    last.cancel()
  }
}

@Suite("VirtualTime: advanced off the main actor", .timeLimit(.minutes(10)))
struct VirtualTimeElsewhereTests {
  let time = VirtualTime()

  @Test("advance delivers on the main actor before it returns, each callback at its own instant")
  func offMain() async {
    let start = time.now
    let moments = TimerNotes<Moment>()
    let timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [time] _ in
      MainActor.assertIsolated()
      moments.note(time.now)
    }
    time.advance(by: .seconds(3))
    #expect(moments.values == (1...3).map { start + .seconds($0) })
    timer.cancel()
  }

  @Test("advance works on a queue, also in that queue's own callback")
  func onQueue() {
    let queue = DispatchQueue(label: "virtual")
    let ticks = TimerNotes<Void>()
    let timer = RepeatingTimer(every: .seconds(1), queue: queue, on: time.timekeeper) { _ in
      ticks.note(())
    }
    time.advance(by: .seconds(1))
    queue.sync { time.advance(by: .seconds(3)) }
    #expect(ticks.count == 4)
    timer.cancel()
  }

  @Test("Law 7: many threads can start and cancel while one advances the time")
  func manyThreads() async {
    let time = time
    let ticks = TimerNotes<Void>()
    let queue = DispatchQueue(label: "virtual")
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<200 {
        if thread == 0 {
          time.advance(by: .seconds(1))
        } else {
          let timer = RepeatingTimer(
            every: .milliseconds(300), queue: thread == 1 ? queue : nil, on: time.timekeeper
          ) { _ in ticks.note(()) }
          timer.fire()
          timer.cancel()
        }
      }
    }
    #expect(time.timekeeper.counters.waiting == 0)
  }
}
