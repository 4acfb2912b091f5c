import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: the number of stale listings is limited")
struct StaleListingTests {
  private static let count = 1000
  /// After every 32 new listings, 128 of them are checked. This is the maximum between two checks of all.
  private static let most = count + (2 * count + 600) / 128 * 32 + 32

  @Test("when entries with distant deadlines are replaced at random", .random)
  func replacing() {
    var wheel = TimingWheel<Int>()
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    var tokens = (0..<Self.count).map { wheel.insert($0, at: someTime(&random)) }
    for _ in 0..<repetitions(100_000, atLeast: 10_000) {
      let number = Int.random(in: 0..<Self.count, using: &random)
      wheel.remove(tokens[number])
      tokens[number] = wheel.insert(number, at: someTime(&random))
      #expect(wheel.staleListings <= Self.most)
    }
    wheel.checkInvariants()
  }

  @Test("when one of many entries is moved repeatedly", .random)
  func movingOne() {
    var wheel = TimingWheel<Int>()
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    let tokens = (0..<Self.count).map { wheel.insert($0, at: someTime(&random)) }
    for _ in 0..<repetitions(100_000, atLeast: 10_000) {
      wheel.move(tokens[0], to: someTime(&random))
      #expect(wheel.staleListings <= Self.most)
    }
    wheel.checkInvariants()
  }

  @Test("when due entries are moved into and out of the heap", .random)
  func due() {
    var wheel = TimingWheel<Int>(now: .second(7200))
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    let tokens = (0..<Self.count).map { wheel.insert($0, at: someTime(&random)) }
    for _ in 0..<repetitions(100_000, atLeast: 10_000) {
      wheel.move(tokens[Int.random(in: 0..<Self.count, using: &random)], to: someTime(&random))
      #expect(wheel.staleListings <= Self.most)
    }
    wheel.checkInvariants()
  }

  @Test("when entries are removed while their tick is handed out")
  func present() {
    var wheel = TimingWheel<Int>()
    let tokens = (0..<4096).map { wheel.insert($0, at: .second(1)) }
    #expect(wheel.popFirst(dueBy: .second(1))?.payload == 0)
    for token in tokens.dropFirst() {
      wheel.remove(token)
      // The number of stale listings is checked every 32 removals, which decrease the number of entries by 32.
      #expect(wheel.staleListings <= wheel.count + 96)
    }
    wheel.checkInvariants()
  }

  @Test("when all entries are removed")
  func fewer() {
    var wheel = TimingWheel<Int>()
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    let tokens = (0..<Self.count).map { wheel.insert($0, at: someTime(&random)) }
    for token in tokens { wheel.remove(token) }
    #expect(wheel.staleListings <= 128)
    wheel.checkInvariants()
  }

  @Test("removing the earliest entry repeatedly does not search all entries each time")
  func earliest() {
    var wheel = TimingWheel<Int>()
    // All are in one slot, some hours away.
    let start = Moment.second(40_000)
    let tokens = (0..<20_000).map { wheel.insert($0, at: start + .milliseconds(10 * $0)) }
    for (number, token) in tokens.enumerated() {
      #expect(wheel.nextDeadline == start + .milliseconds(10 * number))
      wheel.remove(token)
    }
    // Entries before the searched ones are still found and handed out first.
    wheel.insert(1, at: .second(2))
    wheel.insert(0, at: .second(1))
    #expect(wheel.drain(to: .second(2)) == [0, 1])
    wheel.checkInvariants()
  }

  private func someTime(_ random: inout SeededGenerator) -> Moment {
    Moment(nanoseconds: .random(in: 0..<3_600_000_000_000, using: &random))
  }
}
