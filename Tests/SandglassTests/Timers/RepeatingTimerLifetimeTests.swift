import Dispatch
import Sandglass
import SandglassCore
import SandglassTesting
import Testing

/// Holds a timer that its own closure captures.
@MainActor
private final class Box {
  var timer: RepeatingTimer?
  let canary: Canary

  init(_ canary: Canary) {
    self.canary = canary
  }
}

@MainActor
@Suite("RepeatingTimer: lifetime, in virtual time")
struct RepeatingTimerLifetimeTests {
  let time = VirtualTime()
  let ends = TimerNotes<String>()
  let ticks = TimerNotes<Void>()

  private var waiting: Int { time.timekeeper.counters.waiting }

  private func makeTimer(
    options: TickOptions = TickOptions(), lifetime: TimerLifetime = .handle
  ) -> RepeatingTimer {
    let canary = Canary(ends, "closure")
    return RepeatingTimer(
      every: .seconds(1), options: options, lifetime: lifetime, on: time.timekeeper
    ) { [ticks] _ in
      canary.sing()
      ticks.note(())
    }
  }

  @Test("a timer that is released before its first tick ends and releases its closure")
  func neverTicked() {
    do {
      let timer = makeTimer()
      #expect(timer.isRunning)
    }
    #expect(waiting == 0)
    #expect(ends.values == ["closure"])
    time.advance(by: .seconds(10))
    #expect(ticks.count == 0)
  }

  @Test("a timer that is released while paused ends and does not crash")
  func releasedPaused() {
    do {
      let timer = makeTimer()
      time.advance(by: .seconds(1))
      timer.pause()
      timer.pause()
    }
    #expect(ends.values == ["closure"])
    time.advance(by: .seconds(10))
    #expect(ticks.count == 1)
  }

  @Test("a timer that is cancelled while paused releases its closure immediately")
  func releasedCancelled() {
    do {
      let timer = makeTimer()
      timer.pause()
      timer.cancel()
      #expect(ends.values == ["closure"])
    }
    #expect(waiting == 0)
  }

