import SandglassCore
import SandglassTestSupport
import Testing

private func ms(_ milliseconds: Int) -> Moment {
  .origin + .milliseconds(milliseconds)
}

extension TimerQueue where Payload: Copyable {
  /// Takes out all timers that are due by `now`.
  fileprivate mutating func popAll(dueBy now: Moment) -> [Payload] {
    var popped: [Payload] = []
    while let payload = popFirst(dueBy: now) { popped.append(payload) }
    return popped
  }

  /// Serves each alarm up to `end`. Returns when it rang, and which timers were due.
  fileprivate mutating func ring(until end: Moment) -> [(now: Moment, payloads: [Payload])] {
    var rings: [(now: Moment, payloads: [Payload])] = []
    while let now = alarm, now <= end {
      wokeUp(at: now)
      rings.append((now, popAll(dueBy: now)))
    }
    return rings
  }
}

@Suite("TimerQueue: pending timers and the alarm")
struct TimerQueueTests {
  @Test("an empty queue has no alarm, and nothing is due")
  func empty() {
    var queue = TimerQueue<String>()
    #expect(queue.alarm == nil)
    #expect(queue.count == 0)
    #expect(queue.popFirst(dueBy: ms(1_000_000)) == nil)
  }

  @Test("Law 9: a timer that is alone is on time, whatever its tolerance")
  func alone() {
    for tolerance in [Duration.zero, .milliseconds(17), .seconds(60)] {
      var queue = TimerQueue<String>()
      _ = queue.insert("a", at: ms(500), tolerance: tolerance)
      #expect(queue.alarm == ms(500))
      queue.wokeUp(at: ms(500))
      #expect(queue.popAll(dueBy: ms(500)) == ["a"])
      #expect(queue.alarm == nil)
    }
  }

  @Test("Law 9: the alarm is the minimum of max(deadline, last wake-up + tolerance)")
  func leastOfAll() {
    var queue = TimerQueue<String>()
    queue.wokeUp(at: ms(1000))
    _ = queue.insert("patient", at: ms(1001), tolerance: .milliseconds(100))
    #expect(queue.alarm == ms(1100))
    _ = queue.insert("less patient", at: ms(1030), tolerance: .milliseconds(50))
    #expect(queue.alarm == ms(1050))
    _ = queue.insert("exact", at: ms(1040), tolerance: .zero)
    #expect(queue.alarm == ms(1040))
    _ = queue.insert("past its rest", at: ms(1035), tolerance: .milliseconds(10))
    #expect(queue.alarm == ms(1035))
  }

  @Test("a wake-up for one timer serves all timers that are due")
  func sharedWakeUp() {
    var queue = TimerQueue<String>()
    queue.wokeUp(at: ms(1000))
    _ = queue.insert("patient", at: ms(1001), tolerance: .milliseconds(100))
    _ = queue.insert("exact", at: ms(1040), tolerance: .zero)
    _ = queue.insert("later", at: ms(1041), tolerance: .zero)
    queue.wokeUp(at: ms(1040))
    #expect(queue.popAll(dueBy: ms(1040)) == ["patient", "exact"])
    #expect(queue.alarm == ms(1041))
  }

  @Test(
    "Law 9: many timers with one tolerance cost at most one wake-up in that time",
    arguments: [1, 5, 17, 200])
  func crowd(tolerance: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    var queue = TimerQueue<Moment>()
    for _ in 0..<2000 {
      let deadline = ms(0) + .microseconds(Int64.random(in: 0...1_000_000, using: &random))
      _ = queue.insert(deadline, at: deadline, tolerance: .milliseconds(tolerance))
    }
    let rings = queue.ring(until: ms(2000))
    #expect(queue.count == 0)
    #expect(rings.count <= 1000 / tolerance + 2)
    for (earlier, later) in zip(rings, rings.dropFirst()) {
      #expect(later.now - earlier.now >= .milliseconds(tolerance))
    }
    for ring in rings {
      for deadline in ring.payloads {
        #expect(deadline <= ring.now)
        #expect(ring.now - deadline <= .milliseconds(tolerance))
      }
    }
  }

