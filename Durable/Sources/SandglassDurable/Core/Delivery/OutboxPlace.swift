/// A place in the outbox: in each shard, the events up to a number.
package struct OutboxPlace: Sendable, Hashable {
  private var numbers: [Int: Int64] = [:]

  package init() {}

  package subscript(shard: Int) -> Int64 { numbers[shard, default: 0] }

  /// The number up to which events have been read, where they are read in the order of all shards.
  package var last: Int64 { numbers.values.max() ?? 0 }

  package mutating func pass(_ ticket: EventTicket) {
    let shard = Shards.shard(of: ticket.countdown)
    numbers[shard] = Swift.max(self[shard], ticket.number)
  }

  /// Returns to the beginning of a shard.
  package mutating func forget(_ shard: Int) { numbers[shard] = nil }
}
