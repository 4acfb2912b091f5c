import SandglassCore
import Testing

@Suite("TimingWheel: payloads are released immediately")
struct PayloadReleaseTests {
  final class Tally {
    var alive = 0
  }

  final class Payload {
    private let tally: Tally

    init(_ tally: Tally) {
      self.tally = tally
      tally.alive += 1
    }

    deinit { tally.alive -= 1 }
  }

  @Test("when their entry is removed")
  func removed() {
    let tally = Tally()
    var wheel = TimingWheel<Payload>()
    let tokens = (1...10).map { wheel.insert(Payload(tally), at: .second($0)) }
    for (count, token) in tokens.enumerated() {
      wheel.remove(token)
      #expect(tally.alive == 9 - count)
      wheel.checkInvariants()
    }
  }

  @Test("when they are handed out")
  func handedOut() {
    let tally = Tally()
    var wheel = TimingWheel<Payload>()
    for second in 1...10 { wheel.insert(Payload(tally), at: .second(second)) }
    for second in 1...10 {
      #expect(wheel.popFirst(dueBy: .second(second)) != nil)
      #expect(tally.alive == 10 - second)
    }
    for _ in 1...10 { wheel.insert(Payload(tally), at: .second(20)) }
    wheel.advance(to: .second(30)) { _, _ in }
    #expect(tally.alive == 0)
  }

  @Test("when the wheel is deallocated")
  func wheelGone() {
    let tally = Tally()
    func fill() {
      var wheel = TimingWheel<Payload>()
      for second in 1...10 { wheel.insert(Payload(tally), at: .second(second)) }
      #expect(tally.alive == 10)
    }
    fill()
    #expect(tally.alive == 0)
  }

  @Test("an optional payload may be nil")
  func optional() {
    var wheel = TimingWheel<Int?>()
    let token = wheel.insert(nil, at: .second(1))
    wheel.insert(nil, at: .second(2))
    wheel.checkInvariants()
    #expect(wheel.remove(token) == .some(nil))
    #expect(wheel.popFirst(dueBy: .second(2)) != nil)
    #expect(wheel.popFirst(dueBy: .second(2)) == nil)
  }
}
