import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@Suite("Timeouts: numbers instead of closures", .timeLimit(.minutes(10)))
struct TimeoutsTests {
  struct Note: Equatable, Sendable {
    let number: Int
    let moment: Moment
  }

  let time = VirtualTime()
  let notes = TimerNotes<Note>()

  private var timekeeper: Timekeeper { time.timekeeper }

  private func makeTimeouts(tolerance: Duration = .zero) -> Timeouts {
    Timeouts(tolerance: tolerance, on: time.timekeeper) { [notes] number, now in
      notes.note(Note(number: number, moment: now))
    }
  }

  private func note(_ number: Int, _ seconds: Double, from start: Moment) -> Note {
    Note(number: number, moment: start + .seconds(seconds))
  }

  @Test("the closure is called with each number at its deadline, in order; a set has one entry")
  func inOrder() {
    let start = time.now
    let timeouts = makeTimeouts()
    timeouts.schedule(3, at: start + .seconds(3))
    timeouts.schedule(1, after: .seconds(1))
    timeouts.schedule(2, after: .seconds(3))
    timeouts.schedule(1, after: .seconds(-1))
    #expect(notes.values == [note(1, 0, from: start)])
    #expect(timeouts.count == 3)
    #expect(timekeeper.counters.waiting == 1)
    time.advance(by: .seconds(1) - .nanoseconds(1))
    #expect(notes.values == [note(1, 0, from: start)])
    time.advance(by: .seconds(9))
    let rest = [note(1, 1, from: start), note(3, 3, from: start), note(2, 3, from: start)]
    #expect(notes.values == [note(1, 0, from: start)] + rest)
    #expect(timekeeper.counters.firings == 3)
    #expect(timeouts.count == 0)
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test(
    "Law 9: the alarm is set only if the earliest timeout changes, and is cleared without timeouts"
  )
  func alarm() {
    let timeouts = makeTimeouts()
    let first = timeouts.schedule(0, after: .seconds(1))
    let settings = timekeeper.counters.alarmSettings
    let others = (1...1000).map { timeouts.schedule($0, after: .seconds(1 + $0)) }
    for other in others.dropLast() { timeouts.cancel(other) }
    #expect(timekeeper.counters.alarmSettings == settings)
    timeouts.cancel(first)
    #expect(timekeeper.alarmMoment == time.now + .seconds(1001))
    #expect(timekeeper.counters.alarmSettings == settings + 1)
    timeouts.cancel(others[999])
    #expect(timekeeper.alarmMoment == nil)
    #expect(timekeeper.counters.waiting == 0)
    #expect(timekeeper.counters.wakeUps == 0)
  }

  @Test("timeouts share wake-ups within the tolerance, and none exceeds it")
  func tolerance() {
    let time = VirtualTime(honorsTolerance: true)
    let timeouts = Timeouts(tolerance: .milliseconds(100), on: time.timekeeper) { [notes] in
      notes.note(Note(number: $0, moment: $1))
    }
    let start = time.now
    for number in 0..<1000 { timeouts.schedule(number, after: .milliseconds(number)) }
    time.advance(by: .seconds(2))
    #expect(notes.count == 1000)
    #expect(time.timekeeper.counters.wakeUps <= 11)
    for note in notes.values {
      let late = note.moment - (start + .milliseconds(note.number))
      #expect(late >= .zero && late <= .milliseconds(100))
    }
  }

  @Test("the closure may change any timeout, and one added for now is called in the same round")
  func fromInside() {
    let start = time.now
    let shared = Locked<Timeouts?>(nil)
    let others = Locked<[Timeouts.Token]>([])
    let timeouts = Timeouts(on: timekeeper) { [notes] number, now in
      notes.note(Note(number: number, moment: now))
      guard number == 0, let timeouts = shared.withLock({ $0 }) else { return }
      let (cancelled, moved) = others.withLock { ($0[0], $0[1]) }
      #expect(timeouts.cancel(cancelled))
      #expect(timeouts.reschedule(moved, after: .seconds(1)))
      timeouts.schedule(3, at: now)
      timeouts.schedule(4, at: start)
    }
    shared.withLock { $0 = timeouts }
    timeouts.schedule(0, after: .seconds(1))
    let later = [1, 2].map { timeouts.schedule($0, after: .seconds(1)) }
    others.withLock { $0 = later }
    time.advance(by: .seconds(1))
    let atOnce = [0, 3, 4].map { note($0, 1, from: start) }
    #expect(notes.values == atOnce)
    time.advance(by: .seconds(1))
    #expect(notes.values == atOnce + [note(2, 2, from: start)])
    shared.withLock { $0 = nil }
  }

  @Test("Law 8: releasing the set releases its timeouts, its closure and its entry")
  func lifetime() {
    let ends = TimerNotes<String>()
    do {
      let canary = Canary(ends)
      let timeouts = Timeouts(on: timekeeper) { [notes] number, now in
        canary.sing()
        notes.note(Note(number: number, moment: now))
      }
      timeouts.schedule(1, after: .seconds(1))
      #expect(timekeeper.counters.waiting == 1)
    }
    #expect(ends.values == ["gone"])
    #expect(timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(2))
    #expect(notes.values == [])
  }

  @Test("Law 8: an owner is held weakly, and after its deallocation there are no calls")
  func owner() {
    let ends = TimerNotes<String>()
    var owner: Canary? = Canary(ends)
    let start = time.now
    let timeouts = owner.map {
      Timeouts(with: $0, on: timekeeper) { [notes] owner, number, now in
        owner.sing()
        notes.note(Note(number: number, moment: now))
      }
    }
    timeouts?.schedule(1, after: .seconds(1))
    timeouts?.schedule(2, after: .seconds(2))
    time.advance(by: .seconds(1))
    #expect(notes.values == [note(1, 1, from: start)])
    timeouts?.schedule(3, after: .seconds(60))
    owner = nil
    #expect(ends.values == ["gone"])
    time.advance(by: .seconds(2))
    #expect(notes.count == 1)
    #expect(timeouts?.count == 0, "With the owner gone, none is left to wait")
    #expect(timekeeper.alarmMoment == nil)
  }

  @Test("Law 8: if a call releases the last reference, there are no further calls")
  func goneInside() {
    let shared = Locked<Timeouts?>(nil)
    do {
      let timeouts = Timeouts(on: timekeeper) { [notes] number, now in
        _ = shared.withLock { $0.take() }
        notes.note(Note(number: number, moment: now))
      }
      for number in 1...3 { timeouts.schedule(number, after: .seconds(1)) }
      shared.withLock { $0 = timeouts }
    }
    time.advance(by: .seconds(5))
    #expect(notes.values.map(\.number) == [1])
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("cancelAll cancels all pending timeouts, also inside the closure; later ones are called")
  func cancelAll() {
    let start = time.now
    let shared = Locked<Timeouts?>(nil)
    let timeouts = Timeouts(on: timekeeper) { [notes] number, now in
      notes.note(Note(number: number, moment: now))
      shared.withLock { $0 }?.cancelAll()
    }
    let tokens = (1...3).map { timeouts.schedule($0, after: .seconds(1)) }
    timeouts.cancelAll()
    #expect(timeouts.count == 0)
    #expect(timekeeper.alarmMoment == nil)
    for token in tokens { #expect(!timeouts.cancel(token)) }
    shared.withLock { $0 = timeouts }
    for number in 4...6 { timeouts.schedule(number, after: .seconds(2)) }
    time.advance(by: .seconds(2))
    timeouts.schedule(7, after: .seconds(1))
    time.advance(by: .seconds(2))
    #expect(notes.values == [note(4, 2, from: start), note(7, 3, from: start)])
    shared.withLock { $0 = nil }
  }

  @Test("inside the closure, advance delivers everything before it returns")
  func nestedAdvance() {
    let start = time.now
    let timeouts = Timeouts(on: timekeeper) { [time, notes] number, now in
      notes.note(Note(number: number, moment: now))
      guard number == 1 else { return }
      time.advance(by: .seconds(5))
      notes.note(Note(number: 9, moment: time.now))
    }
    timeouts.schedule(1, after: .seconds(1))
    timeouts.schedule(2, after: .seconds(1))
    timeouts.schedule(3, after: .seconds(2))
    time.advance(by: .seconds(1))
    let expected = [(1, 1.0), (2, 1), (3, 2), (9, 6)].map { note($0, $1, from: start) }
    #expect(notes.values == expected)
    #expect(timeouts.count == 0)
  }

  @Test(
    "Laws 2, 7: random operations give the results of a plain list", .random, arguments: 0..<8)
  func random(run: Int) throws {
    var comparison = TimeoutsComparison(seed: SeededGenerator.seedOfThisRun &+ UInt64(run))
    try comparison.run(steps: repetitions(15_000))
  }
}

/// Random operations on timeouts and on a plain list of timeouts.
private struct TimeoutsComparison {
  private struct Entry {
    let number: Int
    let token: Timeouts.Token
    var deadline: Moment
    var order: Int
  }

  private let time = VirtualTime()
  private let called = Locked<[Int]>([])
  private let timeouts: Timeouts
  private var random: SeededGenerator
  private var entries: [Entry] = []
  private var usedUp: [Timeouts.Token] = []
  private var order = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    timeouts = Timeouts(on: time.timekeeper) { [called] number, _ in
      called.withLock { $0.append(number) }
    }
  }

  mutating func run(steps: Int) throws {
    for step in 0..<steps {
      order += 1
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: insert()
      case 4...5: try move()
      case 6...7: try remove()
      case 8: try touchUsedUp()
      default: time.advance(by: .milliseconds(Int.random(in: 0...30, using: &random)))
      }
      try checkCalled(step)
      try #require(timeouts.count == entries.count, "step \(step)")
      try #require(
        time.timekeeper.alarmMoment == entries.map(\.deadline).min(), "step \(step)")
    }
  }

