import SandglassCore

/// The callbacks that are waiting to be called, grouped by their queue.
struct Outboxes {
  /// The most recently used outbox, and the identity of its queue. It is stored separately, because callbacks that are
  /// added together mostly go to the same queue.
  private var latestIdentity: ObjectIdentifier?
  private var latest = Outbox(batch: 0)

  /// The outboxes of other queues that have a hop in progress.
  private var others: [ObjectIdentifier: Outbox] = [:]

  private var batches: UInt64 = 0

  /// The number of waiting callbacks in all outboxes.
  var count: Int { others.values.reduce(latest.count) { $0 + $1.count } }

  /// Adds a callback to the outbox of the queue with the given identity. Returns its place, and whether the queue needs
  /// a hop.
  @inline(__always)
  mutating func add(
    _ delivery: consuming Outbox.Delivery, for identity: ObjectIdentifier
  ) -> (place: Outbox.Place, mustHop: Bool) {
    select(identity)
    let place = latest.add(delivery)
    return (place, latest.setOut())
  }

  /// Replaces a reading of the same version that is still waiting in a queue's outbox. Returns false if there is none.
  mutating func replaceReading(
    at place: Outbox.Place, for identity: ObjectIdentifier, by reading: Reading,
    at moment: Moment, version: Int
  ) -> Bool {
    select(identity)
    return latest.replaceReading(at: place, by: reading, at: moment, version: version)
  }

  /// Removes a reading that is still waiting in a queue's outbox, and returns it if it has the given version.
  mutating func takeReading(
    at place: Outbox.Place, for identity: ObjectIdentifier, version: Int
  ) -> Reading? {
    select(identity)
    return latest.takeReading(at: place, version: version)
  }

  /// Removes a numbered call that is still waiting in a queue's outbox. Returns false if no call is waiting at `place`.
  mutating func takeCall(at place: Outbox.Place, for identity: ObjectIdentifier) -> Bool {
    select(identity)
    return latest.takeCall(at: place)
  }

  /// Takes the callbacks for one hop.
  mutating func take(for identity: ObjectIdentifier) -> [Outbox.Delivery] {
    select(identity)
    return latest.take(nextBatch: nextBatch())
  }

  /// Notes that the callbacks of one hop have been called. Returns whether the queue needs another hop.
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
    // An outbox without a hop in progress is empty and need not be kept, so no outbox outlives its queue.
    if let latestIdentity, latest.isOnItsWay { others[latestIdentity] = latest }
    latest = others.removeValue(forKey: wanted) ?? Outbox(batch: nextBatch())
    latestIdentity = wanted
  }

  private mutating func nextBatch() -> UInt64 {
    batches += 1
    return batches
  }
}

/// The callbacks that are waiting for one queue, in the order in which they were added.
///
/// Any number of callbacks that are due together cost one hop. While the callbacks of one hop are being called, further
/// callbacks wait for the next hop, so the callbacks of a queue never nest and never overtake each other. A reading
/// that is waiting for a busy queue is replaced by the next reading for its receiver, which counts the replaced one as
/// missed. There are therefore never more waiting readings than receivers. Ends and milestones are never merged,
/// dropped or reordered.
///
/// A waiting numbered call (see ``Delivery/numberedCall(to:_:)``) is replaced as well, but not in place. The call is
/// removed, and the next call for its receiver is added at the end. A removed callback leaves an empty place, unless it
/// was the last one. Once most places are empty, the outbox is compacted.
struct Outbox {
  /// A callback that is waiting to be delivered.
  enum Delivery: Sendable {
    /// A countdown's reading, for a closure that may no longer exist when the reading is delivered. Readings are by far
    /// the most frequent callbacks, so they are stored without their own closure.
    ///
    /// The receiver comes first, because the first word is used to prefetch its memory.
    case reading(to: ReadingReceiver, Reading, at: Moment, version: Int)

    case call(@Sendable () -> Void)

