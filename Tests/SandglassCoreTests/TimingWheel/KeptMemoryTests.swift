import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: how much memory is retained", .random)
struct KeptMemoryTests {
  @Test("slots do not retain the memory for many listings after they hold only a few")
  func crowds() {
    var wheel = TimingWheel<Int>()
    let crowd = repetitions(20_000, atLeast: 10_000)
    for number in 0..<(5 * crowd) { wheel.insert(number, at: .origin + .seconds(1)) }
    wheel.advance(to: .origin + .seconds(1)) { _, _ in }
    for _ in 0..<10 {
      let now = wheel.now
      // An entry that begins a slot of the level with the many entries.
      wheel.insert(0, at: now + .seconds(900))
      for number in 0..<crowd {
        wheel.insert(number, at: now + .seconds(18) + .microseconds(number))
      }
      wheel.advance(to: now + .seconds(19)) { _, _ in }
      wheel.checkInvariants()
    }
    // Twice the maximum number of listings, and the slots that contain some.
    #expect(wheel.listingRoom <= 2 * 5 * crowd + 2 * crowd)
  }

  @Test("after all entries are removed, there is room for at most twice their number")
  func afterwards() {
    var wheel = TimingWheel<Int>()
    let crowd = repetitions(100_000, atLeast: 20_000)
    for number in 0..<crowd { wheel.insert(number, at: .origin + .microseconds(10 * number)) }
    wheel.advance(to: .origin + .seconds(2)) { _, _ in }
    #expect(wheel.count == 0)
    #expect(wheel.listingRoom <= 2 * crowd)
  }
}
