extension WheelCore {
  /// The number of bits of a tick that one level resolves.
  static var digitBits: Int { 6 }

  /// The slot for entries with the given deadline, relative to the current tick; `nil` for entries of the current tick
  /// or an earlier one, which are not in any slot.
  @inline(__always)
  func slot(for deadline: UInt64) -> Int? {
    let tick = deadline &>> tickBits
    guard tick > currentTick else { return nil }
    // The ticks differ, so their XOR is not zero. Setting its last bit lets the compiler know that as well.
    let highestBit = UInt(63 &- (tick ^ currentTick | 1).leadingZeroBitCount)
    let level = Int(highestBit / UInt(Self.digitBits))
    let digit = tick &>> Self.shift(of: level) & Self.digitMask
    return level &* WheelSlots.slotsPerLevel &+ Int(truncatingIfNeeded: digit)
  }

  /// The first tick of a slot, relative to the current tick.
  func firstTick(of slot: Int) -> UInt64 {
    let level = slot / WheelSlots.slotsPerLevel
    let digit = UInt64(slot % WheelSlots.slotsPerLevel)
    let shift = Self.shift(of: level)
    return (currentTick &>> shift & ~Self.digitMask | digit) &<< shift
  }

  private static var digitMask: UInt64 { 63 }

  /// The position of a level's digit, in bits from the right.
  private static func shift(of level: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: level &* digitBits)
  }
}
