import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
private final class Screen {
  var searched: [String] = []
  var saves = 0
}

@MainActor
@Suite("Debouncer: in virtual time")
struct DebouncerTests {
  let time = VirtualTime()
  private let screen = Screen()

  private func makeDebouncer(
    edge: CallEdge = .trailing, longestWait: Duration? = nil
  ) -> Debouncer<String> {
    Debouncer(
      for: .milliseconds(300), edge: edge, longestWait: longestWait, with: screen,
      on: time.timekeeper
    ) { screen, text in
      MainActor.assertIsolated()
      screen.searched.append(text)
    }
  }

  private func type(_ text: String, into debouncer: Debouncer<String>) {
    for length in 1...text.count {
      debouncer.call(String(text.prefix(length)))
      time.advance(by: .milliseconds(100))
    }
  }

  @Test("trailing: the newest value, after the quiet time")
  func trailing() {
    let debouncer = makeDebouncer()
    #expect(!debouncer.isPending)
    type("sand", into: debouncer)
    #expect(debouncer.isPending)
    #expect(time.timekeeper.counters.waiting == 1)
    #expect(screen.searched == [])
    time.advance(by: .milliseconds(200) - .nanoseconds(1))
    #expect(screen.searched == [])
    time.advance(by: .nanoseconds(1))
    #expect(screen.searched == ["sand"])
    #expect(!debouncer.isPending)
    #expect(time.timekeeper.counters.waiting == 0)
    type("glass", into: debouncer)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["sand", "glass"])
  }

  @Test("leading: the first value, immediately")
  func leading() {
    let debouncer = makeDebouncer(edge: .leading)
    type("sand", into: debouncer)
    #expect(screen.searched == ["s"])
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(1))
    type("glass", into: debouncer)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["s", "g"])
  }

  @Test("both: the first and the newest value, or a single value once")
  func both() {
    let debouncer = makeDebouncer(edge: .both)
    type("sand", into: debouncer)
    time.advance(by: .seconds(1))
    type("x", into: debouncer)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["s", "sand", "x"])
  }

  @Test("no call waits longer than the longest wait")
  func longestWait() {
    let debouncer = makeDebouncer(longestWait: .milliseconds(250))
    type("sandglass", into: debouncer)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["san", "sandgl", "sandglass"])
  }

  @Test("flush passes on the pending value immediately")
  func flush() {
    let debouncer = makeDebouncer()
    #expect(!debouncer.flush())
    type("sand", into: debouncer)
    #expect(debouncer.flush())
    #expect(screen.searched == ["sand"])
    #expect(!debouncer.flush() && !debouncer.isPending)
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["sand"])
  }

  @Test("cancel drops the pending value, and the debouncer can still be used")
  func cancel() {
    let debouncer = makeDebouncer()
    #expect(!debouncer.cancel())
    type("sand", into: debouncer)
    #expect(debouncer.cancel())
    #expect(!debouncer.cancel() && !debouncer.isPending)
    time.advance(by: .seconds(1))
    #expect(screen.searched == [])
    type("glass", into: debouncer)
    time.advance(by: .seconds(1))
    #expect(screen.searched == ["glass"])
  }

  @Test("a call at the end of the quiet time does not replace the value that is due then")
  func boundary() {
    let debouncer = makeDebouncer()
    // It is called before the debouncer's own wait has ended.
    time.timekeeper.schedule(after: .milliseconds(300)) { _ in debouncer.call("glass") }
    debouncer.call("sand")
    time.advance(by: .milliseconds(300))
    #expect(screen.searched == ["sand"])
    time.advance(by: .milliseconds(300))
    #expect(screen.searched == ["sand", "glass"])
  }

  @Test("Law 10: cancelling on the main actor also drops a value whose delivery is pending")
  func cancelOnItsWay() {
    let debouncer = makeDebouncer()
    var answers: [Bool] = []
    let timer = OneShotTimer(after: .milliseconds(300), on: time.timekeeper) { _ in
      answers = [debouncer.isPending, debouncer.cancel(), debouncer.isPending]
    }
    debouncer.call("sand")
    time.advance(by: .seconds(1))
    #expect(answers == [true, true, false])
    #expect(screen.searched == [])
    timer.cancel()
  }

  @Test("a call from its own closure begins another burst, and is not nested")
  func fromClosure() {
    let notes = TimerNotes<Int>()
    var debouncer: Debouncer<Int>?
    var depth = 0
    debouncer = Debouncer(for: .seconds(1), edge: .leading, with: screen, on: time.timekeeper) {
      _, value in
      depth += 1
      notes.note(value)
      #expect(depth == 1)
      debouncer?.cancel()
      if value < 3 { debouncer?.call(value + 1) }
      depth -= 1
    }
    debouncer?.call(1)
    time.advance(by: .zero)
    #expect(notes.values == [1, 2, 3])
    debouncer = nil
  }

  @Test("Law 8: it lasts as long as its handle, and a deallocated owner is not called")
  func lifetimes() {
    let ends = TimerNotes<String>()
    let notes = TimerNotes<String>()
    do {
      let canary = Canary(ends, "closure")
      let debouncer = Debouncer<String>(for: .seconds(1), on: time.timekeeper) { text in
        canary.sing()
        notes.note(text)
      }
      debouncer.call("never")
      #expect(time.timekeeper.counters.waiting == 1)
    }
    #expect(ends.values == ["closure"])
    #expect(time.timekeeper.counters.waiting == 0)

    let debouncer: Debouncer<String>
    do {
      let owner = Screen()
      let canary = Canary(ends, "second closure")
      debouncer = Debouncer(for: .seconds(1), with: owner, on: time.timekeeper) { screen, text in
        canary.sing()
        notes.note(text)
      }
      debouncer.call("gone")
    }
    time.advance(by: .seconds(1))
    #expect(ends.values == ["closure", "second closure"])
    debouncer.call("after that")
    #expect(!debouncer.isPending && !debouncer.flush())
    time.advance(by: .seconds(10))
    #expect(notes.values == [])
  }

  @Test("replaced, dropped and passed-on values are released, and never while holding the lock")
  func values() {
    let timekeeper = time.timekeeper
    let deaths = Locked(0)
    let debouncer = Debouncer<Canary>(for: .seconds(1), edge: .both, on: timekeeper) { $0.sing() }
    // If a value were deallocated while the lock is held, this would deadlock.
    func call() { debouncer.call(Canary(deaths) { _ = timekeeper.counters }) }
    for _ in 0..<10 { call() }
    time.advance(by: .zero)
    #expect(deaths.withLock { $0 } == 9)
    time.advance(by: .seconds(1))
    #expect(deaths.withLock { $0 } == 10)
    call()
    call()
    debouncer.cancel()
    time.advance(by: .zero)
    #expect(deaths.withLock { $0 } == 12)
  }

  @Test("a debouncer without a value")
  func noValue() {
    let debouncer = Debouncer<Void>(for: .seconds(1), with: screen, on: time.timekeeper) {
      screen, _ in screen.saves += 1
    }
    let notes = TimerNotes<String>()
    let bare = Debouncer<Void>(for: .seconds(1), on: time.timekeeper) { _ in notes.note("called") }
    for _ in 0..<5 {
      debouncer.call()
      bare.call()
    }
    time.advance(by: .seconds(1))
    #expect(screen.saves == 1)
    #expect(notes.values == ["called"])
  }

  @Test("a debouncer on a queue, with and without an owner")
  func queues() {
    let queue = DispatchQueue(label: "debounced")
    let notes = TimerNotes<String>()
    let owner = Canary(notes, "owner")
    let withOwner = Debouncer<Int>(
      for: .seconds(1), with: owner, queue: queue, on: time.timekeeper
    ) { _, value in
      dispatchPrecondition(condition: .onQueue(queue))
      notes.note("\(value) with owner")
    }
    let bare = Debouncer<Int>(for: .seconds(2), queue: queue, on: time.timekeeper) { value in
      dispatchPrecondition(condition: .onQueue(queue))
      notes.note("\(value)")
    }
    let noValue = Debouncer<Void>(
      for: .seconds(3), with: owner, queue: queue, on: time.timekeeper
    ) { _, _ in notes.note("no value") }
    withOwner.call(1)
    bare.call(2)
    noValue.call()
    time.advance(by: .seconds(3))
    #expect(notes.values == ["1 with owner", "2", "no value"])
    owner.sing()
  }

  @Test(
    "Law 5: a value whose delivery is pending keeps its place, and the next one follows",
    arguments: [false, true])
  func aboutToBeDelivered(isCancelled: Bool) {
    let notes = TimerNotes<String>()
    let holder = Locked<Debouncer<Int>?>(nil)
    let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      let debouncer = holder.withLock { $0 }
      debouncer?.call(2)
      debouncer?.flush()
      #expect(debouncer?.isPending == true)
      if isCancelled { debouncer?.cancel() }
    }
    let debouncer = Debouncer<Int>(for: .seconds(1), on: time.timekeeper) { notes.note("\($0)") }
    debouncer.call(1)
    let last = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in notes.note("other") }
    holder.withLock { $0 = debouncer }
    time.advance(by: .seconds(1))
    #expect(notes.values == (isCancelled ? ["other"] : ["1", "other", "2"]))
    #expect(!debouncer.isPending)
    first.cancel()
    last.cancel()
  }
}
