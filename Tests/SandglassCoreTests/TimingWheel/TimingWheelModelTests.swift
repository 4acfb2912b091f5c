import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: comparison with a sorted array")
struct TimingWheelModelTests {
  @Test("few entries, checked after every step", arguments: [0, 1, 5, 10, 16, 20, 30])
  func fewEntries(slotBits: Int) throws {
    try compare(slotBits: slotBits, capacity: 12, runs: 25, steps: 400, checkingEvery: 1)
  }

  @Test("many entries", arguments: [0, 1, 5, 10, 16, 20, 30])
  func manyEntries(slotBits: Int) throws {
    try compare(slotBits: slotBits, capacity: 400, runs: 12, steps: 4000, checkingEvery: 100)
  }

  @Test("nodes whose generations run out repeatedly", arguments: [3, 63])
  func usedUpNodes(uses: UInt32) throws {
    try compare(
      slotBits: 16, capacity: uses == 3 ? 40 : 300, firstGeneration: (1 << 28) - 1 - uses, runs: 20,
      steps: uses == 3 ? 1000 : 10_000, checkingEvery: uses == 3 ? 1 : 100)
  }

  @Test("order numbers that run out", .random, arguments: [10, 100, 1000])
  func lastOrder(left: UInt64) throws {
    try compare(
      slotBits: 16, capacity: 300, firstOrder: DeadlineKey.limit - left, runs: 100,
      steps: 4 * Int(left), checkingEvery: 10)
  }

  private func compare(
    slotBits: Int, capacity: Int, firstGeneration: UInt32 = 0, firstOrder: UInt64 = 1, runs: Int,
    steps: Int, checkingEvery interval: Int
  ) throws {
    // If the total is less than one run, the run has fewer steps.
    var left = repetitions(runs * steps)
    var seed = SeededGenerator.seedOfThisRun
    while left > 0 {
      var comparison = WheelComparison(
        slotBits: slotBits, capacity: capacity, firstGeneration: firstGeneration,
        firstOrder: firstOrder, seed: seed)
      try comparison.run(steps: min(left, steps), checkingEvery: interval)
      left -= steps
      seed &+= 1
    }
  }
}
