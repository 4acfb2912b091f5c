/// The parts into which countdowns and their events are divided, so that each is run by one of several nodes.
package enum Shards {
  /// How many there are, whatever the number of nodes: a power of two.
  package static let count = 16

  /// The bits of a number that tell its shard.
  package static let mask = Int64(count - 1)

  package static let all = Set(0..<count)

  /// Returns the shard of the countdown with a number.
  package static func shard(of number: Int64) -> Int { Int(number & mask) }
}

/// The shards that a node runs, each with the epoch in which the node has taken it.
package typealias HeldShards = [Int: Int64]

extension HeldShards {
  /// What a store holds that no other node runs.
  package static let everything = HeldShards(
    uniqueKeysWithValues: Shards.all.map { ($0, Int64(0)) })
}
