import SandglassCore
import SandglassDurable
import SandglassTestSupport
import Testing

/// Nodes that join, die, freeze and leave, on one table of shards.
struct NodeTableTests {
  private static let lease = Duration.seconds(10)

  private struct Node {
    var nextLook: Moment
    var isFrozen = false
  }

  private struct World {
    var random: SeededGenerator
    var now = Moment(nanoseconds: 1_800_000_000_000_000_000)
    var nodes: [String: Node] = [:]
    var leases: [String: Moment] = [:]
    var shards = (0..<Shards.count).map { NodeTable.Shard(number: $0, epoch: 0, owner: nil) }

    var table: NodeTable { NodeTable(nodes: leases, shards: shards) }

    mutating func move(_ seen: NodeTable.Shard, to owner: String?) -> Bool {
      guard shards[seen.number].epoch == seen.epoch else { return false }
      shards[seen.number] = NodeTable.Shard(
        number: seen.number, epoch: seen.epoch + 1, owner: owner)
      return true
    }

    /// A node renews its lease. It may decide on a table that others change in the meantime.
    mutating func look(_ name: String) {
      leases[name] = now + NodeTableTests.lease
      let seen = table
      if random.once(in: 4), let other = nodes.keys.sorted().first(where: { $0 != name }),
        nodes[other]?.isFrozen == false
      {
        look(other, on: table)
      }
      look(name, on: seen)
    }

    mutating func look(_ name: String, on seen: NodeTable) {
      leases[name] = now + NodeTableTests.lease
      let plan = seen.plan(for: name, at: now)
      for shard in plan.release { _ = move(shard, to: nil) }
      for shard in plan.take { _ = move(shard, to: name) }
      let count = shards.count { $0.owner == name }
      nodes[name]?.nextLook = seen.nextLook(
        of: name, holding: count, lease: NodeTableTests.lease, at: now)
    }

    mutating func lookWhereDue() {
      for name in nodes.keys.sorted() {
        if let node = nodes[name], !node.isFrozen, node.nextLook <= now { look(name) }
      }
    }

    mutating func pass() {
      now = now + .milliseconds(250)
      lookWhereDue()
    }

    mutating func disturb(_ number: Int) {
      let names = nodes.keys.sorted()
      let some = names.isEmpty ? nil : names[random.number(0...names.count - 1)]
      switch random.number(0...4) {
      case 0, 1: nodes["\(number)"] = Node(nextLook: now)
      case 2: if let some { nodes[some] = nil }
      case 3: if let some { nodes[some]?.isFrozen.toggle() }
      default:
        guard let some, nodes.removeValue(forKey: some) != nil else { return }
        for shard in shards where shard.owner == some { _ = move(shard, to: nil) }
        leases[some] = nil
      }
    }

    var alive: [String] { nodes.filter { !$0.value.isFrozen }.keys.sorted() }
  }

  /// Whatever happens, the nodes that are left have equal parts of all shards within the lease and a second. A change of
  /// owners counts the epoch up, so that what a node knew before is refused.
  @Test(.random)
  func shardsAreTakenOver() throws {
    var seeds = SeededGenerator(for: "NodeTableTests.shardsAreTakenOver")
    for _ in 0..<repetitions(2_000, atLeast: 50) {
      let seed = seeds.next()
      var world = World(random: SeededGenerator(seed: seed))
      for number in 0..<12 {
        world.disturb(number)
        for _ in 0..<world.random.number(0...60) {
          let before = world.shards
          world.pass()
          for (old, new) in zip(before, world.shards) where old.owner != new.owner {
            try #require(new.epoch > old.epoch, "seed \(seed)")
          }
        }
      }
      if world.alive.isEmpty { continue }
      // What is left of the leases of dead and frozen nodes ends, and whoever has too much gives it back.
      for _ in 0..<44 { world.pass() }
      let alive = world.alive
      for shard in world.shards {
        try #require(alive.contains(shard.owner ?? ""), "seed \(seed): \(shard) has no owner")
      }
      for _ in 0..<20 { world.pass() }
      let parts = alive.map { name in world.shards.count { $0.owner == name } }
      let spread = (parts.max() ?? 0) - (parts.min() ?? 0)
      try #require(spread <= 1, "seed \(seed): \(parts)")
    }
  }

  @Test
  func oneNodeHasEverything() {
    let now = Moment(nanoseconds: 1_800_000_000_000_000_000)
    let shards = (0..<Shards.count).map { NodeTable.Shard(number: $0, epoch: 3, owner: "old") }
    let table = NodeTable(nodes: ["old": now, "a": now + Self.lease], shards: shards)
    #expect(table.plan(for: "a", at: now).take.count == Shards.count)
    // A node that finds its lease ended, but nothing taken, keeps what it has.
    #expect(table.plan(for: "old", at: now).take.isEmpty)
    #expect(table.part(of: "old", at: now) == Shards.count / 2)
  }
}
