import SandglassCore

/// Values of every magnitude, derived from the bytes of an input. When all bytes have been used,
/// the values are zero.
///
/// Extreme values and powers of two take few bytes, so the fuzzer finds them quickly.
struct FuzzValues {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func choice() -> Bool { byte() & 1 == 1 }

  /// Returns a signed number with `bits` bits.
  mutating func integer(bits: Int = 128) -> Int128 {
    let greatest = Int128.max >> (128 - bits)
    switch byte() % 6 {
    case 0: return 0
    case 1: return greatest
    case 2: return -greatest - 1
    case 3, 4:
      let near = Int128(1) << (Int(byte()) % (bits - 1)) - 2 + Int128(byte() % 4)
      return choice() ? -near : min(near, greatest)
    default:
      var number: Int128 = 0
      for _ in 0..<bits / 8 { number = number << 8 | Int128(byte()) }
      return bits == 128 ? number : number - greatest - 1
    }
  }

  mutating func moment() -> Moment {
    Moment(nanoseconds: UInt64(truncatingIfNeeded: integer(bits: 64)))
  }

  mutating func wall() -> WallMoment { WallMoment(nanosecondsSince1970: integer()) }

  mutating func duration() -> Duration { Duration(attoseconds: integer()) }

  mutating func instant(boot: BootIdentity?) -> CountdownRecord.Instant {
    CountdownRecord.Instant(steady: moment(), wall: wall(), boot: choice() ? boot : nil)
  }
}

// MARK: - Records

extension FuzzValues {
  /// Returns a record with arbitrary values that its type accepts.
  mutating func record() -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: choice() ? "Tea" : nil, state: state(),
      target: choice() ? .duration(duration()) : .wall(wall()), total: duration(),
      options: options(), written: instant(boot: BootIdentity("A")),
      certainty: choice() ? .exact : .suspect)
  }

  private mutating func state() -> CountdownRecord.State {
    switch byte() % 4 {
    case 0: .running(deadline: moment(), wallDeadline: wall())
    case 1: .paused(remaining: duration())
    case 2: .overtime(deadline: moment(), wallDeadline: wall())
    default: .finished(at: wall())
    }
  }

  private mutating func options() -> CountdownOptions {
    let roundings: [Rounding] = [.up, .nearest, .down]
    var options = CountdownOptions(
      unit: max(Duration(attoseconds: 1), duration()),
      rounding: roundings[Int(byte()) % roundings.count],
      milestones: (0..<byte() % 4).map { _ in duration() }, countsPastZero: choice(),
      tolerance: choice() ? nil : max(.zero, duration()))
    if choice() { options.pulse = moment() }
    return options
  }
}
