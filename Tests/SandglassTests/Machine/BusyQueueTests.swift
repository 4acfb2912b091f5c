import Dispatch
import Sandglass
import SandglassTestSupport
import Testing

@Suite("Law 5: a busy receiver gets no backlog of ticks", .machine)
struct BusyReceiverTests {
  private final class Log: Sendable {
    struct Entry {
      let reading: Reading
      let isMilestone: Bool
    }

    private let entries = Locked<[Entry]>([])

    func add(_ reading: Reading, isMilestone: Bool = false) {
      entries.withLock { $0.append(Entry(reading: reading, isMilestone: isMilestone)) }
    }

    var all: [Entry] { entries.withLock { $0 } }
  }

  @Test("a waiting reading is replaced by the next, which counts it as missed")
  func busyQueue() throws {
    let timekeeper = Timekeeper()
    let options = CountdownOptions(
      unit: .milliseconds(5), milestones: [.remaining(.milliseconds(9960))], tolerance: .zero)
    let countdown = Countdown(.seconds(10), options: options, on: timekeeper)
    let (busy, free) = (DispatchQueue(label: "busy"), DispatchQueue(label: "free"))
    let (log, watcher) = (Log(), Log())
    countdown.onTick(with: log, queue: busy) { log, reading in log.add(reading) }
    countdown.onMilestone(with: log, queue: busy) { log, _ in
      log.add(countdown.reading, isMilestone: true)
    }
    let hold = DispatchSemaphore(value: 0)
    let hasTicked = DispatchSemaphore(value: 0)
    countdown.onTick(with: watcher, queue: free) { watcher, reading in
      watcher.add(reading)
      if reading.shown <= 1980 { hasTicked.signal() }
    }

    busy.async { hold.wait() }
    countdown.start()
    hasTicked.wait()
    hold.signal()
    let isCancelled = busy.sync { countdown.cancel() }

    #expect(isCancelled)
    let reported = log.all
    // The milestone, and one tick for all before and after it. More may have followed.
    #expect(reported.map(\.isMilestone).prefix(2) == [true, false])
    let ticks = reported.filter { !$0.isMilestone }.map(\.reading)
    for (earlier, later) in zip(ticks, ticks.dropFirst()) {
      #expect(earlier.shown - later.shown == later.missed + 1)
    }
    let first = try #require(ticks.first)
    #expect(first.missed >= 20)
    #expect(first.shown + first.missed == 2000)
  }
}

private final class QueueOwner: Sendable {}

@Suite("Deliveries that wait for a busy queue", .machine)
struct BusyQueueTests {
  @Test("the timer's description has the number of deliveries that wait for a queue")
  func description() {
    let queue = DispatchQueue(label: "busy")
    let release = DispatchSemaphore(value: 0)
    queue.async { release.wait() }
    let timekeeper = Timekeeper()
    let timer = RepeatingTimer(every: .seconds(100), queue: queue, on: timekeeper) { _ in }
    timer.fire()
    timer.fire()
    #expect(timer.description.contains("2 waiting for a queue"))
    #expect(timekeeper.pending.undelivered == 2)
    release.signal()
    queue.sync {}
    timer.cancel()
  }

  @Test("no change is dropped by a busy queue, even if its run was cancelled in the meantime")
  func changes() {
    let queue = DispatchQueue(label: "changes")
    let countdown = Countdown(.seconds(10), on: Timekeeper())
    let log = Locked<[String]>([])
    let owner = QueueOwner()
    let gate = DispatchSemaphore(value: 0)
    queue.async { gate.wait() }
    countdown.onChange(with: owner, queue: queue) { _, change in
      log.withLock { $0.append("\(change.kind)".prefix(while: \.isLetter).description) }
    }
    countdown.start()
    countdown.pause()
    countdown.cancel()
    countdown.restart()
    countdown.cancel()
    gate.signal()
    queue.sync {}
    queue.sync {}
    #expect(
      log.withLock { $0 } == ["started", "paused", "cancelled", "started", "cancelled"])
  }

  @Test(
    "a one-shot timer has at most one waiting callback, however often it is restarted and fires")
  func oneShot() async {
    let queue = DispatchQueue(label: "busy")
    let release = DispatchSemaphore(value: 0)
    queue.async { release.wait() }
    let fired = TimerNotes<Void>()
    let timekeeper = Timekeeper()
    let timer = OneShotTimer(after: .zero, queue: queue, on: timekeeper) { _ in
      fired.note(())
    }
    for _ in 0..<100 { timer.restart(); timer.fire() }
    #expect(timekeeper.counters.undelivered == 1)
    release.signal()
    await fired.wait(for: 1)
    queue.sync {}
    #expect(fired.count == 1)
  }

  @Test(
    "Law 10: while a queue is busy, a restarted timer that fires takes its new place in the order",
    .machine)
  func oneShotOrder() async {
    let queue = DispatchQueue(label: "busy")
    let release = DispatchSemaphore(value: 0)
    queue.async { release.wait() }
    let timekeeper = Timekeeper()
    let notes = TimerNotes<String>()
    let timers = ["a", "b", "c"].map { name in
      OneShotTimer(after: .seconds(3600), queue: queue, on: timekeeper) { _ in notes.note(name) }
    }
    for timer in timers { timer.fire() }
    timers[0].restart(after: .seconds(3600))
    timers[0].fire()
    #expect(timekeeper.counters.undelivered == 3)
    release.signal()
    await notes.wait(for: 3)
    queue.sync {}
    #expect(notes.values == ["b", "c", "a"])
  }
}
