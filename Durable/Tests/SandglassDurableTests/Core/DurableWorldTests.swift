import SandglassCore
import SandglassDurable
import SandglassTestSupport
import Testing

/// The engine's decisions in a world where everything races, is delayed, fails and is killed, against a naive model.
struct DurableWorldTests {
  @Test(.random)
  func world() throws {
    var seeds = SeededGenerator(for: "DurableWorldTests.world")
    for _ in 0..<repetitions(20_000, atLeast: 500) {
      var world = DurableWorld(seed: seeds.next())
      for _ in 0..<60 { try world.step() }
      try world.finish()
    }
  }
}
