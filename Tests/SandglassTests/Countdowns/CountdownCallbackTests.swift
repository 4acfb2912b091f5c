import Dispatch
import Sandglass
import SandglassTesting
import Testing

/// Calls that a callback may make on its own countdown.
enum CountdownCall: String, CaseIterable, Sendable {
  case start, pause, resume, pauseAndResume, cancel, extend, shorten, finish, restart, stopOvertime
  case unbind, look, read

  @MainActor
  func apply(to countdown: Countdown, by watcher: CountdownWatcher) {
    switch self {
    case .start: countdown.start()
    case .pause: countdown.pause()
    case .resume: countdown.resume()
    case .pauseAndResume:
      countdown.pause()
      countdown.resume()
    case .cancel: countdown.cancel()
    case .extend: countdown.extend(by: .milliseconds(700))
    case .shorten: countdown.extend(by: .milliseconds(-700))
    case .finish: countdown.extend(by: .seconds(-100))
    case .restart: countdown.restart()
    case .stopOvertime: countdown.stopOvertime()
    case .unbind: countdown.unbind(watcher)
    case .look: _ = (countdown.reading, countdown.state, countdown.end)
    case .read: _ = countdown.readings.makeAsyncIterator()
    }
  }
}

@MainActor
@Suite("Countdown: calls inside callbacks")
struct CountdownCallbackTests {
  let time = VirtualTime()

  @Test(
    "Laws 3, 7: any call is legal in any of its own callbacks, and each run ends once",
    arguments: CountdownCall.allCases, ["5", "3", "milestone 2.0", "finished", "cancelled"])
  func inside(_ call: CountdownCall, _ word: String) {
    for countsPastZero in [false, true] {
      let options = CountdownOptions(
        milestones: [.remaining(.seconds(2))], countsPastZero: countsPastZero)
      let countdown = Countdown(.seconds(5), options: options, on: time.timekeeper)
      let watcher = CountdownWatcher()
      let witness = CountdownWatcher()
      witness.watchEnds(of: countdown)
      watcher.watch(countdown)
      var left = 3
      watcher.reaction = { reported in
        guard reported == word, left > 0 else { return }
        left -= 1
        call.apply(to: countdown, by: watcher)
      }
      countdown.start()
      time.advance(by: .milliseconds(2_500))
      if word == "cancelled" { countdown.cancel() }
      time.advance(by: .seconds(60))
      #expect(left < 3)
      countdown.resume()
      time.advance(by: .seconds(60))
      countdown.cancel()
      // In every combination of calls, each run has ended.
      #expect(!countdown.isRunning && !countdown.isPaused)
      #expect(witness.ends.last?.moment == countdown.end?.moment || countdown.end == nil)
      #expect(Set(witness.ends).count == witness.ends.count || word == "5")
      #expect(!witness.ends.isEmpty)
    }
  }

  @Test("Law 3: a restart in onTick reports the cancellation, and then the new run")
  func restartInsideTick() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    let watcher = CountdownWatcher()
    var restarts = 2
    watcher.watch(countdown)
    watcher.reaction = { word in
      guard word == "2", restarts > 0 else { return }
      restarts -= 1
      countdown.restart()
    }
    countdown.start()
    time.advance(by: .seconds(60))
    #expect(
      watcher.take() == [
        "3", "2", "cancelled", "3", "2", "cancelled", "3", "2", "1", "finished",
      ])
  }

  @Test("Laws 1, 3: a countdown that is restarted at each finish continues without drift")
  func restartInsideFinish() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    watcher.reaction = { if $0 == "finished" { countdown.start() } }
    let start = time.now
    countdown.start()
    time.advance(by: .seconds(3_000))
    #expect(watcher.ends.count == 1_000)
    #expect(watcher.ends.last?.moment == start + .seconds(3_000))
    countdown.cancel()
  }

  @Test("Law 10: a tick that one owner cancels does not reach the next owner")
  func cancelledOnTheWay() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let (first, second) = (CountdownWatcher(), CountdownWatcher())
    first.watch(countdown)
    second.watch(countdown)
    countdown.start()
    _ = (first.take(), second.take())
    first.reaction = { if $0 == "3" { countdown.cancel() } }
    time.advance(by: .seconds(10))
    #expect(first.take() == ["4", "3", "cancelled"])
    #expect(second.take() == ["4", "cancelled"])
  }

  @Test("Law 10: a binding that one owner removes or replaces does not get what is already due")
  func removedOnTheWay() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let (first, second, third) = (CountdownWatcher(), CountdownWatcher(), CountdownWatcher())
    first.watch(countdown)
    second.watch(countdown)
    third.watch(countdown)
    countdown.start()
    _ = (first.take(), second.take(), third.take())
    var replaced: [Int] = []
    first.reaction = { word in
      guard word == "3" else { return }
      countdown.unbind(second)
      countdown.onTick(with: third) { _, reading in replaced.append(reading.shown) }
    }
    time.advance(by: .seconds(5))
    #expect(second.take() == ["4"])
    #expect(third.take() == ["4", "finished"])
    #expect(replaced == [3, 2, 1])
  }

  @Test("owners are called in the order in which they were bound, even if others were unbound")
  func order() {
    let countdown = Countdown(.seconds(9), on: time.timekeeper)
    let owners = (0..<4).map { _ in CountdownWatcher() }
    var reported: [Int] = []
    func bind(_ number: Int) {
      countdown.onTick(with: owners[number]) { _, _ in reported.append(number) }
    }
    for number in 0..<4 { bind(number) }
    countdown.start()
    for (left, expected) in [(0, [1, 2, 3]), (2, [1, 3]), (3, [1]), (1, [])] {
      countdown.unbind(owners[left])
      reported = []
      time.advance(by: .seconds(1))
      #expect(reported == expected)
    }
    for number in [2, 0, 1] { bind(number) }
    bind(2)
    reported = []
    withExtendedLifetime(owners) { time.advance(by: .seconds(1)) }
    #expect(reported == [0, 1, 2])
  }

  @Test("Law 8: binding the same owner to the same event replaces the binding; to another adds one")
  func replaces() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    let watcher = CountdownWatcher()
    var calls: [String] = []
    for round in 1...3 {
      countdown.onTick(with: watcher) { _, reading in calls.append("\(round): \(reading.shown)") }
      countdown.onFinish(with: watcher) { _, _ in calls.append("\(round): finish") }
      countdown.onEnd(with: watcher) { _, _ in calls.append("\(round): end") }
    }
    countdown.start()
    time.advance(by: .seconds(3))
    #expect(calls == ["3: 3", "3: 2", "3: 1", "3: finish", "3: end"])
  }

  @Test("Law 8: the bindings of a deallocated owner end by the next tick, and others continue")
  func deadOwner() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let survivor = CountdownWatcher()
    survivor.watchEnds(of: countdown)
    do {
      let watcher = CountdownWatcher()
      watcher.watch(countdown)
      countdown.start()
      time.advance(by: .seconds(2))
    }
    let before = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(58))
    // One tick finds the owner deallocated, and the next finds the binding removed. Then only the finish is due.
    #expect(time.timekeeper.counters.wakeUps - before <= 3)
    #expect(survivor.take() == ["finished"])
  }

  @Test("Law 4: a new binding to a running countdown gets the reading before the call returns")
  func presentReading() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: countdown)
    #expect(watcher.take() == [])
    countdown.start()
    #expect(watcher.take() == ["5"])
    time.advance(by: .milliseconds(1_300))
    watcher.watchTicks(of: countdown)
    #expect(watcher.take() == ["4", "4"])
    countdown.pause()
    watcher.watchTicks(of: countdown)
    #expect(watcher.take() == ["4"])
    countdown.cancel()
    watcher.watchTicks(of: countdown)
    #expect(watcher.take() == [])
  }
}

