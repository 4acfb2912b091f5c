/// A place in the outbox: in each shard, the events up to a number.
package struct OutboxPlace: Sendable, Hashable {
  private var numbers: [Int: Int64] = [:]

  package init() {}

  package subscript(shard: Int) -> Int64 { numbers[shard, default: 0] }

  /// The number up to which events have been read, where they are read in the order of all shards.
  package var last: Int64 { numbers.values.max() ?? 0 }

  package mutating func pass(_ ticket: EventTicket) { pass(ticket.number, of: ticket.countdown) }

  package mutating func pass(_ number: Int64, of countdown: Int64) {
    let shard = Shards.shard(of: countdown)
    numbers[shard] = Swift.max(self[shard], number)
  }

  /// Returns to the beginning of a shard.
  package mutating func forget(_ shard: Int) { numbers[shard] = nil }
}

/// Events that were read.
package struct OutboxPage: Sendable {
  package private(set) var events: [DurableEvent] = []

  /// What is wrong with each event that cannot be read.
  package private(set) var faults: [DamagedRow] = []

  /// The places of all of them, readable or not.
  package private(set) var places: [(number: Int64, countdown: Int64)] = []

  package init() {}

  /// Adds an event. If `read` throws, it is added to the faults, and the others are read all the same.
  package mutating func add(
    number: Int64, of countdown: Int64, _ read: () throws -> DurableEvent
  ) {
    places.append((number, countdown))
    do {
      events.append(try read())
    } catch {
      faults.append(DamagedRow(number: number, text: "\(error)"))
    }
  }
}