  @Test("Laws 2, 9: with several tolerances no timer is early, and none exceeds its own tolerance")
  func severalCrowds() {
    struct Patient {
      let deadline: Moment
      let tolerance: Duration
    }
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    var queue = TimerQueue<Patient>()
    for _ in 0..<3000 {
      let patient = Patient(
        deadline: ms(0) + .microseconds(Int64.random(in: 0...1_000_000, using: &random)),
        tolerance: .milliseconds(Int.random(in: 0...120, using: &random)))
      _ = queue.insert(patient, at: patient.deadline, tolerance: patient.tolerance)
    }
    for ring in queue.ring(until: ms(2000)) {
      for patient in ring.payloads {
        #expect(patient.deadline <= ring.now)
        #expect(ring.now - patient.deadline <= patient.tolerance)
      }
    }
    #expect(queue.count == 0)
  }

  @Test("timers are ordered by deadline and then by insertion, across tolerances")
  func order() {
    var queue = TimerQueue<Int>()
    let tolerances: [Duration] = [.milliseconds(100), .zero, .milliseconds(17), .seconds(1)]
    for number in 0..<40 {
      _ = queue.insert(number, at: ms(100), tolerance: tolerances[number % 4])
    }
    _ = queue.insert(-1, at: ms(99), tolerance: .seconds(30))
    _ = queue.insert(40, at: ms(101), tolerance: .zero)
    #expect(queue.popAll(dueBy: ms(101)) == Array(-1...40))
  }

  @Test("a timer that is moved is served after the others with the same deadline")
  func moved() {
    var queue = TimerQueue<String>()
    let token = queue.insert("moved", at: ms(100), tolerance: .zero)
    _ = queue.insert("other", at: ms(100), tolerance: .milliseconds(50))
    let hasMoved = queue.move(token, to: ms(100))
    #expect(hasMoved)
    #expect(queue.popAll(dueBy: ms(100)) == ["other", "moved"])
  }

  @Test("moving a timer keeps its tolerance")
  func keepsTolerance() {
    var queue = TimerQueue<String>()
    queue.wokeUp(at: ms(1000))
    let token = queue.insert("a", at: ms(5000), tolerance: .milliseconds(50))
    _ = queue.move(token, to: ms(1001))
    #expect(queue.alarm == ms(1050))
  }

  @Test("a token has eight bytes, and identifies its timer among all sixteen steps of tolerance")
  func tokens() {
    #expect(MemoryLayout<TimerQueue<String>.Token>.size == 8)
    var queue = TimerQueue<Int>()
    let steps = [0, 1, 2, 5, 10, 17, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000]
    let tokens = steps.map {
      queue.insert($0, at: ms(100_000), tolerance: .milliseconds($0))
    }
    #expect(Set(tokens).count == steps.count)
    for (step, token) in zip(steps, tokens).reversed() {
      let payload = queue.remove(token)
      #expect(payload == step)
    }
    #expect(queue.count == 0)
  }

  @Test("a token from a queue with more steps of tolerance identifies no timer")
  func foreignToken() {
    var other = TimerQueue<String>()
    _ = other.insert("exact", at: ms(100), tolerance: .zero)
    let token = other.insert("late", at: ms(100), tolerance: .seconds(1))
    var queue = TimerQueue<String>()
    #expect(queue.remove(token) == nil)
    _ = queue.insert("own", at: ms(100), tolerance: .zero)
    let payload = queue.remove(token)
    let hasMoved = queue.move(token, to: ms(300))
    #expect(payload == nil)
    #expect(!hasMoved)
    #expect(queue.popAll(dueBy: ms(100)) == ["own"])
  }

  @Test("the token of a removed timer has no effect, even if the timer's place is reused")
  func goneToken() {
    var queue = TimerQueue<String>()
    let removed = queue.insert("removed", at: ms(100), tolerance: .zero)
    let first = queue.remove(removed)
    let second = queue.remove(removed)
    #expect(first == "removed")
    #expect(second == nil)

    let popped = queue.insert("popped", at: ms(100), tolerance: .zero)
    #expect(queue.popAll(dueBy: ms(100)) == ["popped"])
    _ = queue.insert("new", at: ms(200), tolerance: .zero)
    for token in [removed, popped] {
      let payload = queue.remove(token)
      let hasMoved = queue.move(token, to: ms(300))
      #expect(payload == nil)
      #expect(!hasMoved)
    }
    #expect(queue.count == 1)
    #expect(queue.alarm == ms(200))
  }

  @Test("removing the earliest timer moves the alarm; removing a later one does not")
  func removal() {
    var queue = TimerQueue<String>()
    let early = queue.insert("early", at: ms(100), tolerance: .zero)
    let late = queue.insert("late", at: ms(200), tolerance: .milliseconds(17))
    let last = queue.insert("last", at: ms(300), tolerance: .zero)
    _ = queue.remove(late)
    #expect(queue.alarm == ms(100))
    _ = queue.remove(early)
    #expect(queue.alarm == ms(300))
    _ = queue.remove(last)
    #expect(queue.alarm == nil)
  }

