import SandglassCore
import SandglassTestSupport

/// A wheel and its plain model, on which the same random steps are performed.
struct WheelComparison: ~Copyable {
  /// The wheel and the model differ.
  struct Difference: Error {
    let explanation: String
    let seed: UInt64
    let step: Int
  }

  private struct Timer {
    let payload: Int
    let token: TimerToken
  }

  private var wheel: TimingWheel<Int>
  private var model: PlainTimers
  private var generator: SeededGenerator
  private var timers: [Timer] = []
  private var usedUp: [TimerToken] = []
  private var order: UInt64
  private var nextPayload = 0
  private var step = 0
  private let width: UInt64
  private let capacity: Int
  private let seed: UInt64

  init(
    slotBits: Int, capacity: Int, firstGeneration: UInt32 = 0, firstOrder: UInt64 = 1, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let now = Moment(nanoseconds: Bool.random(using: &generator) ? 0 : generator.nextOfAnySize())
    wheel = TimingWheel(
      now: now, slotBits: slotBits, firstGeneration: firstGeneration, firstOrder: firstOrder)
    order = firstOrder
    model = PlainTimers(now: now)
    width = 1 << UInt64(slotBits)
    self.generator = generator
    self.capacity = capacity
    self.seed = seed
  }

  /// Performs the given number of steps, and checks the invariants after every `interval` steps.
  mutating func run(steps: Int, checkingEvery interval: Int) throws {
    for _ in 0..<steps {
      try takeStep()
      step += 1
      if step.isMultiple(of: interval) { wheel.checkInvariants() }
    }
    try drain(to: .distantFuture, inserting: false)
    try expect(wheel.isEmpty, "The wheel is not empty at the end of time")
    wheel.checkInvariants()
  }

  private mutating func takeStep() throws {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: insert()
    case 40..<52: try removeAny()
    case 52..<70: try moveAny()
    case 70..<74: try touchUsedUp()
    case 74..<84: try compareFirst()
    case 84..<96: try popOnce()
    case 96..<98: try drain(to: someLimit(), inserting: true)
    case 98: try advance()
    default: try removeFirst()
    }
    try expect(wheel.count == model.entries.count, "Another count")
    try expect(wheel.now == model.now, "Another moment")
  }

  private func expect(_ isRight: Bool, _ explanation: @autoclosure () -> String) throws {
    if !isRight { throw Difference(explanation: explanation(), seed: seed, step: step) }
  }
}

// MARK: - Steps

extension WheelComparison {
  private mutating func insert() {
    guard timers.count < capacity else { return }
    insert(at: someDeadline())
  }

  private mutating func insert(at deadline: Moment) {
    let payload = nextPayload
    nextPayload += 1
    let token = wheel.insert(payload, at: deadline)
    model.insert(payload, at: takeKey(deadline))
    timers.append(Timer(payload: payload, token: token))
  }

  private mutating func removeAny() throws {
    guard let index = timers.indices.randomElement(using: &generator) else { return }
    try remove(at: index)
  }

  /// Removes the earliest entry, which is the worst case for cached values.
  private mutating func removeFirst() throws {
    let first = model.entries.first?.payload
    guard let index = timers.firstIndex(where: { $0.payload == first }) else { return }
    try remove(at: index)
    try compareFirst()
  }

  private mutating func remove(at index: Int) throws {
    let timer = takeTimer(at: index)
    try expect(wheel.remove(timer.token) == timer.payload, "Another payload removed")
    model.remove(timer.payload)
  }

  private mutating func moveAny() throws {
    guard let timer = timers.randomElement(using: &generator) else { return }
    try expect(wheel.contains(timer.token), "A token of an entry names nothing")
    let deadline = someDeadline()
    try expect(wheel.move(timer.token, to: deadline), "A token is used up too early")
    model.move(timer.payload, to: takeKey(deadline))
    try expect(wheel.contains(timer.token), "A token of a moved entry names nothing")
  }

  private mutating func touchUsedUp() throws {
    guard let token = usedUp.randomElement(using: &generator) else { return }
    try expect(wheel.remove(token) == nil, "A used-up token removes")
    renumberAtLimit()
    try expect(!wheel.move(token, to: someDeadline()), "A used-up token moves")
    try expect(!wheel.contains(token), "A used-up token names something")
  }

