import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Backoff: the waits between attempts")
struct BackoffTests {
  private func delays(_ backoff: Backoff, random: UInt64 = 0) -> [Duration] {
    (1...5).map { backoff.delay(after: $0, random: random) }
  }

  @Test("exponential: each wait is twice the former, up to the longest")
  func exponential() {
    let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(6), jitter: .none)
    #expect(delays(backoff) == [1, 2, 4, 6, 6].map { .seconds($0) })
    #expect(delays(backoff, random: .max) == delays(backoff))
  }

  @Test("exponential by another factor; one that is less than one, or no number, counts as one")
  func factor() {
    let slower = Backoff.exponential(
      from: .seconds(4), upTo: .seconds(12), factor: 1.5, jitter: .none)
    #expect(delays(slower) == [4, 6, 9, 12, 12].map { .seconds($0) })
    for factor in [0.5, 0, -3, -.infinity, .nan, 1] {
      let same = Backoff.exponential(from: .seconds(1), factor: factor, jitter: .none)
      #expect(delays(same) == Array(repeating: .seconds(1), count: 5))
      #expect(same.delay(after: .max, random: 0) == .seconds(1))
    }
    let jump = Backoff.exponential(from: .nanoseconds(1), factor: .infinity, jitter: .none)
    #expect(delays(jump)[0...1] == [.nanoseconds(1), .seconds(30)])
  }

  @Test("constant: all waits are the same")
  func constant() {
    #expect(delays(.constant(.seconds(3))) == Array(repeating: .seconds(3), count: 5))
  }

  @Test("jitter: from nothing or half of the wait to all of it")
  func jitter() {
    let full = Backoff.exponential(from: .seconds(1), upTo: .seconds(4), jitter: .full)
    #expect(delays(full, random: 0) == Array(repeating: .zero, count: 5))
    #expect(delays(full, random: .max) == [1, 2, 4, 4, 4].map { .seconds($0) })
    #expect(delays(full, random: 1 << 63)[1] == .seconds(1))
    let half = Backoff.constant(.seconds(2), jitter: .half)
    #expect(delays(half, random: 0)[0] == .seconds(2))
    #expect(delays(half, random: .max)[0] == .seconds(1))
  }

  @Test("waits of zero or less, centuries, and any number of failures")
  func extremes() {
    let most = Moment.distantFuture - .origin
    #expect(Backoff.constant(.seconds(-1), jitter: .full).delay(after: 3, random: .max) == .zero)
    #expect(Backoff.exponential(from: .zero).delay(after: .max, random: .max) == .zero)
    let centuries = Backoff.exponential(from: .nanoseconds(1), upTo: .seconds(Int64.max))
    #expect(centuries.delay(after: .max, random: .max) == most)
    #expect(centuries.delay(after: .min, random: .max) == .nanoseconds(1))
    #expect(
      Backoff.exponential(from: .seconds(9), upTo: .seconds(2)).delay(after: 1, random: .max)
        == .seconds(2))
  }

  @Test("random back-offs give the waits of one that grows step by step", .random)
  func random() {
    var random = SeededGenerator(for: "back-offs at random")
    for step in 0..<repetitions(100_000) {
      let first = Duration.nanoseconds(Int64(clamping: random.nextOfAnySize(bits: 0...63)))
      let longest = Duration.nanoseconds(Int64(clamping: random.nextOfAnySize(bits: 0...63)))
      let failures = random.number(1...80)
      let factor: Double = [1, 1.25, 2, 10, 1e100].randomElement(using: &random) ?? 2
      var length = first / .nanoseconds(1)
      for _ in 1..<failures { length *= factor }
      let full = length < longest / .nanoseconds(1) ? Duration.nanoseconds(length) : longest
      // Numbers with a fraction are rounded in other places.
      let inexact = Duration.nanoseconds(1) + full / 1_000_000_000_000
      for jitter in Backoff.Jitter.allCases {
        let backoff = Backoff.exponential(
          from: first, upTo: longest, factor: factor, jitter: jitter)
        let delay = backoff.delay(after: failures, random: random.next())
        let least: Duration =
          switch jitter {
          case .none: full
          case .half: full / 2
          case .full: .zero
          }
        guard least - inexact <= delay, delay <= full + inexact else {
          Issue.record(
            "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(step): \(backoff) \(delay)")
          return
        }
      }
    }
  }
}
