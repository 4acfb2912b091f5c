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

  /// Takes out a numbered call that still waits in the outbox of a queue; false if it does not.
  mutating func takeCall(at place: Outbox.Place, for identity: ObjectIdentifier) -> Bool {
    select(identity)
    return latest.takeCall(at: place)
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

/// The callbacks that wait for one queue, in the order in which they were told.
///
/// Many that are due together cost one hop. While one hop delivers, further callbacks wait for
/// the next: callbacks of one queue never nest and never overtake each other. A reading that waits behind
/// a busy queue gives way to the next one for its receiver, which counts it as missed. So the readings that
/// wait are no more than there are receivers; ends and milestones are never merged, dropped or reordered.
///
/// A numbered call gives way as well: it is taken out, and the next one for its receiver comes behind all others. What is taken
/// out leaves an empty place; once most places are empty, the others move together.
struct Outbox {
  /// One callback on its way.
  enum Delivery: Sendable {
    /// A countdown's reading, for a closure that may be gone when it arrives. Readings are by far the
    /// most that is told, and so travel without a closure of their own.
    ///
    /// The receiver comes first: that is where its memory is fetched by.
    case reading(to: ReadingReceiver, Reading, at: Moment, version: Int)

    case call(@Sendable () -> Void)

    /// The call of that number, for whoever knows whether it is still wanted.
    case numberedCall(to: any CallReceiver, UInt64)

    /// It has been taken out.
    case nothing

    /// Delivers it, on the queue.
    func perform() {
      switch self {
      case .reading(let binding, let reading, let moment, let version):
        binding.deliver(reading, from: moment, version: version)
      case .call(let action):
        action()
      case .numberedCall(let receiver, let number):
        receiver.deliver(number)
      case .nothing:
        break
      }
    }
  }

  /// Where a callback waits: in which batch, and at which position there.
  struct Place {
    fileprivate let batch: UInt64
    fileprivate let position: Int
  }

  private var waiting: [Delivery] = []

  /// How many of these places are empty.
  private var emptyPlaces = 0

  /// Whether the queue is hopped to, or calls what was taken.
  private(set) var isOnItsWay = false

  /// The number of what waits now, as no other batch of any queue has it.
  private var batch: UInt64

  /// How many are likely to wait for a hop: as many as for the last one.
  private var expected = 0

  /// Makes an empty outbox, whose first batch has that number.
  init(batch: UInt64) {
    self.batch = batch
  }

  /// How many callbacks wait.
  var count: Int { waiting.count - emptyPlaces }

  /// How many places there are, empty ones included.
  var placeCount: Int { waiting.count }

  /// Adds a callback and says where it waits.
  @inline(__always)
  mutating func add(_ delivery: consuming Delivery) -> Place {
    // It is cheaper to make room once than to grow.
    if waiting.isEmpty, expected > 16 { waiting.reserveCapacity(expected) }
    waiting.append(delivery)
    return Place(batch: batch, position: waiting.count - 1)
  }

  /// Puts a reading in the place of one of the same version that still waits; false if there is none.
  mutating func replaceReading(
    at place: Place, by reading: Reading, at moment: Moment, version: Int
  ) -> Bool {
    guard place.batch == batch,
      case .reading(let binding, let untaken, _, let itsVersion) = waiting[place.position],
      itsVersion == version
    else { return false }
    waiting[place.position] = .reading(
      to: binding, reading.replacing(untaken), at: moment, version: version)
    return true
  }

  /// Takes out a reading that still waits, and answers it if it is of that version and so is still wanted.
  mutating func takeReading(at place: Place, version: Int) -> Reading? {
    guard place.batch == batch,
      case .reading(_, let untaken, _, let itsVersion) = waiting[place.position]
    else { return nil }
    empty(place.position)
    return itsVersion == version ? untaken : nil
  }

  /// Takes out a numbered call that still waits; false if it was taken with a hop.
  mutating func takeCall(at place: Place) -> Bool {
    guard place.batch == batch else { return false }
    empty(place.position)
    return true
  }

  private mutating func empty(_ position: Int) {
    if position == waiting.count - 1 {
      waiting.removeLast()
      return
    }
    waiting[position] = .nothing
    emptyPlaces += 1
    if emptyPlaces > 32, emptyPlaces > waiting.count / 2 { moveTogether() }
  }

  /// Leaves no empty places, and tells whoever has to know where it waits now.
  private mutating func moveTogether() {
    waiting.removeAll { if case .nothing = $0 { true } else { false } }
    emptyPlaces = 0
    for (position, delivery) in waiting.enumerated() {
      let place = Place(batch: batch, position: position)
      switch delivery {
      case .reading(let receiver, _, at: _, version: _): receiver.noteMoved(to: place)
      case .numberedCall(let receiver, _): receiver.noteMoved(to: place)
      case .call, .nothing: break
      }
    }
  }

  /// Whether the queue must be hopped to now: something waits, and no hop is on its way.
  mutating func setOut() -> Bool {
    guard !isOnItsWay, !waiting.isEmpty else { return false }
    isOnItsWay = true
    return true
  }

  /// Takes all that waits, to be called on the queue now; the next batch has the number given.
  mutating func take(nextBatch: UInt64) -> [Delivery] {
    batch = nextBatch
    expected = waiting.count
    emptyPlaces = 0
    defer { waiting = [] }
    return waiting
  }

  /// Has the processor fetch what is needed soon, while the delivery at `index` is made.
  ///
  /// A million receivers lie all over the memory. The first word of a reading on its way leads to its receiver;
  /// that of a closure leads elsewhere.
  static func fetch(after index: Int, of deliveries: UnsafeBufferPointer<Delivery>) {
    let next = index + 16
    guard Processor.canPrefetch, next < deliveries.count, let first = deliveries.baseAddress else {
      return
    }
    Processor.prefetchTarget(first + next, lines: 3)
  }

  /// Notes that what was taken has been called.
  mutating func arrive() {
    isOnItsWay = false
  }
}
