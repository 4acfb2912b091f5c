import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: every order of steps around slot boundaries")
struct WheelBoundaryTests {
  enum Step: CaseIterable {
    case insert, moveOldest, advance, pop
  }

  @Test(
    "four steps at two boundaries give the model's results", arguments: zip([0, 5], [64, 4096]))
  func fourSteps(slotBits: Int, slot: UInt64) throws {
    let deadlines = Self.boundaries([slot - 1, slot], slotBits: slotBits)
    try runAll(length: 4, deadlines: deadlines, slotBits: slotBits, steps: [.insert, .advance])
  }

  @Test("three steps of every kind give the model's results", .random, arguments: [1, 16])
  func threeSteps(slotBits: Int) throws {
    let deadlines = Self.boundaries([1, 64], slotBits: slotBits)
    try runAll(length: 3, deadlines: deadlines, slotBits: slotBits, steps: Step.allCases)
  }

  /// A nanosecond before, at and after the start of each of those lowest slots.
  private static func boundaries(_ slots: [UInt64], slotBits: Int) -> [Moment] {
    slots.flatMap { slot in
      (-1...1).map { Moment(nanoseconds: slot << UInt64(slotBits)) + .nanoseconds($0) }
    }
  }

  private func runAll(length: Int, deadlines: [Moment], slotBits: Int, steps: [Step]) throws {
    let choices = deadlines.count * steps.count
    let sequences = (0..<length).reduce(1) { product, _ in product * choices }
    for sequence in exhaustiveCases(sequences) {
      var pair = WheelAndModel(slotBits: slotBits)
      pair.insert(at: deadlines[0])
      var rest = sequence
      for _ in 0..<length {
        let (quotient, choice) = rest.quotientAndRemainder(dividingBy: choices)
        rest = quotient
        let step = steps[choice / deadlines.count]
        let isRight = pair.take(step, deadlines[choice % deadlines.count])
        try #require(isRight, "sequence \(sequence) of \(slotBits) bits")
      }
      let isDrained = pair.drain()
      try #require(isDrained, "sequence \(sequence) of \(slotBits) bits, at the end")
    }
  }
}

/// A wheel and its model, on which the same steps are performed.
private struct WheelAndModel: ~Copyable {
  var wheel: TimingWheel<Int>
  var model = PlainTimers(now: .origin)
  var tokens: [TimerToken] = []
  var order: UInt64 = 1

  init(slotBits: Int) {
    wheel = TimingWheel(now: .origin, slotBits: slotBits)
  }

  mutating func insert(at deadline: Moment) {
    model.insert(tokens.count, at: takeKey(deadline))
    tokens.append(wheel.insert(tokens.count, at: deadline))
  }

  /// Returns whether both did the same.
  mutating func take(_ step: WheelBoundaryTests.Step, _ moment: Moment) -> Bool {
    switch step {
    case .insert: insert(at: moment)
    case .moveOldest: return moveOldest(to: moment)
    case .advance: return popAll(dueBy: moment)
    case .pop: return pop(dueBy: moment) != nil
    }
    return true
  }

  mutating func drain() -> Bool {
    wheel.checkInvariants()
    return popAll(dueBy: .distantFuture) && wheel.isEmpty
  }

  private mutating func moveOldest(to deadline: Moment) -> Bool {
    let isAlive = model.deadline(of: 0) != nil
    if isAlive { model.move(0, to: takeKey(deadline)) }
    return wheel.move(tokens[0], to: deadline) == isAlive
      && wheel.first == model.entries.first?.key
  }

  private mutating func popAll(dueBy limit: Moment) -> Bool {
    while let isDue = pop(dueBy: limit) {
      if !isDue { return true }
    }
    return false
  }

  /// Returns whether anything was due, or nil if the two differ.
  private mutating func pop(dueBy limit: Moment) -> Bool? {
    let due = wheel.popFirst(dueBy: limit)
    let modelled = model.popFirst(dueBy: limit)
    guard due?.payload == modelled?.payload, wheel.now == model.now else { return nil }
    return due != nil
  }

  private mutating func takeKey(_ deadline: Moment) -> DeadlineKey {
    defer { order += 1 }
    return DeadlineKey(deadline: deadline, order: order)
  }
}
