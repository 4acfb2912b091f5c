import SandglassCore

/// What waits to be called back, by the queue on which it will be.
struct Outboxes {
  /// The outbox that was used last, and whose it is. It stands apart, since most that is told together goes to
  /// one queue.
  private var latestIdentity: ObjectIdentifier?
  private var latest = Outbox(batch: 0)

  /// Those of other queues that are on their way.
  private var others: [ObjectIdentifier: Outbox] = [:]

  private var batches: UInt64 = 0

  /// How many callbacks wait in all.
  var count: Int { others.values.reduce(latest.count) { $0 + $1.count } }

  /// Puts a callback into the outbox of the queue with that identity, and answers where it waits and
  /// whether the queue must be hopped to.
  @inline(__always)
  mutating func add(
    _ delivery: consuming Outbox.Delivery, for identity: ObjectIdentifier
  ) -> (place: Outbox.Place, mustHop: Bool) {
    select(identity)
    let place = latest.add(delivery)
    return (place, latest.setOut())
  }

  /// Puts a reading in the place of one of the same version that still waits in the outbox of a queue; false if
  /// there is none.
  mutating func replaceReading(
    at place: Outbox.Place, for identity: ObjectIdentifier, by reading: Reading,
    at moment: Moment, version: Int
  ) -> Bool {
    select(identity)
    return latest.replaceReading(at: place, by: reading, at: moment, version: version)
  }

  /// Takes out a reading that still waits in the outbox of a queue, and answers it if it is of that version.
  mutating func takeReading(
    at place: Outbox.Place, for identity: ObjectIdentifier, version: Int
  ) -> Reading? {
    select(identity)
    return latest.takeReading(at: place, version: version)
  }

  /// Takes the callbacks of one hop.
  mutating func take(for identity: ObjectIdentifier) -> [Outbox.Delivery] {
    select(identity)
    return latest.take(nextBatch: nextBatch())
  }

  /// Notes that the callbacks of one hop have been called, and answers whether the queue must be hopped to again.
  mutating func arrive(at identity: ObjectIdentifier) -> Bool {
    select(identity)
    latest.arrive()
    return latest.setOut()
  }

  private mutating func select(_ wanted: ObjectIdentifier) {
    if latestIdentity != wanted { replaceLatest(by: wanted) }
  }

  @inline(never)
  private mutating func replaceLatest(by wanted: ObjectIdentifier) {
    // One that is not on its way is empty: a queue that is gone leaves nothing behind.
    if let latestIdentity, latest.isOnItsWay { others[latestIdentity] = latest }
    latest = others.removeValue(forKey: wanted) ?? Outbox(batch: nextBatch())
    latestIdentity = wanted
  }

  private mutating func nextBatch() -> UInt64 {
    batches += 1
    return batches
  }
}
