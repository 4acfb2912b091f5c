import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimerQueue: rounds of serving")
struct TimerQueueRoundTests {
  @Test("a timer that adds itself again is served after all timers that were due")
  func fair() {
    var queue = TimerQueue<Int>()
    let now = Moment(nanoseconds: 1_000)
    for number in 1...3 { _ = queue.insert(number, at: now, tolerance: .zero) }
    var served: [Int] = []
    for _ in 0..<2 {
      var round = queue.beginRound(at: now)
      while let number = queue.popFirst(in: &round) {
        served.append(number)
        if number < 10 { _ = queue.insert(10 * number, at: .origin, tolerance: .zero) }
      }
      #expect(round.leavesSome == (served.count == 3))
    }
    #expect(served == [1, 2, 3, 10, 20, 30])
  }

  /// The model of a pending timer.
  private struct Waiting {
    let token: TimerQueue<Int>.Token
    var deadline: Moment
  }

  @Test("random rounds serve the timers that were due when they began, and none early", .random)
  func random() throws {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(1_000) {
      var queue = TimerQueue<Int>()
      var waiting: [Int: Waiting] = [:]
      var now = Moment(nanoseconds: 1_000_000_000)
      var next = 0
      func insert(_ random: inout SeededGenerator) {
        let deadline = now + .microseconds(random.number(-3_000...3_000))
        let tolerance = Duration.milliseconds([0, 0, 1, 20][random.number(0...3)])
        let token = queue.insert(next, at: deadline, tolerance: tolerance)
        waiting[next] = Waiting(token: token, deadline: deadline)
        next += 1
      }
      for _ in 0..<100 {
        for _ in 0..<random.number(0...4) { insert(&random) }
        var due = Set(waiting.filter { $0.value.deadline <= now }.keys)
        var round = queue.beginRound(at: now)
        while let number = queue.popFirst(in: &round) {
          let wasDue = due.remove(number) != nil
          try #require(wasDue, "not in the round, or early, SANDGLASS_SEED=\(seed)")
          waiting[number] = nil
          // A served timer changes others.
          if random.once(in: 2) { insert(&random) }
          if random.once(in: 3), let other = waiting.keys.randomElement(using: &random) {
            let timer = try #require(waiting[other])
            due.remove(other)
            if random.once(in: 2) {
              let removed = queue.remove(timer.token)
              try #require(removed == other)
              waiting[other] = nil
            } else {
              let deadline = now + .microseconds(random.number(-3_000...3_000))
              let hasMoved = queue.move(timer.token, to: deadline)
              try #require(hasMoved)
              waiting[other]?.deadline = deadline
            }
          }
        }
        try #require(due.isEmpty, "starved \(due), SANDGLASS_SEED=\(seed)")
        let isLeft = waiting.values.contains { $0.deadline <= now }
        try #require(round.leavesSome == isLeft, "SANDGLASS_SEED=\(seed)")
        let count = queue.count
        try #require(count == waiting.count, "SANDGLASS_SEED=\(seed)")
        now = now + .microseconds(random.number(0...1_500))
      }
    }
  }

  @Test("a round ends when all timers are renumbered, and reports that some are left")
  func renumbered() {
    var queue = TimerQueue<Int>(
      now: .origin, wakeUpInterval: .zero, firstOrder: DeadlineKey.limit - 2)
    for number in 0..<2 { _ = queue.insert(number, at: .origin, tolerance: .zero) }
    var round = queue.beginRound(at: .origin)
    let first = queue.popFirst(in: &round)
    #expect(first == 0)
    for number in 2..<4 { _ = queue.insert(number, at: .origin, tolerance: .zero) }
    let second = queue.popFirst(in: &round)
    #expect(second == nil)
    #expect(round.leavesSome)
    var rest: [Int] = []
    round = queue.beginRound(at: .origin)
    while let number = queue.popFirst(in: &round) { rest.append(number) }
    #expect(rest == [1, 2, 3])
  }
}
