@testable import SandglassCore
import SandglassTestSupport
import Testing

@Suite(
  "Laws 3, 11, 12: each event is delivered once, whatever happens to the processes of a record",
  .random)
struct KeepingExplorationTests {
  /// The number of worlds of each setup at full size.
  private static let limit = 100_000

  @Test(arguments: KeepingSetups.all.indices)
  func explored(_ number: Int) {
    let setup = KeepingSetups.all[number]
    let result = KeepingExplorer(setup: setup).explore(atMost: max(400, repetitions(Self.limit)))
    #expect(
      result.violation == nil,
      "\(setup.name): \(result.violation ?? ""), after \(result.steps.joined(separator: ", "))")
    #expect(result.worlds > 300)
  }
}
