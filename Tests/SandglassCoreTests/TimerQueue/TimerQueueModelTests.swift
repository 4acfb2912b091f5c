@testable import SandglassCore
import SandglassTestSupport
import Testing

/// A naive queue of timers: an array that is searched each time.
private struct PlainQueue {
  struct Entry {
    let payload: Int
    let tolerance: Duration
    var deadline: Moment
    var order: Int
  }

  var entries: [Entry] = []
  var lastWakeUp: Moment?
  private var nextOrder = 0

  var alarm: Moment? {
    entries.map { entry in
      guard let lastWakeUp else { return entry.deadline }
      return max(entry.deadline, lastWakeUp + entry.tolerance)
    }.min()
  }

  /// The last instant at which no timer exceeds its tolerance.
  var latestWakeUp: Moment? {
    entries.map { $0.deadline + $0.tolerance }.min()
  }

  mutating func insert(_ payload: Int, at deadline: Moment, tolerance: Duration) {
    let step = ToleranceStep.step(within: tolerance)
    nextOrder += 1
    entries.append(
      Entry(payload: payload, tolerance: step, deadline: deadline, order: nextOrder))
  }

  mutating func remove(_ payload: Int) -> Int? {
    guard let index = entries.firstIndex(where: { $0.payload == payload }) else { return nil }
    return entries.remove(at: index).payload
  }

  mutating func move(_ payload: Int, to deadline: Moment) -> Bool {
    guard let index = entries.firstIndex(where: { $0.payload == payload }) else { return false }
    nextOrder += 1
    entries[index].deadline = deadline
    entries[index].order = nextOrder
    return true
  }

  mutating func popFirst(dueBy now: Moment) -> Int? {
    let due = entries.indices.filter { entries[$0].deadline <= now }
    let first = due.min { left, right in
      (entries[left].deadline, entries[left].order)
        < (entries[right].deadline, entries[right].order)
    }
    return first.map { entries.remove(at: $0).payload }
  }
}

/// Random operations on a queue and on its model.
private struct QueueComparison: ~Copyable {
  private var random: SeededGenerator
  private var queue: TimerQueue<Int>
  private var plain = PlainQueue()
  private var tokens: [(payload: Int, token: TimerQueue<Int>.Token)] = []
  private var nextPayload = 0
  private var alarm: Moment?
  private var leeway: UInt64 = 0
  private var now = Moment(nanoseconds: 1_000_000_000)

  init(firstOrder: UInt64 = 1, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    queue = TimerQueue(now: .origin, wakeUpInterval: .zero, firstOrder: firstOrder)
  }

  mutating func run(steps: Int) throws {
    for step in 0..<steps {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<35: insert()
      case 35..<50: try remove(step)
      case 50..<65: try move(step)
      case 65..<90: try wakeUp(step)
      default: try serveWithoutWakeUp(step)
      }
      if queue.mayHaveNewAlarm {
        let planned = queue.alarmAndLeeway
        (alarm, leeway) = (planned?.alarm, planned?.leeway ?? 0)
        try #require(isExactLeeway, "step \(step)")
      }
      try #require(alarm == plain.alarm, "step \(step)")
      try #require(isBearable, "step \(step)")
      let count = queue.count
      try #require(count == plain.entries.count, "step \(step)")
      if step % 16 == 0 { try #require(isListedAlike, "step \(step)") }
    }
  }

  /// Whether the list of all timers is that of the model, in order.
  private var isListedAlike: Bool {
    var listed: [(key: DeadlineKey, tolerance: UInt64, payload: Int)] = []
    queue.forEach { key, tolerance, payload in listed.append((key, tolerance, copy payload)) }
    listed.sort { $0.key < $1.key }
    let expected = plain.entries.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
    return listed.map(\.payload) == expected.map(\.payload)
      && listed.map(\.key.deadline) == expected.map(\.deadline)
      && listed.map { Duration.nanoseconds(Int64($0.tolerance)) } == expected.map(\.tolerance)
  }

