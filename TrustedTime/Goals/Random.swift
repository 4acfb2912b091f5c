/// SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &self)
  }

  mutating func happens(inPercent percent: Int) -> Bool { number(1...100) <= percent }

  mutating func duration(_ range: ClosedRange<Duration>) -> Duration {
    let width = range.upperBound - range.lowerBound
    return range.lowerBound + width / 1_000_000 * number(0...1_000_000)
  }
}
