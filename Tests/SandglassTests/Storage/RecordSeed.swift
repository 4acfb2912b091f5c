import Foundation

/// Random numbers that a seed brings back: SplitMix64, by Guy Steele, Doug Lea and Christine
/// Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct RecordSeed: RandomNumberGenerator {
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

  /// The seed of this run: `SANDGLASS_SEED` from the environment, or another one every time.
  static let ofThisRun: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SANDGLASS_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("SANDGLASS_SEED=\(seed)")
    return seed
  }()
}
