import SandglassCore
import SandglassTestSupport
import Testing

/// The model computes with `Int128` and `UInt128`.
@Suite("Arithmetic with 128 bits is exact", .random)
struct WideIntegerTests {
  @Test("random durations are divided exactly")
  func divides() {
    var random = SeededGenerator(for: "wide divisions")
    for _ in 0..<repetitions(100_000) {
      let duration = random.extremeDuration()
      let divisors = (0..<2).map { _ in max(1, random.extremeUnsigned()) }
      var (wide, exact) = (WideInteger(attosecondsOf: duration), duration.attoseconds.magnitude)
      for divisor in divisors {
        let expected = exact.quotientAndRemainder(dividingBy: UInt128(divisor))
        let (quotient, remainder) = wide.divided(by: divisor)
        #expect(UInt128(remainder) == expected.remainder, "\(exact) / \(divisor)")
        #expect(quotient.clamped == UInt64(clamping: expected.quotient), "\(exact) / \(divisor)")
        (wide, exact) = (quotient, expected.quotient)
      }
    }
  }

  @Test("random durations are added, subtracted, rounded and clamped exactly")
  func durations() {
    var random = SeededGenerator(for: "wide durations")
    for _ in 0..<repetitions(100_000) {
      let (left, right) = (random.extremeDuration(), random.extremeDuration())
      let (exact, other) = (left.attoseconds, right.attoseconds)
      let sum = exact.addingReportingOverflow(other)
      let difference = exact.subtractingReportingOverflow(other)
      let expected = [
        sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue,
        difference.overflow ? (other < 0 ? .max : .min) : difference.partialValue,
        Self.rounded(exact, up: true), Self.rounded(exact, up: false),
        min(max(exact, -Self.longest), Self.longest),
      ]
      let results = [
        left.addingSaturated(right), left.subtractingSaturated(right), left.roundedUp,
        left.roundedDown, left.clampedToComponents,
      ]
      #expect(results.map(\.attoseconds) == expected, "\(exact), \(other)")
      let nanosecond: Int128 = 1_000_000_000
      let whole = exact / nanosecond
      let ceiling = exact % nanosecond > 0 ? whole + 1 : whole
      #expect(left.clampedNanoseconds == UInt64(clamping: ceiling), "\(exact)")
      #expect(left.isPositive == (left > .zero), "\(exact)")
      #expect(left.clampedNanosecondsRoundedDown == UInt64(clamping: whole), "\(exact)")
    }
  }

  @Test("random durations are added to moments of both clocks exactly")
  func moments() {
    var random = SeededGenerator(for: "wide moments")
    for _ in 0..<repetitions(100_000) {
      let duration = random.extremeDuration()
      let moment = Moment(nanoseconds: random.extremeUnsigned())
      let up = duration.nanosecondsRoundedUp
      let down = -Duration.zero.subtractingSaturated(duration).nanosecondsRoundedUp
      let steady = Int128(moment.nanoseconds)
      #expect(moment + duration == Moment(nanoseconds: UInt64(clamping: steady + up)))
      #expect(moment - duration == Moment(nanoseconds: UInt64(clamping: steady - down)))
      let wall = WallMoment(timeSince1970: random.extremeDuration())
      let since1970 = wall.nanosecondsSince1970
      #expect((wall + duration).nanosecondsSince1970 == Self.clamped(since1970 + up))
      #expect((wall - duration).nanosecondsSince1970 == Self.clamped(since1970 - down))
      let (seconds, nanoseconds) = wall.secondsAndNanoseconds
      #expect(Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) == since1970)
      #expect((0..<1_000_000_000).contains(nanoseconds))
    }
  }

  private static let longest = Int128(Int64.max) * 1_000_000_000_000_000_000

  private static func rounded(_ attoseconds: Int128, up: Bool) -> Int128 {
    let clamped = min(max(attoseconds, -longest), longest)
    let rest = clamped % 1_000_000_000
    let down = rest < 0 ? clamped - rest - 1_000_000_000 : clamped - rest
    return up && rest != 0 ? down + 1_000_000_000 : down
  }

  private static func clamped(_ nanoseconds: Int128) -> Int128 {
    min(max(nanoseconds, -longest / 1_000_000_000), longest / 1_000_000_000)
  }
}