  private mutating func insert() {
    let deadline = someDeadline()
    let token = timeouts.schedule(order, at: deadline)
    entries.append(Entry(number: order, token: token, deadline: deadline, order: order))
  }

  private mutating func move() throws {
    guard let index = entries.indices.randomElement(using: &random) else { return }
    entries[index].deadline = someDeadline()
    entries[index].order = order
    try #require(timeouts.reschedule(entries[index].token, to: entries[index].deadline))
  }

  private mutating func remove() throws {
    guard let index = entries.indices.randomElement(using: &random) else { return }
    let entry = entries.remove(at: index)
    usedUp.append(entry.token)
    try #require(timeouts.cancel(entry.token))
  }

  private mutating func touchUsedUp() throws {
    guard let token = usedUp.randomElement(using: &random) else { return }
    try #require(!timeouts.cancel(token))
    try #require(!timeouts.reschedule(token, to: someDeadline()))
  }

  /// Checks that what is due has been called. A deadline in the past is due at once.
  private mutating func checkCalled(_ step: Int) throws {
    let due = entries.filter { $0.deadline <= time.now }
      .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
    let numbers = called.withLock { called in
      defer { called = [] }
      return called
    }
    try #require(numbers == due.map(\.number), "step \(step)")
    usedUp += due.map(\.token)
    entries.removeAll { $0.deadline <= time.now }
  }

  private mutating func someDeadline() -> Moment {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: time.now - .milliseconds(Int.random(in: 0...5, using: &random))
    case 1: time.now + .seconds(Int.random(in: 0...100_000, using: &random))
    // Coarse steps, so that many deadlines are equal.
    default: time.now + .milliseconds(Int.random(in: 0...100, using: &random))
    }
  }
}
