import Dispatch
import Sandglass
import SandglassTestSupport
import Testing

@Suite("Law 5: a receiver that is busy gets no backlog of ticks", .machine)
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

  @Test("what waited gives way to the next, which counts it as missed; nothing else is left out")
  func busyQueue() throws {
    let timekeeper = Timekeeper()
    let options = CountdownOptions(
      unit: .milliseconds(5), milestones: [.milliseconds(9960)], tolerance: .zero)
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
    let told = log.all
    // The milestone, and one tick for all before and since; more may have followed.
    #expect(told.map(\.isMilestone).prefix(2) == [true, false])
    let ticks = told.filter { !$0.isMilestone }.map(\.reading)
    for (earlier, later) in zip(ticks, ticks.dropFirst()) {
      #expect(earlier.shown - later.shown == later.missed + 1)
    }
    let first = try #require(ticks.first)
    #expect(first.missed >= 20)
    #expect(first.shown + first.missed == 2000)
  }
}
