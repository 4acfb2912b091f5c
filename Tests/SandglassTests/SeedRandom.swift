import Foundation
import Sandglass

/// Random numbers that a seed brings back (SplitMix64, by Steele, Lea and Flood, 2014).
struct SeedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A generator for one test: `SANDGLASS_SEED` from the environment, or another seed every time.
  /// It is printed before it is used.
  init(for test: String) {
    let given = ProcessInfo.processInfo.environment["SANDGLASS_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("\(test): SANDGLASS_SEED=\(seed)")
    self.init(seed: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
