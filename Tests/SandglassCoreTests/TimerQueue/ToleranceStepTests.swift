@testable import SandglassCore
import SandglassTestSupport
import Testing

@Suite("ToleranceStep: tolerances are rounded down")
struct ToleranceStepTests {
  private static let steps = [
    0, 1, 2, 5, 10, 17, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000,
  ]

  @Test(
    "a step maps to itself, and every tolerance below the next step maps to it",
    arguments: steps.indices)
  func roundsDown(index: Int) {
    let step = Duration.milliseconds(Self.steps[index])
    #expect(ToleranceStep.step(within: step) == step)
    #expect(ToleranceStep.step(within: step + Duration(attoseconds: 1)) == step)
    if index + 1 < Self.steps.count {
      let next = Duration.milliseconds(Self.steps[index + 1])
      #expect(ToleranceStep.step(within: next - Duration(attoseconds: 1)) == step)
    }
  }

  @Test("longer tolerances map to the greatest step, and negative ones count as zero")
  func ends() {
    #expect(ToleranceStep.step(within: .seconds(3600)) == .seconds(60))
    #expect(ToleranceStep.step(within: Duration(attoseconds: .max)) == .seconds(60))
    #expect(ToleranceStep.step(within: .seconds(-1)) == .zero)
    #expect(ToleranceStep.step(within: Duration(attoseconds: .min)) == .zero)
  }

  @Test("Law 9: a step never exceeds the tolerance from which it was rounded")
  func neverMore() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<10_000 {
      let tolerance = Duration.nanoseconds(Int64.random(in: 0...100_000_000_000, using: &random))
      #expect(ToleranceStep.step(within: tolerance) <= tolerance)
    }
  }
}

extension ToleranceStep {
  /// The greatest step within a tolerance, as a duration.
  static func step(within tolerance: Duration) -> Duration {
    .nanoseconds(Int64(ToleranceStep(within: tolerance).nanoseconds))
  }
}
