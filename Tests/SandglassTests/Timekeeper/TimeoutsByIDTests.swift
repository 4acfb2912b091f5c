import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// An id whose deallocation is counted.
private struct Session: Hashable, Sendable {
  let number: Int
  let canary: Canary

  static func == (one: Self, other: Self) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@Suite("TimeoutsByID: one timeout for each id", .timeLimit(.minutes(10)))
struct TimeoutsByIDTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  private var timekeeper: Timekeeper { time.timekeeper }

  private func makeTimeouts() -> TimeoutsByID<String> {
    let start = time.now
    return TimeoutsByID(on: timekeeper) { [notes] id, now in
      notes.note("\(id) \((now - start) / Duration.seconds(1))")
    }
  }

  @Test("Law 2: each id is called at its deadline, and scheduling it again moves it")
  func inOrder() {
    let timeouts = makeTimeouts()
    timeouts.schedule("b", after: .seconds(2))
    timeouts.schedule("a", after: .seconds(1))
    timeouts.schedule("now", after: .seconds(-1))
    timeouts.schedule("b", after: .seconds(3))
    #expect(notes.values == ["now 0.0"] && timeouts.count == 2)
    #expect(timeouts.deadline(of: "b") == time.now + .seconds(3))
    #expect(timekeeper.counters.waiting == 1)
    time.advance(by: .seconds(9))
    #expect(notes.values == ["now 0.0", "a 1.0", "b 3.0"])
    #expect(timeouts.count == 0 && timeouts.deadline(of: "b") == nil)
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("restart(_:) begins the id's own delay again")
  func restart() {
    let timeouts = makeTimeouts()
    timeouts.schedule("a", after: .seconds(2))
    timeouts.schedule("b", after: .seconds(3))
    time.advance(by: .seconds(1))
    #expect(timeouts.restart("a") && timeouts.restart("b"))
    #expect(!timeouts.restart("c"))
    time.advance(by: .seconds(9))
    #expect(notes.values == ["a 3.0", "b 4.0"])
    #expect(!timeouts.restart("a"))
  }

  @Test("Law 7: a timeout can be cancelled until its call, and not afterwards")
  func cancel() {
    let timeouts = makeTimeouts()
    for id in ["a", "b", "c"] { timeouts.schedule(id, after: .seconds(1)) }
    #expect(timeouts.cancel("a") && !timeouts.cancel("a"))
    time.advance(by: .seconds(1))
    #expect(notes.values == ["b 1.0", "c 1.0"] && !timeouts.cancel("b"))
    timeouts.schedule("d", after: .seconds(1))
    timeouts.cancelAll()
    #expect(timeouts.count == 0 && timekeeper.alarmMoment == nil)
    timeouts.schedule("d", after: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(notes.count == 3)
    for delay in 1...2 { timeouts.schedule("moved", after: .seconds(delay)) }
    #expect(timeouts.cancel("moved") && timekeeper.alarmMoment == nil)
  }

  @Test("the closure may change any timeout, and schedule its own id again")
  func fromInside() {
    let shared = Locked<TimeoutsByID<Int>?>(nil)
    let called = TimerNotes<Int>()
    let timeouts = TimeoutsByID<Int>(on: timekeeper) { id, _ in
      called.note(id)
      guard let timeouts = shared.withLock({ $0 }), called.count < 3 else { return }
      #expect(!timeouts.restart(id))
      timeouts.schedule(id, after: .seconds(1))
      timeouts.cancel(7)
    }
    shared.withLock { $0 = timeouts }
    timeouts.schedule(1, after: .seconds(1))
    timeouts.schedule(7, after: .seconds(1))
    time.advance(by: .seconds(9))
    #expect(called.values == [1, 1, 1])
    shared.withLock { $0 = nil }
  }

  @Test("Law 8: an owner is held weakly, and the set releases its closure and its timeouts")
  func lifetime() {
    let ends = TimerNotes<String>()
    var owner: Canary? = Canary(ends)
    var timeouts = owner.map {
      TimeoutsByID<String>(with: $0, on: timekeeper) { [notes] owner, id, _ in
        owner.sing()
        notes.note(id)
      }
    }
    timeouts?.schedule("a", after: .seconds(1))
    timeouts?.schedule("b", after: .seconds(2))
    timeouts?.schedule("c", after: .seconds(3))
    time.advance(by: .seconds(2))
    owner = nil
    #expect(ends.values == ["gone"])
    time.advance(by: .seconds(9))
    #expect(notes.values == ["a", "b"] && timeouts?.count == 0)
    timeouts?.schedule("d", after: .seconds(60))
    timeouts = nil
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("Law 8: an id is released with its timeout, and never while the lock is held")
  func ids() {
    let deaths = Locked(0)
    let shared = Locked<TimeoutsByID<Session>?>(nil)
    let timeouts = TimeoutsByID<Session>(on: timekeeper) { _, _ in }
    shared.withLock { $0 = timeouts }
    // If an id were deallocated while the lock is held, this would deadlock.
    func session(_ number: Int) -> Session {
      Session(number: number, canary: Canary(deaths) { _ = shared.withLock { $0 }?.count })
    }
    for number in 1...3 { timeouts.schedule(session(number), after: .seconds(1)) }
    #expect(timeouts.cancel(session(1)))
    #expect(deaths.withLock { $0 } == 2)
    timeouts.schedule(session(2), after: .seconds(2))
    #expect(deaths.withLock { $0 } == 3)
    timeouts.cancelAll()
    #expect(deaths.withLock { $0 } == 5)
    timeouts.schedule(session(4), after: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(deaths.withLock { $0 } == 6)
    shared.withLock { $0 = nil }
  }

  @Test("Law 2: random operations give the results of a dictionary", .random)
  func random() {
    var random = SeededGenerator(for: "timeouts by id at random")
    for run in 0..<repetitions(3_000) {
      let time = VirtualTime()
      let called = TimerNotes<Int>()
      let timeouts = TimeoutsByID<Int>(on: time.timekeeper) { id, _ in called.note(id) }
      // The deadline, the order and the delay of each id.
      var plain: [Int: (Moment, Int, Duration)] = [:]
      var expected: [Int] = []
      for step in 0..<80 {
        let id = random.number(0...6)
        let delay = Duration.seconds(random.number(0...9))
        var agrees = true
        switch random.number(0...9) {
        case 0...3:
          timeouts.schedule(id, after: delay)
          plain[id] = (time.now + delay, step, delay)
        case 4...5:
          agrees = timeouts.restart(id) == (plain[id] != nil)
          plain[id] = plain[id].map { (time.now + $0.2, step, $0.2) }
        case 6: agrees = timeouts.cancel(id) == (plain.removeValue(forKey: id) != nil)
        case 7 where random.once(in: 8):
          timeouts.cancelAll()
          plain = [:]
        default: time.advance(by: .seconds(random.number(0...5)))
        }
        let due = plain.filter { $0.value.0 <= time.now }
        expected += due.sorted { ($0.value.0, $0.value.1) < ($1.value.0, $1.value.1) }.map(\.key)
        for id in due.keys { plain[id] = nil }
        agrees = agrees && called.values == expected && timeouts.count == plain.count
        agrees = agrees && timeouts.deadline(of: id) == plain[id]?.0
        guard agrees else {
          Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), run \(run), step \(step)")
          return
        }
      }
    }
  }
}
