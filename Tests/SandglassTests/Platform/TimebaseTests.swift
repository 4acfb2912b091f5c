@testable import Sandglass
import SandglassTestSupport
import Testing

@Suite("Timebase: ticks that are not nanoseconds")
struct TimebaseTests {
  @Test("the tick for an instant is never before it, and less than a tick after it", .random)
  func reaching() {
    var random = SeededGenerator(for: "Timebase")
    // A Mac with Intel's processor, Apple's own processors, and a ratio of large numbers.
    let ratios: [(UInt32, UInt32)] = [(1, 1), (125, 3), (1_000_000_000, 24_000_001)]
    for (numerator, denominator) in ratios {
      let timebase = Timebase(numerator: numerator, denominator: denominator)
      for _ in 0..<repetitions(100_000) {
        let nanoseconds = random.nextOfAnySize(bits: 0...62)
        let ticks = UInt128(timebase.ticks(reaching: nanoseconds))
        let reached = ticks * UInt128(numerator)
        let wanted = UInt128(nanoseconds) * UInt128(denominator)
        guard reached >= wanted, ticks == 0 || reached - wanted < UInt128(numerator) else {
          Issue.record("\(nanoseconds) ns are \(ticks) ticks of \(numerator)/\(denominator)")
          return
        }
        let within = UInt128(timebase.ticks(within: nanoseconds))
        guard within * UInt128(numerator) <= wanted, ticks - within <= 1 else {
          Issue.record("\(nanoseconds) ns last \(within) ticks of \(numerator)/\(denominator)")
          return
        }
      }
    }
  }

  @Test("instants beyond the last tick have no tick")
  func saturates() {
    let slow = Timebase(numerator: 1, denominator: 3)
    #expect(slow.ticks(reaching: .max) == .max)
    #expect(slow.ticks(within: .max) == .max)
    #expect(Timebase(numerator: 125, denominator: 3).ticks(reaching: 0) == 0)
    #expect(Timebase(numerator: 125, denominator: 3).ticks(reaching: 1) == 1)
    #expect(Timebase(numerator: 125, denominator: 3).ticks(within: 41) == 0)
    #expect(Timebase(numerator: 125, denominator: 3).ticks(within: 42) == 1)
  }

  #if os(macOS) || os(Linux)
    @Test("a timebase of zero is rejected", .programs)
    func zero() async {
      await #expect(processExitsWith: .failure) { _ = Timebase(numerator: 0, denominator: 1) }
      await #expect(processExitsWith: .failure) { _ = Timebase(numerator: 1, denominator: 0) }
    }
  #endif
}
