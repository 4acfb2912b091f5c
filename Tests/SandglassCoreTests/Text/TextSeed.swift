/// Random numbers from a seed (SplitMix64, by Steele, Lea and Flood, 2014).
struct TextSeed: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of up to 64 bits in which every length is as likely as any other.
  mutating func anyLength() -> UInt64 {
    next() >> UInt64.random(in: 0...63, using: &self)
  }
}