/// An owner for callbacks on a queue.
private final class QueueOwner: Sendable {
  let log = Locked<[String]>([])
  func note(_ word: String) { log.withLock { $0.append(word) } }
}

@Suite("Countdown: bindings on a queue")
struct CountdownQueueTests {
  @Test("Law 10: callbacks run in order on the specified queue", arguments: [false, true])
  func onQueue(_ isConcurrent: Bool) {
    let time = VirtualTime()
    let queue = DispatchQueue(
      label: "test", attributes: isConcurrent ? .concurrent : [], target: nil)
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let owner = QueueOwner()
    let options = CountdownOptions(milestones: [.remaining(.seconds(2))])
    let countdown = Countdown(.seconds(3), options: options, on: time.timekeeper)
    countdown.onTick(with: owner, queue: queue) { owner, reading in
      #expect(DispatchQueue.getSpecific(key: key) == true)
      owner.note("\(reading.shown)")
    }
    countdown.onMilestone(with: owner, queue: queue) { owner, reached in
      owner.note("milestone \(reached.remaining / .seconds(1))")
    }
    countdown.onFinish(with: owner, queue: queue) { owner, _ in owner.note("finish") }
    countdown.onEnd(with: owner, queue: queue) { owner, end in owner.note("\(end.outcome)") }
    countdown.start()
    time.advance(by: .seconds(3))
    #expect(
      owner.log.withLock { $0 } == ["3", "milestone 2.0", "2", "1", "finish", "finished"])
    countdown.restart()
    countdown.onTick(with: owner, queue: queue) { owner, reading in
      owner.note("again \(reading.shown)")
    }
    countdown.cancel()
    #expect(
      owner.log.withLock { $0 }.suffix(3) == ["3", "again 3", "cancelled"])
  }

  @Test("Law 10: a closure made on the main actor can run on a queue without a trap")
  @MainActor
  func madeOnTheMainActor() {
    let time = VirtualTime()
    let queue = DispatchQueue(label: "test")
    let owner = QueueOwner()
    let countdown = Countdown(.seconds(2), on: time.timekeeper)
    countdown.onTick(with: owner, queue: queue) { owner, reading in owner.note("\(reading.shown)") }
    countdown.start()
    time.advance(by: .seconds(2))
    #expect(owner.log.withLock { $0 } == ["2", "1"])
  }

  @Test("Law 8: an owner on a queue is held weakly")
  func weakOwner() {
    let time = VirtualTime()
    let countdown = Countdown(.seconds(9), on: time.timekeeper)
    weak var gone: QueueOwner?
    do {
      let owner = QueueOwner()
      gone = owner
      countdown.onTick(with: owner, queue: DispatchQueue(label: "test")) { _, _ in }
      countdown.start()
      time.advance(by: .seconds(1))
    }
    #expect(gone == nil)
    time.advance(by: .seconds(3))
    #expect(countdown.remaining == .seconds(5))
  }
}
