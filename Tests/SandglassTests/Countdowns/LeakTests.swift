import Dispatch
import Observation
import Sandglass
import SandglassTesting
import Testing

extension Locked<Int> {
  fileprivate var count: Int { withLock { $0 } }
}

@MainActor
@Suite("Leaks: everything is released, and deinitialisers may call back")
struct LeakTests {
  let time = VirtualTime()
  let deaths = Locked(0)

  @Test("Law 8: owners and the captures of their closures are released while the countdown runs")
  func owners() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    do {
      let owner = Canary(deaths)
      let captured = Canary(deaths)
      countdown.onTick(with: owner) { _, _ in _ = captured }
      countdown.onEnd(with: owner) { _, _ in _ = captured }
      countdown.onTick(with: owner, queue: DispatchQueue(label: "test")) { _, _ in _ = captured }
    }
    // The owner is deallocated immediately. The captures of its closures are released when the next event is due.
    #expect(deaths.count == 1)
    time.advance(by: .seconds(60))
    #expect(deaths.count == 2)
  }

  @Test("Law 8: a replaced or removed closure is released immediately")
  func closures() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let owner = Canary(Locked(0))
    for round in 0..<10 {
      let captured = Canary(deaths)
      countdown.onTick(with: owner) { _, _ in _ = captured }
      #expect(deaths.count == round)
    }
    countdown.unbind(owner)
    #expect(deaths.count == 10)
  }

  @Test("countdowns are deallocated in every state")
  func countdowns() {
    weak var latest: Countdown?
    for state in [CountdownState.idle, .running, .paused, .overtime, .finished] {
      do {
        let countdown = Countdown(
          .seconds(5), options: CountdownOptions(countsPastZero: state == .overtime),
          on: time.timekeeper)
        countdown.onEnd(with: deaths) { _, _ in _ = countdown.state }
        countdown.unbind(deaths)
        let owner = Canary(deaths)
        countdown.onTick(with: owner) { _, _ in }
        if state != .idle { countdown.start() }
        if state == .paused { countdown.pause() }
        if state == .overtime || state == .finished { time.advance(by: .seconds(6)) }
        #expect(countdown.state == state)
        latest = countdown
      }
      #expect((latest != nil) == (state == .running))
      time.advance(by: .seconds(60))
      #expect(latest == nil)
      #expect(time.timekeeper.counters.waiting == 0)
    }
  }

  @Test("boards, rows, cells and captures are deallocated")
  func boards() {
    weak var gone: CountdownBoard<Int>?
    weak var row: Countdown?
    do {
      let board = CountdownBoard<Int>(on: time.timekeeper)
      let cell = Canary(deaths)
      let captured = Canary(deaths)
      row = board.start(1, for: .seconds(60))
      board.show(1, in: cell) { _, _ in _ = (captured, board.count) }
      board.onFinish(with: cell) { _, _ in _ = captured }
      board.hide(in: cell)
      board.show(1, in: cell) { _, _ in _ = captured }
      gone = board
    }
    #expect(gone == nil)
    #expect(row == nil)
    #expect(deaths.count == 2)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 7: a capture of a board's closure may bind another closure when it is deallocated")
  func finishClosures() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    func bind(_ owner: Canary) {
      let captured = Canary(deaths) {
        MainActor.assumeIsolated { board.onFinish(with: owner) { _, _ in } }
      }
      board.onFinish(with: owner) { _, _ in captured.sing() }
    }
    let owner = Canary(Locked(0))
    bind(owner)
    // The closure is replaced by another, or its owner no longer exists at a finish.
    board.onFinish(with: owner) { _, _ in }
    #expect(deaths.count == 1)
    do {
      let captured = Canary(deaths) {
        MainActor.assumeIsolated { board.onFinish(with: owner) { _, _ in } }
      }
      board.onFinish(with: Canary(Locked(0))) { _, _ in captured.sing() }
    }
    board.start(1, for: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(deaths.count == 2)
  }

  @Test("readers that are abandoned, never started or cancelled are deallocated")
  func readers() async throws {
    weak var countdown: Countdown?
    do {
      let started = Countdown.started(.seconds(60), on: time.timekeeper)
      countdown = started
      var first = started.readings.makeAsyncIterator()
      _ = started.readings.makeAsyncIterator()
      #expect(await first.next()?.shown == 60)
      let witness = Canary(deaths)
      let task = Task {
        for await _ in started.readings { _ = witness }
      }
      await time.waitForSleepers(1)
      task.cancel()
      await task.value
    }
    #expect(deaths.count == 1)
    countdown?.cancel()
    #expect(countdown == nil)
  }

  @Test("observers are deallocated while nothing changes")
  func observers() {
    weak var gone: Countdown?
    do {
      let countdown = Countdown(.seconds(60), on: time.timekeeper)
      let witness = Canary(deaths)
      withObservationTracking {
        _ = countdown.shown
      } onChange: {
        _ = witness
      }
      countdown.start()
      gone = countdown
    }
    #expect(deaths.count == 1)
    time.advance(by: .seconds(60))
    #expect(gone == nil)
  }

  @Test("Law 7: a deinitialiser may call the countdown and the timekeeper without a deadlock")
  func lastWords() {
    let timekeeper = time.timekeeper
    let countdown = Countdown(.seconds(3), on: timekeeper)
    let speak: @Sendable () -> Void = {
      countdown.restart()
      countdown.pause()
      countdown.resume()
      _ = (countdown.reading, timekeeper.counters, countdown.readings.makeAsyncIterator())
      timekeeper.schedule(after: .seconds(1)) { _ in }
    }
    let owner = Canary(Locked(0))
    for _ in 0..<3 {
      let captured = Canary(deaths, lastWords: speak)
      countdown.onTick(with: owner) { _, _ in _ = captured }
      countdown.onTick(with: owner, queue: DispatchQueue(label: "test")) { _, _ in _ = captured }
    }
    countdown.unbind(owner)
    do {
      // A tick finds its owner deallocated, and the countdown then releases it.
      let captured = Canary(deaths, lastWords: speak)
      countdown.onTick(with: Canary(deaths, lastWords: speak)) { _, _ in _ = captured }
    }
    time.advance(by: .seconds(10))
    do {
      // Released with the countdown, which only the timekeeper retains.
      let captured = Canary(deaths, lastWords: speak)
      let other = Countdown.started(.seconds(2), on: timekeeper)
      other.onFinish(with: owner) { _, _ in _ = captured }
    }
    time.advance(by: .seconds(10))
    let board = CountdownBoard<Int>(on: timekeeper)
    do {
      let captured = Canary(
        deaths,
        lastWords: {
          board.start(7, for: .seconds(1))
          board.remove(8)
          speak()
        })
      board.start(1, for: .seconds(5)).onTick(with: owner) { _, _ in _ = captured }
      board.show(2, in: owner) { _, _ in _ = captured }
      board.hide(in: owner)
      board.remove(1)
    }
    do {
      let captured = Canary(deaths, lastWords: speak)
      let call = timekeeper.schedule(after: .seconds(1)) { _ in _ = captured }
      timekeeper.cancel(call)
    }
    #expect(deaths.count == 8)
    time.advance(by: .seconds(60))
    countdown.cancel()
  }
}