  private mutating func compareFirst() throws {
    let key = model.entries.first?.key
    try expect(wheel.first == key, "Another first entry")
    try expect(wheel.nextDeadline == key?.deadline, "Another next deadline")
  }

  private mutating func popOnce() throws {
    _ = try pop(dueBy: someLimit())
  }

  private mutating func drain(to limit: Moment, inserting: Bool) throws {
    while try pop(dueBy: limit) {
      guard inserting, timers.count < capacity, Int.random(in: 0..<4, using: &generator) == 0
      else { continue }
      insert(at: someDeadline())
    }
  }

  private mutating func advance() throws {
    let limit = someLimit()
    var handedOut: [Int] = []
    wheel.advance(to: limit) { _, payload in handedOut.append(payload) }
    for payload in handedOut {
      let due = model.popFirst(dueBy: limit)
      try expect(due?.payload == payload, "Another entry while advancing")
      forget(payload)
    }
    try expect(model.popFirst(dueBy: limit) == nil, "An entry was left behind")
  }

  private mutating func pop(dueBy limit: Moment) throws -> Bool {
    let due = wheel.popFirst(dueBy: limit)
    let modelled = model.popFirst(dueBy: limit)
    try expect(due?.payload == modelled?.payload, "Another entry handed out")
    try expect(due?.deadline == modelled?.deadline, "Another deadline handed out")
    guard let due else { return false }
    forget(due.payload)
    return true
  }
}

// MARK: - Choices

extension WheelComparison {
  private mutating func takeKey(_ deadline: Moment) -> DeadlineKey {
    renumberAtLimit()
    defer { order += 1 }
    return DeadlineKey(deadline: deadline, order: order)
  }

  private mutating func renumberAtLimit() {
    guard order == DeadlineKey.limit else { return }
    model.renumber()
    order = UInt64(model.entries.count) + 1
  }

  private mutating func takeTimer(at index: Int) -> Timer {
    timers.swapAt(index, timers.count - 1)
    let timer = timers.removeLast()
    if usedUp.count < 50 {
      usedUp.append(timer.token)
    } else {
      usedUp[Int.random(in: 0..<50, using: &generator)] = timer.token
    }
    return timer
  }

  private mutating func forget(_ payload: Int) {
    guard let index = timers.firstIndex(where: { $0.payload == payload }) else { return }
    _ = takeTimer(at: index)
  }

  /// A moment to advance to: usually near, and occasionally centuries away or in the past.
  private mutating func someLimit() -> Moment {
    let horizon = Int.random(in: 0..<100, using: &generator) == 0 ? 64 : 42
    return someMoment(bits: 0...horizon)
  }

  private mutating func someDeadline() -> Moment {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<20:
      return model.entries.randomElement(using: &generator)?.key.deadline ?? model.now
    case 20..<40: return someBoundary()
    case 40..<41: return .distantFuture
    case 41..<70: return someMoment(bits: 0...42)
    default: return someMoment(bits: 0...64)
    }
  }

  /// The start of a slot of some level, or a nanosecond before or after it.
  private mutating func someBoundary() -> Moment {
    let level = UInt64.random(in: 0..<10, using: &generator)
    let slotWidth = width << (6 * level)
    guard slotWidth > 0 else { return .distantFuture }
    let (number, isBeyond) = (model.now.nanoseconds / slotWidth)
      .addingReportingOverflow(UInt64.random(in: 0..<66, using: &generator))
    let start = number.multipliedReportingOverflow(by: slotWidth)
    guard !isBeyond, !start.overflow else { return .distantFuture }
    let beside = Int.random(in: -1...1, using: &generator)
    return Moment(nanoseconds: start.partialValue) + .nanoseconds(beside)
  }

  /// A moment at a random distance in the future, or occasionally in the past.
  private mutating func someMoment(bits: ClosedRange<Int>) -> Moment {
    let now = model.now.nanoseconds
    let distance = generator.nextOfAnySize(bits: bits)
    let isBack = Int.random(in: 0..<8, using: &generator) == 0
    let (sum, isOver) =
      isBack ? now.subtractingReportingOverflow(distance) : now.addingReportingOverflow(distance)
    if isOver { return isBack ? .origin : .distantFuture }
    return Moment(nanoseconds: sum)
  }
}
