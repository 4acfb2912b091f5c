extension TimerSchedule {
  /// The bits of a tick that one level tells apart.
  static var digitBits: Int { 6 }

  /// The number of the tick the schedule stands at.
  var currentTick: UInt64 { now.nanoseconds &>> tickBits }

  /// The slot for entries of that deadline, as seen from the current tick.
  @inline(__always)
  func slot(for deadline: Moment) -> Int {
    let tick = max(deadline, now).nanoseconds &>> tickBits
    let difference = tick ^ currentTick
    guard difference != 0 else { return storage.imminent }
    let highestBit = UInt64.bitWidth - 1 - difference.leadingZeroBitCount
    let level = highestBit / Self.digitBits
    let digit = tick &>> Self.shift(of: level) & Self.digitMask
    return level * WheelStorage.slotsPerLevel + Int(digit)
  }

  /// The first moment of a slot of a level, as seen from the current tick.
  func start(of slot: Int) -> Moment {
    let level = slot / WheelStorage.slotsPerLevel
    let digit = UInt64(slot % WheelStorage.slotsPerLevel)
    let shift = Self.shift(of: level)
    let tick = (currentTick &>> shift & ~Self.digitMask | digit) &<< shift
    return Moment(nanoseconds: tick &<< tickBits)
  }

  private static var digitMask: UInt64 { 63 }

  /// How far a level's digit stands from the right.
  private static func shift(of level: Int) -> UInt64 {
    UInt64(level * digitBits)
  }
}
