import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: memory that was needed is kept, but not in vain", .random)
struct KeptMemoryTests {
  @Test("what crowds needed does not stay behind in slots that hold little")
  func crowds() {
    var wheel = TimingWheel<Int>()
    let crowd = repetitions(20_000, atLeast: 10_000)
    for number in 0..<(5 * crowd) { wheel.insert(number, at: .origin + .seconds(1)) }
    wheel.advance(to: .origin + .seconds(1)) { _, _ in }
    for _ in 0..<10 {
      let now = wheel.now
      // One that begins a slot of the level at which the crowds are.
      wheel.insert(0, at: now + .seconds(900))
      for number in 0..<crowd {
        wheel.insert(number, at: now + .seconds(18) + .microseconds(number))
      }
      wheel.advance(to: now + .seconds(19)) { _, _ in }
      wheel.checkInvariants()
    }
    // Twice the most there ever were, and what holds something.
    #expect(wheel.listingRoom <= 2 * 5 * crowd + 2 * crowd)
  }

  @Test("a crowd that has gone leaves room for no more than it was, twice over")
  func afterwards() {
    var wheel = TimingWheel<Int>()
    let crowd = repetitions(100_000, atLeast: 20_000)
    for number in 0..<crowd { wheel.insert(number, at: .origin + .microseconds(10 * number)) }
    wheel.advance(to: .origin + .seconds(2)) { _, _ in }
    #expect(wheel.count == 0)
    #expect(wheel.listingRoom <= 2 * crowd)
  }
}
