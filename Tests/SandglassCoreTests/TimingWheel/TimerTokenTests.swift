import SandglassCore
import Testing

@Suite("TimerToken: identifies one entry, and never another one")
struct TimerTokenTests {
  @Test("a token has eight bytes")
  func size() {
    #expect(MemoryLayout<TimerToken>.size == 8)
  }

  @Test("a used token does not identify the next entry of its node")
  func reuse() {
    var wheel = TimingWheel<Int>()
    let old = wheel.insert(1, at: .second(1))
    wheel.remove(old)
    let new = wheel.insert(2, at: .second(1))
    #expect(old != new)
    #expect(wheel.remove(old) == nil)
    #expect(wheel.move(old, to: .second(2)) == false)
    #expect(wheel.contains(old) == false)
    #expect(wheel.remove(new) == 2)
  }

  @Test("a token from a larger wheel identifies no entry")
  func foreign() {
    var big = TimingWheel<Int>()
    var small = TimingWheel<Int>()
    big.insert(1, at: .second(1))
    let token = big.insert(2, at: .second(1))
    small.insert(3, at: .second(1))
    #expect(small.remove(token) == nil)
    #expect(small.count == 1)
  }

  @Test("tokens stay distinct when a node's generations run out")
  func lastGeneration() {
    var wheel = TimingWheel<Int>(now: .origin, slotBits: 16, firstGeneration: (1 << 28) - 4)
    var tokens: [TimerToken] = []
    for number in 0..<10 {
      let token = wheel.insert(number, at: .second(1))
      #expect(!tokens.contains(token))
      #expect(generation(of: token) >= (1 << 28) - 3, "The generations began anew")
      tokens.append(token)
      if number.isMultiple(of: 2) {
        #expect(wheel.remove(token) == number)
      } else {
        #expect(wheel.drain(to: .second(1)) == [number])
      }
      wheel.checkInvariants()
    }
    for token in tokens { #expect(wheel.remove(token) == nil) }
    #expect(wheel.isEmpty == true)
  }

  private func generation(of token: TimerToken) -> UInt32 {
    unsafeBitCast(token, to: SIMD2<UInt32>.self).y
  }
}