  @Test("a deadline in the past is due immediately, before later ones")
  func past() {
    var queue = TimerQueue<String>()
    queue.wokeUp(at: ms(1000))
    _ = queue.insert("now", at: ms(1000), tolerance: .zero)
    _ = queue.insert("past", at: ms(10), tolerance: .zero)
    let alarm = queue.alarm
    #expect(alarm.map { $0 <= ms(1000) } == true)
    #expect(queue.popAll(dueBy: ms(1000)) == ["past", "now"])
  }

  @Test("deadlines near the distant future do not overflow")
  func endOfTime() {
    var queue = TimerQueue<String>()
    let last = Moment(nanoseconds: .max - 1)
    queue.wokeUp(at: last)
    _ = queue.insert("a", at: last, tolerance: .seconds(60))
    #expect(queue.alarm == .distantFuture)
    #expect(queue.popAll(dueBy: last) == ["a"])
  }

  @Test("with a wake-up interval, many exact timers keep to it after a burst")
  func wakeUpInterval() {
    var queue = TimerQueue<Int>(wakeUpInterval: .milliseconds(1))
    let start = Moment(nanoseconds: 1_000_000_000)
    for number in 0..<10_000 {
      _ = queue.insert(number, at: start + .microseconds(10 * number), tolerance: .zero)
    }
    var wakeUps: [Moment] = []
    var served = 0
    while let alarm = queue.alarm {
      wakeUps.append(alarm)
      queue.wokeUp(at: alarm)
      while let number = queue.popFirst(dueBy: alarm) {
        let lateness = alarm - (start + .microseconds(10 * number))
        #expect(lateness >= .zero && lateness <= .milliseconds(1))
        served += 1
      }
    }
    #expect(served == 10_000)
    // A tenth of a second, and the burst.
    #expect((100...118).contains(wakeUps.count))
    #expect(wakeUps.prefix(16).enumerated().allSatisfy { $1 == start + .microseconds(10 * $0) })
  }

  @Test("the leeway of the alarm ends when the first timer would exceed its tolerance")
  func leeway() {
    var queue = TimerQueue<Int>()
    let tolerant = queue.insert(0, at: ms(100), tolerance: .milliseconds(17))
    expect(&queue, alarm: ms(100), leeway: .milliseconds(17))
    let strict = queue.insert(1, at: ms(105), tolerance: .zero)
    expect(&queue, alarm: ms(100), leeway: .milliseconds(5))
    _ = queue.remove(tolerant)
    expect(&queue, alarm: ms(105), leeway: .zero)
    _ = queue.remove(strict)
    let planned = queue.alarmAndLeeway
    #expect(planned == nil)

    // After a wake-up the alarm is set to the end of the tolerance, so little of it remains as leeway.
    queue.wokeUp(at: ms(200))
    _ = queue.insert(2, at: ms(201), tolerance: .milliseconds(17))
    expect(&queue, alarm: ms(217), leeway: .milliseconds(1))
  }

  private func expect(
    _ queue: inout TimerQueue<Int>, alarm: Moment, leeway: Duration,
    at location: SourceLocation = #_sourceLocation
  ) {
    let mayHaveNewAlarm = queue.mayHaveNewAlarm
    #expect(mayHaveNewAlarm, sourceLocation: location)
    let planned = queue.alarmAndLeeway
    #expect(planned?.alarm == alarm, sourceLocation: location)
    #expect(planned?.leeway == UInt64(leeway / .nanoseconds(1)), sourceLocation: location)
  }

  @Test("Law 9: a few exact timers are on time, whatever the wake-up interval")
  func wakeUpIntervalAlone() {
    var queue = TimerQueue<Int>(wakeUpInterval: .milliseconds(1))
    var deadline = Moment(nanoseconds: 1_000_000_000)
    for number in 0..<1_000 {
      deadline = deadline + .microseconds(number.isMultiple(of: 4) ? 4_000 : 3)
      _ = queue.insert(number, at: deadline, tolerance: .zero)
      #expect(queue.alarm == deadline)
      queue.wokeUp(at: deadline)
      #expect(queue.popFirst(dueBy: deadline) == number)
    }
  }
}
