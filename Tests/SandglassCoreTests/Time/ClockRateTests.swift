import SandglassCore
import SandglassTestSupport
import Testing

@Suite("ClockRate: a clock at a rate of another one")
struct ClockRateTests {
  private func moment(_ nanoseconds: UInt64) -> Moment { Moment(nanoseconds: nanoseconds) }

  @Test("twice as fast, half as fast, and paused")
  func rates() {
    var clock = ClockRate(2, at: moment(100))
    #expect(clock.moment(at: moment(150)) == moment(200))
    #expect(clock.other(at: moment(201)) == moment(151))
    clock.setRate(0.5, at: moment(150))
    #expect(clock.moment(at: moment(151)) == moment(200))
    #expect(clock.other(at: moment(201)) == moment(152))
    clock.setRate(0, at: moment(160))
    #expect(clock.moment(at: .distantFuture) == moment(205))
    #expect(clock.other(at: moment(205)) == moment(160) && clock.other(at: moment(206)) == nil)
    #expect(clock.rate == 0)
  }

  @Test("rates that make no sense", arguments: [-1, -0.0, -Double.infinity, Double.nan, 0])
  func nonsense(rate: Double) {
    let clock = ClockRate(rate, at: moment(7))
    #expect(clock.rate == 0 && clock.moment(at: moment(99)) == moment(7))
  }

  @Test("the largest and the smallest rate, and the ends of the clocks")
  func extremes() {
    let fastest = ClockRate(.infinity, at: moment(0))
    #expect(fastest.rate == 1_000_000 && fastest.moment(at: moment(3)) == moment(3_000_000))
    #expect(fastest.moment(at: .distantFuture) == .distantFuture)
    let slowest = ClockRate(.leastNonzeroMagnitude, at: moment(5))
    #expect(slowest.other(at: moment(6)) == moment(5 + 1 << 32))
    #expect(slowest.other(at: moment(.max - 1)) == nil)
    #expect(ClockRate(1, at: moment(5)).other(at: .distantFuture) == nil)
    #expect(ClockRate(1, at: moment(5)).other(at: .origin) == moment(5))
  }

  @Test("random rates and moments: exact, never early, and never backwards", .random)
  func random() {
    var random = SeededGenerator(for: "clock rates at random")
    for step in 0..<repetitions(20_000) {
      var now = random.nextOfAnySize(bits: 0...50)
      var rate = min(1_000_000, Double(random.nextOfAnySize(bits: 0...36)) / 65_536)
      var clock = ClockRate(rate, at: moment(now))
      var (changed, start) = (Int128(now), Int128(now))
      for _ in 0..<20 {
        now += random.nextOfAnySize(bits: 0...48)
        let plain = start + ((Int128(now) - changed) * Int128(rate * 4_294_967_296)) >> 32
        let shown = clock.moment(at: moment(now))
        var isRight = Int128(shown.nanoseconds) == min(plain, Int128(UInt64.max))
        let goal = shown.advanced(by: .nanoseconds(Int64(random.nextOfAnySize(bits: 0...40))))
        if let other = clock.other(at: goal), other < .distantFuture, goal < .distantFuture {
          isRight = isRight && clock.moment(at: other) >= goal
          if other.nanoseconds > changed {
            isRight = isRight && clock.moment(at: moment(other.nanoseconds - 1)) < goal
          }
        }
        guard isRight else {
          Issue.record(
            "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(step): \(clock) at \(now)")
          return
        }
        if random.once(in: 3) {
          rate = min(1_000_000, Double(random.nextOfAnySize(bits: 0...36)) / 65_536)
          clock.setRate(rate, at: moment(now))
          (changed, start) = (Int128(now), Int128(shown.nanoseconds))
          guard clock.moment(at: moment(now)) == shown else {
            Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(step): backwards")
            return
          }
        }
      }
    }
  }
}
