import SandglassCore
import SandglassTestSupport
import Testing

/// Lists of all calls, and of all that were passed on.
private struct ListedCalls {
  let interval: Int
  let edge: CallEdge
  var waiting: [Int] = []
  var passed: [PacedValues<Throttle>.Passed] = []

  /// When intervals began.
  var begun: [Int] = []

  func isClosed(at now: Int) -> Bool { begun.contains { now - $0 < interval } }

  mutating func serve(at now: Int) {
    if !waiting.isEmpty, !isClosed(at: now) { pass(at: now) }
  }

  mutating func pass(at now: Int) {
    if let last = waiting.last { passed.append(.init(value: last, time: now)) }
    waiting = []
    begun.append(now)
  }

  mutating func call(_ value: Int, at now: Int) {
    serve(at: now)
    if !isClosed(at: now) {
      begun.append(now)
      if edge != .trailing { return passed.append(.init(value: value, time: now)) }
    }
    if edge != .leading { waiting.append(value) }
  }
}

@Suite("Throttle: at most one call in an interval")
struct ThrottleTests {
  @Test("an interval of zero or less passes on all calls, and centuries saturate")
  func extremes() {
    for interval in [Duration.zero, .seconds(-1), .seconds(Int64.min)] {
      var throttle = Throttle(every: interval)
      let answers = [throttle.call(at: .origin), throttle.call(at: .origin)]
      #expect(answers == [true, true])
    }
    var throttle = Throttle(every: .seconds(Int64.max))
    let answers = [throttle.call(at: .origin), throttle.call(at: .origin)]
    #expect(answers == [true, false])
    #expect(throttle.due == .distantFuture)
  }

  @Test(
    "any sequence of calls gives the results of a naive list, never closer than the interval",
    .random)
  func againstLists() {
    var random = SeededGenerator(for: "Throttle")
    var steps = 0
    while steps < repetitions(150_000) {
      guard sequence(&random, &steps) else {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), after \(steps) steps")
        return
      }
    }
  }

  private func sequence(_ random: inout SeededGenerator, _ steps: inout Int) -> Bool {
    let interval = random.number(0...12)
    let edge = CallEdge.allCases[random.number(0...2)]
    let usesFlush = random.once(in: 2)
    var values = PacedValues(Throttle(every: .nanoseconds(interval), edge: edge))
    var list = ListedCalls(interval: interval, edge: edge)
    var now = 0
    var newest: Int?
    for value in 0..<random.number(1...80) {
      steps += 1
      switch random.number(0...19) {
      case 0 where usesFlush:
        let waited = !list.waiting.isEmpty
        if waited { list.pass(at: now) }
        guard values.flush(at: now) == waited else { return false }
      case 1:
        let waited = !list.waiting.isEmpty
        list.waiting = []
        guard values.pace.cancel() == waited else { return false }
        values.waiting = nil
        newest = nil
      case 2...4: now = max(now, values.pace.due.map { Int($0.nanoseconds) } ?? now)
      case 5...8: now += random.number(0...15)
      default:
        values.call(value, at: now)
        list.call(value, at: now)
        newest = value
        now += random.number(0...3)
      }
      if random.once(in: 3) {
        values.serve(at: now)
        list.serve(at: now)
      }
      guard values.passed == list.passed, values.pace.isPending == !list.waiting.isEmpty else {
        #expect(values.passed == list.passed)
        return false
      }
    }
    values.serve(at: now + interval)
    // No newest value is lost, unless it was dropped, or only leading calls are passed on.
    if let newest, edge != .leading { #expect(values.passed.last?.value == newest) }
    if usesFlush { return true }
    return zip(values.passed, values.passed.dropFirst()).allSatisfy {
      $1.time - $0.time >= interval
    }
  }
}