  /// Whether no timer can exceed its tolerance, even if the alarm is not read again.
  private var isBearable: Bool {
    guard leeway > 0, let alarm, let latest = plain.latestWakeUp else { return true }
    return alarm.advanced(byNanoseconds: leeway) <= latest
  }

  private var isExactLeeway: Bool {
    guard let alarm, let latest = plain.latestWakeUp else { return leeway == 0 }
    return leeway == UInt64(max(0, (latest - alarm) / .nanoseconds(1)))
  }

  private mutating func insert() {
    let deadline = randomDeadline()
    let tolerance = randomTolerance()
    let token = queue.insert(nextPayload, at: deadline, tolerance: tolerance)
    plain.insert(nextPayload, at: deadline, tolerance: tolerance)
    tokens.append((nextPayload, token))
    if tokens.count > 80 { tokens.removeFirst(40) }
    nextPayload += 1
  }

  private mutating func remove(_ step: Int) throws {
    guard let (payload, token) = tokens.randomElement(using: &random) else { return }
    let removed = queue.remove(token)
    try #require(removed == plain.remove(payload), "step \(step)")
  }

  private mutating func move(_ step: Int) throws {
    guard let (payload, token) = tokens.randomElement(using: &random) else { return }
    let deadline = randomDeadline()
    let hasMoved = queue.move(token, to: deadline)
    try #require(hasMoved == plain.move(payload, to: deadline), "step \(step)")
  }

  private mutating func wakeUp(_ step: Int) throws {
    guard let alarm = queue.alarm else { return }
    // The alarm rings on time, late, or once too often.
    let moment = [alarm, alarm + .microseconds(300), now].randomElement(using: &random) ?? alarm
    now = max(now, moment)
    queue.wokeUp(at: now)
    plain.lastWakeUp = now
    try serve(step)
  }

  private mutating func serveWithoutWakeUp(_ step: Int) throws {
    now = now + .microseconds(Int64.random(in: 0...2000, using: &random))
    try serve(step)
  }

  private mutating func serve(_ step: Int) throws {
    while true {
      let popped = queue.popFirst(dueBy: now)
      try #require(popped == plain.popFirst(dueBy: now), "step \(step)")
      if popped == nil { return }
    }
  }

  private mutating func randomDeadline() -> Moment {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: now
    case 1: now - .milliseconds(Int64.random(in: 0...50, using: &random))
    case 2: now + .seconds(Int64.random(in: 0...100_000, using: &random))
    case 3: Moment(nanoseconds: .max - UInt64.random(in: 0...1, using: &random))
    // Coarse steps, so that many deadlines are equal.
    default: now + .milliseconds(Int64.random(in: 0...20, using: &random))
    }
  }

  private mutating func randomTolerance() -> Duration {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .zero
    case 1: .nanoseconds(Int64(clamping: random.nextOfAnySize(bits: 0...40)))
    default: .milliseconds(Int64.random(in: 0...20, using: &random))
    }
  }
}

@Suite("TimerQueue: comparison with a plain array", .random)
struct TimerQueueModelTests {
  @Test("120,000 random operations give the same results", arguments: 0..<12)
  func randomOperations(run: Int) throws {
    var comparison = QueueComparison(seed: SeededGenerator.seedOfThisRun &+ UInt64(run))
    try comparison.run(steps: repetitions(10_000))
  }

  @Test(
    "order numbers that run out in several wheels give the same results",
    arguments: [10, 100, 1000])
  func lastOrder(left: UInt64) throws {
    for run in 0..<UInt64(repetitions(12)) {
      var comparison = QueueComparison(
        firstOrder: DeadlineKey.limit - left, seed: SeededGenerator.seedOfThisRun &+ run)
      try comparison.run(steps: 5 * Int(left))
    }
  }
}
