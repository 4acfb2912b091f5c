import SandglassCore
import Testing

@Suite("TimingWheel: payloads ordered by deadline")
struct TimingWheelTests {
  @Test("removeAll removes and releases all payloads, and invalidates all tokens")
  func removeAll() {
    final class Payload {}
    var wheel = TimingWheel<Payload>()
    weak var kept: Payload?
    var tokens: [TimerToken] = []
    do {
      let payload = Payload()
      kept = payload
      for second in 1...100 { tokens.append(wheel.insert(payload, at: .second(second))) }
    }
    wheel.remove(tokens[50])
    #expect(kept != nil)
    wheel.removeAll()
    #expect(kept == nil)
    #expect(wheel.isEmpty == true)
    #expect(wheel.nextDeadline == nil)
    let tokensInUse = tokens.count { wheel.contains($0) }
    #expect(tokensInUse == 0)
    wheel.checkInvariants()
    wheel.insert(Payload(), at: .second(7))
    #expect(wheel.nextDeadline == .second(7))
  }

  @Test("entries are handed out by deadline, and in the order of insertion if deadlines are equal")
  func order() {
    var wheel = TimingWheel<String>()
    wheel.insert("late", at: .second(3))
    wheel.insert("first of two", at: .second(2))
    wheel.insert("second of two", at: .second(2))
    wheel.insert("early", at: .second(1))
    #expect(wheel.drain(to: .second(3)) == ["early", "first of two", "second of two", "late"])
    #expect(wheel.isEmpty == true)
  }

  @Test(
    "no entry is handed out early, not even by a nanosecond", arguments: [0, 1, 5, 10, 16, 20, 30])
  func neverEarly(slotBits: Int) {
    for exponent in 0..<64 {
      let deadline = Moment(nanoseconds: 1 << UInt64(exponent))
      let justBefore = deadline - .nanoseconds(1)
      var wheel = TimingWheel<Int>(now: .origin, slotBits: slotBits)
      wheel.insert(exponent, at: deadline)
      #expect(wheel.drain(to: justBefore) == [])
      #expect(wheel.now == justBefore)
      #expect(wheel.nextDeadline == deadline)
      wheel.checkInvariants()
      #expect(wheel.drain(to: deadline) == [exponent])
    }
  }

  @Test("a deadline in the past is due immediately, before later ones")
  func pastDeadline() {
    var wheel = TimingWheel<Int>(now: .second(10))
    wheel.insert(1, at: .second(10))
    wheel.insert(2, at: .second(4))
    wheel.insert(3, at: .second(9))
    #expect(wheel.nextDeadline == .second(4))
    #expect(wheel.drain(to: .origin) == [2, 3, 1])
    #expect(wheel.now == .second(10))
  }

  @Test("an entry that is inserted during draining is handed out in order")
  func insertWhileDraining() {
    var wheel = TimingWheel<Int>()
    wheel.insert(1, at: .second(1))
    wheel.insert(5, at: .second(5))
    #expect(wheel.popFirst(dueBy: .second(9))?.payload == 1)
    #expect(wheel.now == .second(1))
    wheel.insert(3, at: .second(3))
    wheel.insert(0, at: .origin)
    #expect(wheel.drain(to: .second(9)) == [0, 3, 5])
    #expect(wheel.now == .second(9))
  }

  @Test("an entry can be removed once")
  func remove() {
    var wheel = TimingWheel<Int>()
    let token = wheel.insert(1, at: .second(1))
    wheel.insert(2, at: .second(2))
    #expect(wheel.contains(token) == true)
    #expect(wheel.remove(token) == 1)
    #expect(wheel.remove(token) == nil)
    #expect(wheel.contains(token) == false)
    #expect(wheel.nextDeadline == .second(2))
    #expect(wheel.count == 1)
  }

  @Test("an entry can be moved either way, and follows the entries with the same deadline")
  func move() {
    var wheel = TimingWheel<Int>()
    let first = wheel.insert(1, at: .second(1))
    wheel.insert(2, at: .second(2))
    let third = wheel.insert(3, at: .second(3))
    #expect(wheel.move(first, to: .second(2)) == true)
    #expect(wheel.nextDeadline == .second(2))
    #expect(wheel.move(third, to: Moment(nanoseconds: 1)) == true)
    #expect(wheel.nextDeadline == Moment(nanoseconds: 1))
    #expect(wheel.drain(to: .second(2)) == [3, 2, 1])
    #expect(wheel.move(first, to: .second(5)) == false)
  }

  @Test(
    "an entry that is moved to a later deadline is not due at the old one", arguments: [0, 16, 30])
  func moveLater(slotBits: Int) {
    var wheel = TimingWheel<Int>(now: .origin, slotBits: slotBits)
    let token = wheel.insert(1, at: .second(1))
    for second in 2..<100 {
      wheel.move(token, to: .second(second))
      #expect(wheel.drain(to: .second(second) - .nanoseconds(1)) == [])
      #expect(wheel.nextDeadline == .second(second))
      wheel.checkInvariants()
    }
    #expect(wheel.drain(to: .second(99)) == [1])
  }

  @Test("one call can advance by centuries, and time never goes backwards")
  func centuries() {
    var wheel = TimingWheel<Int>()
    let century = Duration.seconds(100 * 365 * 86_400)
    for number in 0...5 { wheel.insert(number, at: Moment.origin + century * number) }
    #expect(wheel.drain(to: Moment.origin + century * 4.5) == [0, 1, 2, 3, 4])
    #expect(wheel.drain(to: .origin) == [])
    #expect(wheel.now == Moment.origin + century * 4.5)
  }

  @Test("an entry at the distant future is due only at the distant future")
  func distantFuture() {
    var wheel = TimingWheel<Int>()
    wheel.insert(1, at: .distantFuture)
    #expect(wheel.drain(to: .distantFuture - .nanoseconds(1)) == [])
    #expect(wheel.nextDeadline == .distantFuture)
    #expect(wheel.drain(to: .distantFuture) == [1])
    wheel.insert(2, at: .second(1))
    #expect(wheel.drain(to: .origin) == [2])
  }

  @Test("two wheels can share one sequence of order numbers")
  func sharedOrder() {
    var left = TimingWheel<Int>()
    var right = TimingWheel<Int>()
    left.insert(1, at: .second(1), order: 7)
    let token = right.insert(2, at: .second(1), order: 6)
    #expect(left.first == DeadlineKey(deadline: .second(1), order: 7))
    #expect(right.first == DeadlineKey(deadline: .second(1), order: 6))
    #expect(right.move(token, to: .second(1), order: 8) == true)
    #expect(right.first == DeadlineKey(deadline: .second(1), order: 8))
  }

  @Test("advance hands out deadlines with their payloads")
  func advance() {
    var wheel = TimingWheel<Int>()
    wheel.insert(2, at: .second(2))
    wheel.insert(1, at: .second(1))
    wheel.advance(to: .second(2)) { deadline, payload in
      #expect(deadline == .second(payload))
    }
    #expect(wheel.isEmpty == true)
  }
}

extension Moment {
  static func second(_ number: Int) -> Moment {
    .origin + .seconds(number)
  }
}

extension TimingWheel {
  /// The payloads that are due by `limit`, in the order in which they are handed out.
  mutating func drain(to limit: Moment) -> [Payload] {
    var payloads: [Payload] = []
    advance(to: limit) { _, payload in payloads.append(payload) }
    return payloads
  }
}
