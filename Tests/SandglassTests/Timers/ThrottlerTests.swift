import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
private final class Label {
  var shown: [Int] = []
  var refreshes = 0
}

@MainActor
@Suite("Throttler: in virtual time")
struct ThrottlerTests {
  let time = VirtualTime()
  private let label = Label()

  private func makeThrottler(edge: CallEdge = .both) -> Throttler<Int> {
    Throttler(every: .milliseconds(100), edge: edge, with: label, on: time.timekeeper) {
      label, value in
      MainActor.assertIsolated()
      label.shown.append(value)
    }
  }

  private func call(_ values: ClosedRange<Int>, of throttler: Throttler<Int>) {
    for value in values {
      throttler.call(value)
      time.advance(by: .milliseconds(30))
    }
  }

  @Test("both: the first value immediately, then the newest of each interval")
  func both() {
    let throttler = makeThrottler()
    call(1...2, of: throttler)
    #expect(throttler.isPending)
    call(3...10, of: throttler)
    #expect(label.shown == [1, 4, 7, 10])
    #expect(!throttler.isPending)
    #expect(time.timekeeper.counters.waiting == 0)
    throttler.call(11)
    time.advance(by: .seconds(1))
    #expect(label.shown == [1, 4, 7, 10, 11])
  }

  @Test("leading: the first value of each interval")
  func leading() {
    let throttler = makeThrottler(edge: .leading)
    call(1...10, of: throttler)
    time.advance(by: .seconds(1))
    #expect(label.shown == [1, 5, 9])
  }

  @Test("trailing: the newest value of each interval, at its end")
  func trailing() {
    let throttler = makeThrottler(edge: .trailing)
    call(1...4, of: throttler)
    #expect(label.shown == [4])
    call(5...7, of: throttler)
    time.advance(by: .seconds(1))
    #expect(label.shown == [4, 7])
    throttler.call(8)
    #expect(label.shown == [4, 7])
    time.advance(by: .milliseconds(100))
    #expect(label.shown == [4, 7, 8])
  }

  @Test("flush passes on the pending value and begins another interval; cancel drops it")
  func flushAndCancel() {
    let throttler = makeThrottler()
    call(1...2, of: throttler)
    #expect(throttler.flush())
    #expect(label.shown == [1, 2])
    #expect(!throttler.flush())
    throttler.call(3)
    #expect(throttler.cancel())
    #expect(!throttler.cancel())
    time.advance(by: .milliseconds(99))
    throttler.call(4)
    #expect(label.shown == [1, 2])
    time.advance(by: .milliseconds(1))
    #expect(label.shown == [1, 2, 4])
  }

  @Test(
    "Laws 5, 10: on a busy queue, only the newest value of each waits, in the order of the calls")
  func busyQueue() {
    let time = VirtualTime(delivery: .later)
    let timekeeper = time.timekeeper
    let deaths = Locked(0)
    let notes = TimerNotes<String>()
    let throttlers = ["a", "b"].map { name in
      Throttler<(Int, Canary)>(every: .zero, on: timekeeper) { notes.note("\(name)\($0.0)") }
    }
    // If a value were deallocated while the lock is held, this would deadlock.
    func call(_ throttler: Throttler<(Int, Canary)>, _ number: Int) {
      throttler.call((number, Canary(deaths) { _ = timekeeper.counters }))
    }
    // The places of replaced values are used again, so that those of the others change.
    for number in 1...100 {
      for throttler in throttlers { call(throttler, number) }
    }
    call(throttlers[0], 101)
    #expect(timekeeper.counters.undelivered == 2)
    #expect(deaths.withLock { $0 } == 199)
    time.advance(by: .zero)
    #expect(notes.values == ["b100", "a101"])
    #expect(deaths.withLock { $0 } == 201)
  }

  @Test("Law 8: it lasts as long as its handle")
  func lifetime() {
    let ends = TimerNotes<String>()
    do {
      let canary = Canary(ends, "closure")
      let throttler = Throttler<Int>(every: .seconds(1), on: time.timekeeper) { _ in canary.sing() }
      throttler.call(1)
      throttler.call(2)
    }
    time.advance(by: .zero)
    #expect(ends.values == ["closure"])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("a throttler without a value, and on queues")
  func others() {
    let queue = DispatchQueue(label: "throttled")
    let notes = TimerNotes<String>()
    let owner = Canary(notes, "owner")
    let refresh = Throttler<Void>(every: .seconds(1), with: label, on: time.timekeeper) {
      label, _ in label.refreshes += 1
    }
    let withOwner = Throttler<Int>(
      every: .seconds(1), with: owner, queue: queue, on: time.timekeeper
    ) { _, value in notes.note("\(value)") }
    let bare = Throttler<Int>(every: .seconds(1), queue: queue, on: time.timekeeper) { value in
      dispatchPrecondition(condition: .onQueue(queue))
      notes.note("bare \(value)")
    }
    let noValue = Throttler<Void>(
      every: .seconds(1), with: owner, queue: queue, on: time.timekeeper
    ) { _, _ in notes.note("no value") }
    for value in 1...3 {
      refresh.call()
      withOwner.call(value)
      bare.call(value)
      noValue.call()
    }
    time.advance(by: .seconds(1))
    #expect(label.refreshes == 2)
    #expect(notes.values == ["1", "bare 1", "no value", "3", "bare 3", "no value"])
    owner.sing()
  }
}
