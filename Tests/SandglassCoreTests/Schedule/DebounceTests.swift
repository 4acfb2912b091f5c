import SandglassCore
import SandglassTestSupport
import Testing

/// A debounce with its pending newest value, as its owner has it, called at whole numbers of time.
struct PacedValues<Pace: CallPace> {
  var pace: Pace
  var waiting: Int?
  var passed: [Passed] = []

  struct Passed: Hashable {
    let value: Int
    let time: Int
  }

  init(_ pace: Pace) {
    self.pace = pace
  }

  mutating func call(_ value: Int, at time: Int) {
    serve(at: time)
    if pace.call(at: Self.moment(time)) {
      passed.append(Passed(value: value, time: time))
    } else if pace.isPending {
      waiting = value
    }
  }

  /// A timer that is as late as its tolerance permits.
  mutating func serve(at time: Int) {
    if pace.pass(at: Self.moment(time)) { passWaiting(at: time) }
  }

  mutating func flush(at time: Int) -> Bool {
    let isFlushed = pace.flush(at: Self.moment(time))
    if isFlushed { passWaiting(at: time) }
    return isFlushed
  }

  private mutating func passWaiting(at time: Int) {
    if let value = waiting.take() { passed.append(Passed(value: value, time: time)) }
  }

  static func moment(_ time: Int) -> Moment { Moment(nanoseconds: UInt64(time)) }
}

/// A naive list of the calls of a burst.
private struct ListedBursts {
  let quietTime: Int
  let edge: CallEdge
  let longestWait: Int?
  var calls: [Int] = []
  var waiting: [(value: Int, time: Int)] = []
  var passed: [PacedValues<Debounce>.Passed] = []

  var due: Int? {
    guard let first = waiting.first, let last = calls.last else { return nil }
    return min(last + quietTime, longestWait.map { first.time + $0 } ?? .max)
  }

  mutating func serve(at now: Int) {
    if let due, due <= now { pass(at: now) }
  }

  mutating func pass(at now: Int) {
    if let last = waiting.last { passed.append(.init(value: last.value, time: now)) }
    waiting = []
  }

  mutating func call(_ value: Int, at now: Int) {
    serve(at: now)
    let beginsBurst = calls.isEmpty || now - (calls.last ?? 0) >= quietTime
    calls.append(now)
    switch (edge, beginsBurst) {
    case (.leading, true), (.both, true): passed.append(.init(value: value, time: now))
    case (.leading, false): break
    case (.trailing, _), (.both, false): waiting.append((value, now))
    }
  }

  mutating func flush(at now: Int) -> Bool {
    if waiting.isEmpty { return false }
    calls = []
    pass(at: now)
    return true
  }

  mutating func cancel() -> Bool {
    defer { (calls, waiting) = ([], []) }
    return !waiting.isEmpty
  }
}

@Suite("Debounce: which calls of a burst are passed on")
struct DebounceTests {
  @Test("a quiet time and a longest wait of zero or less count as zero, and centuries saturate")
  func extremes() {
    for time in [Duration.zero, .seconds(-1), .seconds(Int64.min)] {
      var debounce = Debounce(for: time)
      var waiting = Debounce(for: .seconds(1), longestWait: time)
      let answers = [
        debounce.call(at: Moment(nanoseconds: 5)), waiting.call(at: Moment(nanoseconds: 5)),
      ]
      #expect(answers == [false, false])
      #expect(debounce.due == Moment(nanoseconds: 5))
      #expect(waiting.due == Moment(nanoseconds: 5))
    }
    var debounce = Debounce(for: .seconds(Int64.max), longestWait: .seconds(Int64.max))
    let isPassedOn = debounce.call(at: .origin)
    #expect(!isPassedOn && debounce.due == .distantFuture)
  }

  @Test(
    "any sequence of calls gives the results of a naive list, however late the timer is", .random)
  func againstLists() {
    var random = SeededGenerator(for: "Debounce")
    var steps = 0
    while steps < repetitions(150_000) {
      guard sequence(&random, &steps) else {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), after \(steps) steps")
        return
      }
    }
  }

  private func sequence(_ random: inout SeededGenerator, _ steps: inout Int) -> Bool {
    let quietTime = random.number(0...12)
    let longestWait = random.once(in: 2) ? random.number(0...30) : nil
    let edge = CallEdge.allCases[random.number(0...2)]
    var values = PacedValues(
      Debounce(
        for: .nanoseconds(quietTime), edge: edge,
        longestWait: longestWait.map { .nanoseconds($0) }))
    var list = ListedBursts(quietTime: quietTime, edge: edge, longestWait: longestWait)
    var now = 0
    for value in 0..<random.number(1...80) {
      steps += 1
      switch random.number(0...19) {
      case 0: guard values.flush(at: now) == list.flush(at: now) else { return false }
      case 1:
        let isCancelled = values.pace.cancel()
        if isCancelled { values.waiting = nil }
        guard isCancelled == list.cancel() else { return false }
      case 2...4: now = max(now, list.due ?? now)  // right on time
      case 5: now += quietTime  // the boundary
      case 6...9: now += random.number(0...15)
      default:
        values.call(value, at: now)
        list.call(value, at: now)
        now += random.number(0...3)
      }
      // Sometimes it is not served.
      if random.once(in: 3) {
        values.serve(at: now)
        list.serve(at: now)
      }
      let due = values.pace.due.map { Int($0.nanoseconds) }
      guard due == list.due, values.passed == list.passed,
        values.pace.isPending == !list.waiting.isEmpty
      else {
        #expect(due == list.due)
        #expect(values.passed == list.passed)
        return false
      }
    }
    return true
  }
}
