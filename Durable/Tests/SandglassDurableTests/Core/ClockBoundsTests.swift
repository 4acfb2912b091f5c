import SandglassCore
import SandglassDurable
import SandglassTestSupport
import Testing

struct ClockBoundsTests {
  private static let start = Moment(nanoseconds: 1_800_000_000_000_000_000)

  /// Whatever the delays are, and although the clocks run at different rates, the server's clock is never taken to show
  /// more than it does. It is set now and then, and the next answer tells.
  @Test(.random)
  func neverTooLate() throws {
    var seeds = SeededGenerator(for: "ClockBoundsTests.neverTooLate")
    for _ in 0..<repetitions(2_000, atLeast: 100) {
      let seed = seeds.next()
      var random = SeededGenerator(seed: seed)
      var bounds = ClockBounds()
      try #require(bounds.earliest(at: Self.start) == nil)
      // Nanoseconds since the start: of the steady clock here, and of the server.
      var (here, server) = (0, random.number(0...1_000_000_000_000))
      func pass(_ time: Int, _ rate: Int) -> Int { time + time / 1_000_000 * rate }
      let rate = random.number(0...98) - 49
      for _ in 0..<20 {
        let asked = here
        let (there, back) = (random.number(0...5_000_000), random.number(0...5_000_000))
        here += there
        server += pass(there, rate)
        let reading = server
        here += back
        server += pass(back, rate)
        bounds.learn(
          Self.start + .nanoseconds(reading / 1_000 * 1_000), resolution: .microseconds(1),
          asked: Self.start + .nanoseconds(asked), answered: Self.start + .nanoseconds(here))
        for _ in 0..<3 {
          let value = try #require(bounds.earliest(at: Self.start + .nanoseconds(here)))
          let truth = Self.start + .nanoseconds(server)
          try #require(value <= truth, "seed \(seed)")
          try #require(truth - value < .milliseconds(11), "seed \(seed)")
          let time = random.number(0...5_000_000_000)
          here += time
          server += pass(time, rate)
        }
        guard random.once(in: 8) else { continue }
        let other = random.number(0...2_000_000_000_000)
        // A clock that is set by less than the bounds are wide goes unnoticed.
        if abs(other - server) > 20_000_000 { server = other }
      }
    }
  }
}
