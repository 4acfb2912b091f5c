import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

/// Times that are zero or negative, the same in each timer.
@MainActor
@Suite("Delays of zero or less are due at once, and negative tolerances are zero")
struct DueAtOnceTests {
  nonisolated static let delays = [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)]

  let time = VirtualTime()
  let notes = TimerNotes<String>()
  let queue = DispatchQueue(label: "due at once")

  private var timekeeper: Timekeeper { time.timekeeper }

  private func note(_ name: String) -> @Sendable (Tick) -> Void {
    { [notes] _ in notes.note(name) }
  }

  @Test(
    "each timer is due in the call that begins its delay, as a countdown of zero is",
    arguments: delays)
  func delays(_ delay: Duration) {
    let countdown = Countdown(delay, on: timekeeper)
    countdown.onFinish(with: time) { [notes] _, _ in notes.note("countdown") }
    countdown.start()
    #expect(notes.values == ["countdown"])

    let main = OneShotTimer(after: delay, on: timekeeper, note("main"))
    let queued = OneShotTimer(after: delay, queue: queue, on: timekeeper, note("queue"))
    let own = OneShotTimer(after: delay, queue: nil, on: timekeeper, note("thread"))
    #expect(notes.values == ["countdown", "main", "queue", "thread"])
    #expect(!main.isRunning && !queued.isRunning && !own.isRunning)

    let restarted = OneShotTimer(after: .seconds(5), on: timekeeper, note("restarted"))
    restarted.restart(after: delay)
    #expect(notes.count == 5)
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(10))
    #expect(notes.values.last == "restarted" && notes.count == 5)
  }

  @Test("a debouncer and a throttler without a time pass on each call at once", arguments: delays)
  func calls(_ delay: Duration) {
    for edge in CallEdge.allCases {
      let debouncer = Debouncer<Int>(for: delay, edge: edge, on: timekeeper) { [notes] in
        notes.note("debounced \($0)")
      }
      let throttler = Throttler<Int>(every: delay, edge: edge, on: timekeeper) { [notes] in
        notes.note("throttled \($0)")
      }
      let patient = Debouncer<Int>(
        for: .seconds(5), edge: .trailing, longestWait: delay, on: timekeeper
      ) { [notes] in notes.note("waited \($0)") }
      let before = notes.count
      for number in 1...2 {
        debouncer.call(number)
        throttler.call(number)
        patient.call(number)
      }
      #expect(
        notes.values.dropFirst(before) == [
          "debounced 1", "throttled 1", "waited 1", "debounced 2", "throttled 2", "waited 2",
        ])
      #expect(!debouncer.isPending && !throttler.isPending && !patient.isPending)
    }
  }

  @Test("timeouts and scheduled calls are made at once", arguments: delays)
  func timeouts(_ delay: Duration) {
    let numbers = Timeouts(on: timekeeper) { [notes] number, _ in notes.note("\(number)") }
    numbers.schedule(1, after: delay)
    let later = numbers.schedule(2, after: .seconds(5))
    numbers.reschedule(later, after: delay)
    let ids = TimeoutsByID<String>(on: timekeeper) { [notes] id, _ in notes.note(id) }
    ids.schedule("a", after: delay)
    ids.schedule("b", after: .seconds(5))
    ids.schedule("b", after: delay)
    timekeeper.schedule(after: delay) { [notes] _ in notes.note("call") }
    let call = timekeeper.schedule(after: .seconds(5)) { [notes] _ in notes.note("moved") }
    timekeeper.reschedule(call, to: time.now)
    #expect(notes.values == ["1", "2", "a", "b", "call", "moved"])
    #expect(numbers.count == 0 && ids.count == 0)
  }

  @Test("a first tick that is due at the start comes at the start")
  func firstTick() {
    let options = TickOptions(first: .immediately)
    let main = RepeatingTimer(
      every: .seconds(1), options: options, on: timekeeper, note("main"))
    let own = RepeatingTimer(
      every: .seconds(1), queue: nil, options: options, on: timekeeper, note("thread"))
    let wall = WallTimer(
      at: .multiples(of: .seconds(1)), options: options, on: timekeeper, note("wall"))
    #expect(notes.values == ["main", "thread", "wall"])
    main.cancel()
    own.cancel()
    wall.cancel()
  }

  @Test("Law 5: what becomes due at once during a round comes after what was already due")
  func duringARound() {
    for (name, delay) in [("first", 1), ("second", 1)] {
      timekeeper.schedule(after: .seconds(delay)) { [notes, timekeeper] _ in
        notes.note(name)
        timekeeper.schedule(after: .zero) { _ in notes.note("\(name) again") }
        _ = OneShotTimer(after: .zero, queue: nil, lifetime: .detached, on: timekeeper) { _ in
          notes.note("\(name) timer")
        }
      }
    }
    time.advance(by: .seconds(1))
    #expect(
      notes.values == [
        "first", "second", "first again", "first timer", "second again", "second timer",
      ])
  }

  @Test("if callbacks come later, what is due at once comes with the next advance")
  func later() {
    let time = VirtualTime(delivery: .later)
    let timer = OneShotTimer(after: .zero, on: time.timekeeper, note("main"))
    let own = OneShotTimer(after: .zero, queue: nil, on: time.timekeeper, note("thread"))
    #expect(notes.values == [])
    time.advance(by: .zero)
    #expect(notes.values == ["main", "thread"])
    #expect(!timer.isRunning && !own.isRunning)
  }

  @Test("Law 10: what is due at once is delivered in the order of the calls")
  func inOrder() {
    let time = VirtualTime(delivery: .later)
    let countdown = Countdown(.zero, on: time.timekeeper)
    countdown.onFinish(with: time) { [notes] _, _ in notes.note("countdown") }
    let first = OneShotTimer(after: .zero, on: time.timekeeper, note("first"))
    countdown.start()
    let last = OneShotTimer(after: .zero, on: time.timekeeper, note("last"))
    time.advance(by: .zero)
    #expect(notes.values == ["first", "countdown", "last"])
    #expect(!first.isRunning && !last.isRunning)
  }

  @Test("a negative tolerance counts as zero in each timer", arguments: [-1, .min] as [Int64])
  func tolerances(_ nanoseconds: Int64) {
    let tolerance = Duration.nanoseconds(nanoseconds)
    let time = VirtualTime(honorsTolerance: true)
    let timekeeper = time.timekeeper
    let second = Duration.seconds(1)
    let options = CountdownOptions(tolerance: tolerance)
    #expect(options.tolerance == .zero)
    let countdown = Countdown(second, options: options, on: timekeeper)
    countdown.onFinish(with: time) { [notes] _, _ in notes.note("countdown") }
    countdown.start()
    let timer = OneShotTimer(
      after: second, tolerance: tolerance, on: timekeeper, note("one shot"))
    let repeating = RepeatingTimer(
      every: second, tolerance: tolerance, on: timekeeper, note("repeating"))
    let wall = WallTimer(
      at: .multiples(of: second), tolerance: tolerance, on: timekeeper, note("wall"))
    let debouncer = Debouncer<Void>(for: second, tolerance: tolerance, on: timekeeper) {
      [notes] _ in notes.note("debouncer")
    }
    debouncer.call()
    let throttler = Throttler<Int>(
      every: second, edge: .trailing, tolerance: tolerance, on: timekeeper
    ) { [notes] _ in notes.note("throttler") }
    throttler.call(1)
    let numbers = Timeouts(tolerance: tolerance, on: timekeeper) { [notes] _, _ in
      notes.note("timeout")
    }
    numbers.schedule(1, after: second)
    let ids = TimeoutsByID<Int>(tolerance: tolerance, on: timekeeper) { [notes] _, _ in
      notes.note("timeout by id")
    }
    ids.schedule(1, after: second)
    timekeeper.schedule(after: second, tolerance: tolerance) { [notes] _ in notes.note("call") }
    _ = Ticks(every: second, tolerance: tolerance)
    _ = Ticks(at: .multiples(of: second), tolerance: tolerance)
    _ = RateLimiter(1, per: second, tolerance: tolerance, on: timekeeper)
    time.advance(by: second - .nanoseconds(1))
    #expect(notes.values == [])
    time.advance(by: .nanoseconds(1))
    #expect(
      Set(notes.values) == [
        "countdown", "one shot", "repeating", "wall", "debouncer", "throttler", "timeout",
        "timeout by id", "call",
      ])
    #expect(notes.count == 9)
    timer.cancel()
    repeating.cancel()
    wall.cancel()
  }
}
