package import SandglassCore

extension SeededGenerator {
  /// A number that is likely to cause errors: zero, one, the limits, a power of two or a number next to
  /// it, or a number with any number of bits; of either sign, in two's complement of that many bits.
  package mutating func extremeInteger(bits: Int = 128) -> Int128 {
    let greatest = Int128.max >> (128 - bits)
    switch number(0...9) {
    case 0: return 0
    case 1: return once(in: 2) ? 1 : -1
    case 2: return greatest
    case 3: return -greatest - 1
    case 4...6:
      let power = Int128(1) << number(0...bits - 2)
      let near = power - 1 + Int128(number(0...2))
      return once(in: 2) ? min(near, greatest) : -near
    default:
      let number = Int128(truncatingIfNeeded: UInt128(next()) << 64 | UInt128(next()))
      return number >> (128 - self.number(1...bits))
    }
  }

  /// A 64-bit number that is likely to cause errors.
  package mutating func extremeUnsigned() -> UInt64 {
    UInt64(truncatingIfNeeded: extremeInteger(bits: 64))
  }

  /// A duration that is likely to cause errors: in attoseconds, whole nanoseconds or whole seconds.
  package mutating func extremeDuration() -> Duration {
    switch number(0...3) {
    case 0: Duration(attoseconds: extremeInteger())
    case 1: Duration(attoseconds: extremeInteger(bits: 66) * 1_000_000_000)
    case 2: .seconds(Int64(truncatingIfNeeded: extremeInteger(bits: 64)))
    default: .nanoseconds(Int64(number(-3...3)))
    }
  }

  /// The same, but positive.
  package mutating func extremePositiveDuration() -> Duration {
    let duration = extremeDuration()
    return duration > .zero ? duration : Duration(attoseconds: 1)
  }

  /// An instant that is likely to cause errors. Some are beyond the range and saturate.
  package mutating func extremeWallMoment() -> WallMoment {
    WallMoment(nanosecondsSince1970: extremeInteger(bits: 95))
  }
}
