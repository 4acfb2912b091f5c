import Dispatch
import Sandglass
import SandglassTesting
import Testing

@MainActor
final class Gauge {
  var ticker: RepeatingTimer?
  var ticks: [Tick] = []

  func start(on timekeeper: Timekeeper) {
    ticker = RepeatingTimer(every: .milliseconds(250), of: self, on: timekeeper) { gauge, tick in
      gauge.ticks.append(tick)
    }
  }
}

@MainActor
@Suite("RepeatingTimer: in virtual time")
struct RepeatingTimerTests {
  let time = VirtualTime()

  @Test("ticks after each interval, on the main actor")
  func ticks() {
    let gauge = Gauge()
    gauge.start(on: time.timekeeper)
    time.advance(by: .seconds(1))
    #expect(gauge.ticks.map(\.index) == [0, 1, 2, 3])
    time.freeze(for: .seconds(1))
    #expect(gauge.ticks.last?.missed == 3)
  }

  @Test("S2: the timer ends at once when the owner that holds it dies")
  func ownerDies() {
    do {
      let gauge = Gauge()
      gauge.start(on: time.timekeeper)
      time.advance(by: .seconds(1))
      #expect(time.timekeeper.counters.waiting == 1)
    }
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("an asynchronous sequence of ticks")
  func sequence() async throws {
    let timekeeper = time.timekeeper
    let task = time.task {
      var indices: [Int] = []
      for await tick in Ticks(every: .seconds(1), options: TickOptions(limit: 3), on: timekeeper) {
        indices.append(tick.index)
      }
      return indices
    }
    await time.run(for: .seconds(10))
    #expect(try await task.value == [0, 1, 2])
  }
}

@Suite("Timekeeper: in real time")
struct TimekeeperRealTimeTests {
  @Test("a sleep ends after its deadline, and at once when its task is cancelled")
  func sleep() async throws {
    let timekeeper = Timekeeper()
    let start = timekeeper.now
    try await timekeeper.sleep(for: .milliseconds(20))
    #expect(timekeeper.now - start >= .milliseconds(20))
    let task = Task { try await timekeeper.sleep(for: .seconds(3600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a countdown in real time")
  func countdown() async {
    var shown: [Int] = []
    let options = CountdownOptions(unit: .milliseconds(20))
    for await reading in Countdown.started(.milliseconds(100), options: options).readings {
      shown.append(reading.shown)
    }
    #expect(shown.first == 5)
  }

  @Test("on an injected clock")
  func injected() async throws {
    let timekeeper = Timekeeper(clock: SuspendingClock())
    let start = timekeeper.now
    try await timekeeper.sleep(for: .milliseconds(20))
    #expect(timekeeper.now - start >= .milliseconds(20))
  }
}
