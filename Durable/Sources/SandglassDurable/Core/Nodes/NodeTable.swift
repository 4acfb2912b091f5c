package import SandglassCore

/// The nodes and the shards as a node sees them in the transaction in which it renews its lease. A pure value.
///
/// A node is alive until its lease ends. Its lease is for all its shards. Whoever takes a shard or gives one back counts
/// the shard's epoch up, and does so only if the epoch is still the one that it has seen. So of two nodes that take the
/// same shard, one does. A node that was frozen beyond its lease finds that its shards have other owners.
package struct NodeTable: Sendable, Hashable {
  package struct Shard: Sendable, Hashable {
    package let number: Int
    package let epoch: Int64

    /// The node that runs the shard; nil if none does.
    package let owner: String?

    package init(number: Int, epoch: Int64, owner: String?) {
      (self.number, self.epoch, self.owner) = (number, epoch, owner)
    }
  }

  /// What a node changes.
  package struct Plan: Sendable, Hashable {
    package var take: [Shard] = []
    package var release: [Shard] = []
  }

  /// When the lease of each node ends.
  package let nodes: [String: Moment]

  package let shards: [Shard]

  package init(nodes: [String: Moment], shards: [Shard]) {
    (self.nodes, self.shards) = (nodes, shards)
  }

  /// The nodes that are alive, in a fixed order.
  private func alive(with node: String, at now: Moment) -> [String] {
    nodes.filter { $0.key == node || $0.value > now }.keys.sorted()
  }

  /// Returns how many shards a node should have. The numbers of all nodes differ by at most one.
  package func part(of node: String, at now: Moment) -> Int {
    let alive = alive(with: node, at: now)
    let rank = alive.firstIndex(of: node) ?? 0
    let (whole, rest) = shards.count.quotientAndRemainder(dividingBy: Swift.max(1, alive.count))
    return whole + (rank < rest ? 1 : 0)
  }

  /// Returns the shards that a node should take or give back, so that it has its part.
  package func plan(for node: String, at now: Moment) -> Plan {
    let alive = alive(with: node, at: now)
    let part = part(of: node, at: now)
    let own = shards.filter { $0.owner == node }
    if own.count >= part { return Plan(release: Array(own.suffix(own.count - part))) }
    let free = shards.filter { shard in shard.owner.map { !alive.contains($0) } ?? true }
    // Nodes that take shards at the same time begin at different ones.
    let start = free.isEmpty ? 0 : (alive.firstIndex(of: node) ?? 0) * free.count / alive.count
    return Plan(take: Array((free[start...] + free[..<start]).prefix(part - own.count)))
  }

  /// Returns when a node must look again: when its lease has to be renewed, when the lease of another node ends, and
  /// soon if it has fewer shards than it should.
  package func nextLook(of node: String, holding count: Int, lease: Duration, at now: Moment)
    -> Moment
  {
    let others = nodes.filter { $0.key != node && $0.value > now }.values.min()
    let wait = count < part(of: node, at: now) ? lease / 40 : lease / 3
    return Swift.min(now + wait, others ?? .distantFuture)
  }
}