  @Test("a timer can be released in its own closure, which is retained until it returns")
  func releasedInHandler() {
    let canary = Canary(ends, "closure")
    var timer: RepeatingTimer?
    timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [ticks] _ in
      ticks.note(())
      timer = nil
      // The closure is retained while it runs.
      #expect(ends.values == [])
      canary.sing()
    }
    #expect(timer != nil)
    time.advance(by: .seconds(10))
    #expect(ticks.count == 1)
    #expect(waiting == 0)
  }

  @Test("Law 8: the handle retains the timer, and releasing it ends the timer")
  func handle() {
    var timer: RepeatingTimer? = makeTimer()
    time.advance(by: .seconds(2))
    #expect(ticks.count == 2)
    #expect(timer?.isRunning == true)
    timer = nil
    time.advance(by: .seconds(2))
    #expect(ticks.count == 2)
    #expect(ends.values == ["closure"])
  }

  @Test("Law 8: a detached timer runs without a handle")
  func fireAndForget() {
    _ = makeTimer(options: TickOptions(limit: 3), lifetime: .detached)
    time.advance(by: .seconds(10))
    #expect(ticks.count == 3)
    #expect(ends.values == ["closure"])
    #expect(waiting == 0)
  }

  @Test("a detached timer that is paused and released ends, as nothing could resume it")
  func keptAndPaused() {
    do {
      let timer = makeTimer(lifetime: .detached)
      timer.pause()
    }
    #expect(ends.values == ["closure"])
  }

  @Test("Law 8: cancel and the end at the limit release the closure although the handle exists")
  func closureReleased() {
    let cancelled = makeTimer()
    cancelled.cancel()
    #expect(ends.count == 1)
    let limited = makeTimer(options: TickOptions(limit: 2))
    time.advance(by: .seconds(1))
    #expect(ends.count == 1)
    time.advance(by: .seconds(1))
    #expect(ends.count == 2)
    let fired = makeTimer(options: TickOptions(limit: 1))
    fired.fire()
    #expect(ends.count == 3)
    #expect(!cancelled.isRunning && !limited.isRunning && !fired.isRunning)
  }

  @Test("a closure that captures its own timer is released after cancel")
  func capturesItself() {
    do {
      let box = Box(Canary(ends, "box"))
      box.timer = RepeatingTimer(every: .seconds(1), on: time.timekeeper) { [ticks] _ in
        ticks.note(())
        if ticks.count == 3 { box.timer?.cancel() }
      }
    }
    time.advance(by: .seconds(2))
    #expect(ends.values == [])
    time.advance(by: .seconds(10))
    #expect(ticks.count == 3)
    #expect(ends.values == ["box"])
  }

  @Test("a closure that captures its own timer is released after the limit")
  func capturesItselfLimited() {
    do {
      let box = Box(Canary(ends, "box"))
      box.timer = RepeatingTimer(
        every: .seconds(1), options: TickOptions(limit: 2), on: time.timekeeper
      ) { [ticks] _ in
        ticks.note(())
        #expect(box.timer != nil)
      }
    }
    time.advance(by: .seconds(10))
    #expect(ticks.count == 2)
    #expect(ends.values == ["box"])
  }

  @Test("a closure that captures its own timer is released after its owner's deallocation")
  func capturesItselfOwned() {
    do {
      let box = Box(Canary(ends, "box"))
      var owner: CountingGauge? = CountingGauge()
      if let owner {
        box.timer = RepeatingTimer(every: .seconds(1), with: owner, on: time.timekeeper) {
          [ticks] _, _ in
          ticks.note(())
          #expect(box.timer != nil)
        }
      }
      time.advance(by: .seconds(2))
      owner = nil
    }
    #expect(ends.values == [])
    time.advance(by: .seconds(1))
    #expect(ticks.count == 2)
    #expect(ends.values == ["box"])
    #expect(waiting == 0)
  }

  @Test("a timer ends immediately when the owner that retains it is deallocated")
  func ownerWithHandleDies() {
    weak var gone: CountingGauge?
    do {
      let gauge = CountingGauge()
      gone = gauge
      gauge.start(on: time.timekeeper)
      time.advance(by: .seconds(1))
      #expect(waiting == 1)
    }
    #expect(gone == nil)
    #expect(waiting == 0)
  }

  @Test("a timer ends with its next tick if its owner, which does not retain it, is deallocated")
  func ownerWithoutHandleDies() {
    for lifetime in [TimerLifetime.handle, .detached] {
      var timer: RepeatingTimer?
      weak var gone: CountingGauge?
      do {
        let gauge = CountingGauge()
        gone = gauge
        timer = RepeatingTimer(
          every: .seconds(1), with: gauge, lifetime: lifetime, on: time.timekeeper
        ) { gauge, tick in gauge.ticks.append(tick) }
        time.advance(by: .seconds(2))
        #expect(gauge.ticks.count == 2)
      }
      #expect(gone == nil)
      #expect(timer?.isRunning == true)
      time.advance(by: .seconds(1))
      #expect(timer?.isRunning == false)
      #expect(waiting == 0)
    }
  }

  @Test("if the owner is released in its own tick, the timer ends immediately")
  func ownerDiesInTick() {
    var owner: CountingGauge? = CountingGauge()
    weak let gone = owner
    owner?.start(on: time.timekeeper)
    let other = RepeatingTimer(every: .milliseconds(250), on: time.timekeeper) { _ in owner = nil }
    time.advance(by: .milliseconds(250))
    #expect(gone == nil)
    #expect(waiting == 1)
    other.cancel()
  }

  @Test("Law 8: the owner of a timer on a queue is also held weakly")
  func ownerOnQueue() {
    let queue = DispatchQueue(label: "ticks")
    var timer: RepeatingTimer?
    do {
      let owner = Canary(ends, "owner")
      timer = RepeatingTimer(
        every: .seconds(1), with: owner, queue: queue, on: time.timekeeper
      ) { [ticks] owner, _ in
        owner.sing()
        ticks.note(())
      }
      time.advance(by: .seconds(2))
    }
    #expect(ends.values == ["owner"])
    time.advance(by: .seconds(1))
    #expect(ticks.count == 2)
    #expect(timer?.isRunning == false)
    #expect(waiting == 0)
  }

  @Test("Law 7: the captures of a closure may call the timer and the timekeeper when deallocated")
  func deinitCallsBack() {
    let timekeeper = time.timekeeper
    let other = makeTimer()
    var timer: RepeatingTimer?
    do {
      let canary = Canary { [ends] in
        ends.note("waiting: \(timekeeper.counters.waiting), paused: \(other.pause())")
      }
      timer = RepeatingTimer(every: .seconds(1), on: timekeeper) { _ in canary.sing() }
    }
    timer?.cancel()
    #expect(ends.values == ["waiting: 1, paused: true"])
  }
}
