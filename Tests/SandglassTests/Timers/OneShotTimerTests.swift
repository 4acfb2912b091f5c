import Dispatch
import Sandglass
import SandglassCore
import SandglassTesting
import Testing

@MainActor
@Suite("OneShotTimer: in virtual time")
struct OneShotTimerTests {
  let time = VirtualTime()
  let ends = TimerNotes<String>()
  let fired = TimerNotes<Moment>()

  private var waiting: Int { time.timekeeper.counters.waiting }

  private func makeTimer(
    after delay: Duration, lifetime: TimerLifetime = .handle
  ) -> OneShotTimer {
    let canary = Canary(ends, "closure")
    return OneShotTimer(after: delay, lifetime: lifetime, on: time.timekeeper) { [fired, time] _ in
      canary.sing()
      fired.note(time.now)
    }
  }

  @Test("Law 2: it fires once, at its instant, and retains its closure as long as its handle lives")
  func once() {
    let start = time.now
    let timer = makeTimer(after: .seconds(3))
    #expect(timer.isRunning)
    time.advance(by: .seconds(3) - .nanoseconds(1))
    #expect(fired.values == [])
    time.advance(by: .nanoseconds(1))
    #expect(fired.values == [start + .seconds(3)])
    #expect(ends.values == [])
    time.advance(by: .seconds(100))
    #expect(fired.count == 1)
    #expect(!timer.isRunning && !timer.isPaused)
    #expect(!timer.pause() && !timer.resume() && !timer.fire() && !timer.cancel())
    #expect(ends.values == ["closure"])
  }

  @Test("a delay of zero or less fires at once")
  func zero() {
    for delay in [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)] {
      let count = fired.count
      let timer = makeTimer(after: delay)
      #expect(fired.count == count + 1)
      #expect(!timer.isRunning)
      time.advance(by: .zero)
      #expect(fired.count == count + 1)
    }
  }

  @Test("Law 2: a fraction of a nanosecond in the delay is rounded to a later instant")
  func belowANanosecond() {
    let start = time.now
    let timer = makeTimer(after: Duration(attoseconds: 1))
    time.advance(by: .zero)
    #expect(fired.count == 0)
    time.advance(by: .seconds(1))
    #expect(fired.values == [start + .nanoseconds(1)])
    timer.cancel()
  }

  @Test("a pause keeps the exact remaining delay")
  func pause() {
    let timer = makeTimer(after: .seconds(1))
    time.advance(by: .milliseconds(300))
    #expect(timer.pause())
    #expect(!timer.pause())
    #expect(timer.isPaused && !timer.isRunning)
    time.advance(by: .seconds(60))
    #expect(timer.resume())
    #expect(!timer.resume())
    time.advance(by: .milliseconds(700) - .nanoseconds(1))
    #expect(fired.count == 0)
    time.advance(by: .nanoseconds(1))
    #expect(fired.count == 1)
  }

  @Test("`fire()` fires it now instead of later, also while it is paused")
  func fire() {
    for isPaused in [false, true] {
      let count = fired.count
      let timer = makeTimer(after: .seconds(1))
      if isPaused { timer.pause() }
      #expect(timer.fire())
      #expect(fired.count == count + 1)
      #expect(!timer.fire())
      #expect(!timer.isPaused)
      #expect(waiting == 0)
      time.advance(by: .seconds(10))
      #expect(fired.count == count + 1)
    }
    #expect(ends.count == 2)
  }

  @Test("after a cancellation it does not fire, and its closure is released immediately")
  func cancel() {
    let timer = makeTimer(after: .seconds(1))
    #expect(timer.cancel())
    #expect(!timer.cancel())
    #expect(ends.values == ["closure"])
    time.advance(by: .seconds(10))
    #expect(fired.count == 0)
  }

  @Test("Law 10: cancelling on the main actor also stops a pending delivery")
  func cancelOnItsWay() {
    let holder = TimerHolder()
    var answers: [Bool] = []
    let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      if let second = holder.oneShot { answers = [second.cancel(), second.cancel()] }
    }
    holder.oneShot = makeTimer(after: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(fired.count == 0)
    #expect(answers == [true, false])
    #expect(ends.values == ["closure"])
    first.cancel()
  }

  @Test("releasing the handle cancels it, unless it is detached")
  func handle() {
    _ = makeTimer(after: .seconds(1))
    #expect(waiting == 0)
    #expect(ends.count == 1)
    _ = makeTimer(after: .seconds(1), lifetime: .detached)
    time.advance(by: .seconds(1))
    #expect(fired.count == 1)
    #expect(ends.count == 2)
  }

  @Test("it holds its owner weakly, and does not fire once the owner is deallocated")
  func owner() {
    weak var gone: CountingGauge?
    var timer: OneShotTimer?
    do {
      let gauge = CountingGauge()
      gone = gauge
      timer = OneShotTimer(after: .seconds(1), with: gauge, on: time.timekeeper) {
        [fired, time] _, _ in
        fired.note(time.now)
      }
    }
    #expect(gone == nil)
    time.advance(by: .seconds(2))
    #expect(fired.count == 0)
    #expect(timer?.isRunning == false)
  }

  @Test("it passes its owner to the closure")
  func ownerLives() {
    let gauge = CountingGauge()
    let timer = OneShotTimer(after: .seconds(1), with: gauge, on: time.timekeeper) { owner, _ in
      #expect(owner === gauge)
      owner.ticks = []
      MainActor.assertIsolated()
      ends.note("fired")
    }
    time.advance(by: .seconds(1))
    #expect(ends.values == ["fired"])
    timer.cancel()
  }

  @Test("it fires on a queue, with and without an owner, and without a queue")
  func queues() {
    let queue = DispatchQueue(label: "timers")
    let owner = Canary(ends, "owner")
    let timers = [
      OneShotTimer(after: .seconds(1), with: owner, queue: queue, on: time.timekeeper) {
        [ends] _, _ in
        dispatchPrecondition(condition: .onQueue(queue))
        ends.note("owner on queue")
      },
      OneShotTimer(after: .seconds(2), queue: queue, on: time.timekeeper) { [ends] _ in
        dispatchPrecondition(condition: .onQueue(queue))
        ends.note("queue")
      },
      OneShotTimer(after: .seconds(3), queue: nil, on: time.timekeeper) { [ends] _ in
        ends.note("no queue")
      },
    ]
    time.advance(by: .seconds(3))
    #expect(ends.values == ["owner on queue", "queue", "no queue"])
    #expect(timers.allSatisfy { !$0.isRunning })
    owner.sing()
  }

  @Test("it can start another timer from its own closure")
  func chain() {
    let start = time.now
    var timer: OneShotTimer?
    func arm(_ count: Int) {
      timer = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
        fired.note(time.now)
        if count > 1 { arm(count - 1) }
      }
    }
    arm(5)
    time.advance(by: .seconds(60))
    #expect(fired.values == (1...5).map { start + .seconds($0) })
    #expect(timer?.isRunning == false)
  }
}