    /// The call with the given number. The receiver knows whether the call is still wanted.
    case numberedCall(to: any CallReceiver, UInt64)

    /// The callback has been removed.
    case nothing

    /// Delivers the callback, on the queue.
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

  /// The place of a waiting callback: its batch, and its position in the batch.
  struct Place: Equatable {
    fileprivate let batch: UInt64
    fileprivate let position: Int
  }

  private var waiting: [Delivery] = []

  /// The number of empty places in `waiting`.
  private var emptyPlaces = 0

  /// Whether a hop to the queue is pending, or the queue is calling the callbacks that were taken.
  private(set) var isOnItsWay = false

  /// The number of the current batch, which is waiting. It is unique among the batches of all queues.
  private var batch: UInt64

  /// The expected number of callbacks for the next hop, which is the number for the previous one.
  private var expected = 0

  /// Creates an empty outbox, whose first batch has the given number.
  init(batch: UInt64) {
    self.batch = batch
  }

  /// The number of waiting callbacks.
  var count: Int { waiting.count - emptyPlaces }

  /// The number of places, including empty ones.
  var placeCount: Int { waiting.count }

  /// Adds a callback, and returns its place.
  @inline(__always)
  mutating func add(_ delivery: consuming Delivery) -> Place {
    // Reserving capacity once is cheaper than growing.
    if waiting.isEmpty, expected > 16 { waiting.reserveCapacity(expected) }
    waiting.append(delivery)
    return Place(batch: batch, position: waiting.count - 1)
  }

  /// Replaces a reading of the same version that is still waiting. Returns false if there is none.
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

  /// Removes a reading that is still waiting. Returns it if it has the given version and is therefore still wanted.
  mutating func takeReading(at place: Place, version: Int) -> Reading? {
    guard place.batch == batch,
      case .reading(_, let untaken, _, let itsVersion) = waiting[place.position]
    else { return nil }
    empty(place.position)
    return itsVersion == version ? untaken : nil
  }

  /// Removes a numbered call that is still waiting. Returns false if a hop has taken the call.
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

  /// Removes the empty places, and notifies the receivers of their new places.
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

  /// Begins a hop if callbacks are waiting and no hop is in progress. Returns whether a hop has begun.
  mutating func setOut() -> Bool {
    guard !isOnItsWay, !waiting.isEmpty else { return false }
    isOnItsWay = true
    return true
  }

  /// Takes all waiting callbacks, to be called on the queue. The next batch gets the given number.
  mutating func take(nextBatch: UInt64) -> [Delivery] {
    batch = nextBatch
    expected = waiting.count
    emptyPlaces = 0
    defer { waiting = [] }
    return waiting
  }

  /// Prefetches memory that will soon be needed, while the callback at `index` is being called.
  ///
  /// If there are a million receivers, they are scattered across memory. The first word of a waiting reading points to
  /// its receiver. The first word of a call does not point to a receiver, so prefetching it gains nothing.
  static func fetch(after index: Int, of deliveries: UnsafeBufferPointer<Delivery>) {
    let next = index + 16
    guard Processor.canPrefetch, next < deliveries.count, let first = deliveries.baseAddress else {
      return
    }
    Processor.prefetchTarget(first + next, lines: 3)
  }

  /// Notes that the callbacks that were taken have been called.
  mutating func arrive() {
    isOnItsWay = false
  }
}

/// An object that receives calls on a queue. At most one of its calls is waiting at any time, because the next call
/// replaces it.
///
/// The next call is added after all waiting callbacks. Calls are numbered, so that the receiver can distinguish an
/// earlier call, which a hop has already taken, from the latest one.
protocol CallReceiver: AnyObject, Sendable {
  /// Receives the call with the given number, on the queue.
  func deliver(_ number: UInt64)

  /// Notes the new place of the waiting call. Called under the timekeeper's lock.
  func noteMoved(to place: Outbox.Place)
}
