import Foundation

/// Random numbers that a seed reproduces: SplitMix64, by Guy Steele, Doug Lea and Christine
/// Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Creates a generator for one test with the seed of this run.
  ///
  /// The seed is printed with the name of the test before it is used.
  package init(for test: String) {
    print("\(test): SANDGLASS_SEED=\(Self.seedOfThisRun)")
    self.init(seed: Self.seedOfThisRun)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }

  /// The seed of this run: `SANDGLASS_SEED` from the environment, or a different one each time.
  ///
  /// It is printed before it is used, because a violated invariant ends the process.
  package static let seedOfThisRun: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SANDGLASS_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("SANDGLASS_SEED=\(seed)")
    return seed
  }()
}

extension SeededGenerator {
  /// A number with a random number of digits: values below 2^10 are as likely as values from 2^50 to 2^60.
  package mutating func nextOfAnySize(bits: ClosedRange<Int> = 0...64) -> UInt64 {
    let size = Int.random(in: bits, using: &self)
    return size == 0 ? 0 : next() &>> UInt64(64 - size)
  }

  /// A number from a range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &self)
  }

  /// Returns true once in `count` times, on average.
  package mutating func once(in count: Int) -> Bool {
    number(1...count) == 1
  }
}
