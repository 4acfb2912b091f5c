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

  /// Makes calls at the given times, each with its time as the value, with a timer that is never late.
  mutating func calls(at times: [Int], until end: Int) {
    var left = times[...]
    for time in 0...end {
      serve(at: time)
      while left.first == time { call(left.removeFirst(), at: time) }
    }
  }

  static func moment(_ time: Int) -> Moment { Moment(nanoseconds: UInt64(time)) }
}

@Suite("Debounce: which calls of a burst are passed on")
struct DebounceTests {
  private typealias Values = PacedValues<Debounce>
  private typealias Passed = PacedValues<Debounce>.Passed

  private func passed(
    _ times: [Int], edge: CallEdge, longestWait: Int64? = nil
  ) -> [Passed] {
    var values = Values(
      Debounce(for: .nanoseconds(10), edge: edge, longestWait: longestWait.map { .nanoseconds($0) })
    )
    values.calls(at: times, until: 200)
    return values.passed
  }

  @Test("trailing: the last call of a burst is passed on at its end")
  func trailing() {
    #expect(passed([0, 5, 9], edge: .trailing) == [Passed(value: 9, time: 19)])
  }

  @Test("leading: the first call of a burst is passed on immediately")
  func leading() {
    #expect(passed([0, 5, 9], edge: .leading) == [Passed(value: 0, time: 0)])
  }

  @Test("both: the first call is passed on, and the last one if there is another")
  func both() {
    #expect(
      passed([0, 5, 9, 50], edge: .both) == [
        Passed(value: 0, time: 0), Passed(value: 9, time: 19), Passed(value: 50, time: 50),
      ])
  }

  @Test("a call at the end of the quiet time begins another burst; an earlier one does not")
  func boundary() {
    #expect(
      passed([0, 10], edge: .trailing) == [
        Passed(value: 0, time: 10), Passed(value: 10, time: 20),
      ])
    #expect(passed([0, 9], edge: .trailing) == [Passed(value: 9, time: 19)])
    #expect(
      passed([0, 10], edge: .leading) == [Passed(value: 0, time: 0), Passed(value: 10, time: 10)])
    #expect(passed([0, 9, 18, 27], edge: .leading) == [Passed(value: 0, time: 0)])
  }

  @Test("no call waits longer than the longest wait, and the burst continues after that")
  func longestWait() {
    #expect(
      passed(Array(stride(from: 0, through: 40, by: 5)), edge: .trailing, longestWait: 17) == [
        Passed(value: 15, time: 17), Passed(value: 35, time: 37), Passed(value: 40, time: 50),
      ])
    #expect(
      passed([0, 5, 10, 15, 20], edge: .both, longestWait: 8) == [
        Passed(value: 0, time: 0), Passed(value: 10, time: 13), Passed(value: 20, time: 23),
      ])
  }

  @Test("flush passes on the pending call and ends the burst")
  func flush() {
    var values = Values(Debounce(for: .nanoseconds(10), edge: .both))
    values.call(1, at: 0)
    let early = values.flush(at: 1)
    values.call(2, at: 2)
    let answers = [early, values.flush(at: 3), values.flush(at: 3)]
    #expect(answers == [false, true, false])
    values.call(3, at: 4)
    #expect(values.passed.map(\.value) == [1, 2, 3])
  }

  @Test("cancel drops the pending call and ends the burst")
  func cancel() {
    var debounce = Debounce(for: .nanoseconds(10), edge: .both)
    let first = [debounce.call(at: .origin), debounce.cancel()]
    #expect(first == [true, false])
    let second = [debounce.call(at: .origin), debounce.call(at: .origin)]
    #expect(second == [true, false])
    #expect(debounce.isPending)
    let isCancelled = debounce.cancel()
    #expect(isCancelled && debounce.due == nil && !debounce.isPending)
    let third = debounce.call(at: .origin)
    #expect(third)
  }

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

@Suite("Debounce: random calls", .random)
struct DebounceRandomTests {
  @Test("any sequence of calls gives the results of a naive list, however late the timer is")
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

  @Test("with a timer that is on time, bursts that are split afterwards give the same results")
  func againstBursts() {
    var random = SeededGenerator(for: "bursts")
    for _ in 0..<repetitions(4_000) {
      let quietTime = random.number(1...8)
      var times = [random.number(0...3)]
      for _ in 0..<random.number(0...30) { times.append((times.last ?? 0) + random.number(0...10)) }
      for edge in CallEdge.allCases {
        var values = PacedValues(Debounce(for: .nanoseconds(quietTime), edge: edge))
        values.calls(at: times, until: 500)
        var bursts: [[Int]] = []
        for time in times {
          if let last = bursts.last?.last, time - last < quietTime {
            bursts[bursts.count - 1].append(time)
          } else {
            bursts.append([time])
          }
        }
        let expected = bursts.flatMap { burst -> [PacedValues<Debounce>.Passed] in
          let first = PacedValues<Debounce>.Passed(value: burst[0], time: burst[0])
          let last = burst[burst.count - 1]
          let final = PacedValues<Debounce>.Passed(value: last, time: last + quietTime)
          return switch edge {
          case .leading: [first]
          case .trailing: [final]
          case .both: burst.count == 1 ? [first] : [first, final]
          }
        }
        guard values.passed == expected else {
          #expect(values.passed == expected, "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun)")
          return
        }
      }
    }
  }
}
