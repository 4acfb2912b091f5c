import SandglassCore

/// The callbacks that wait for one queue, in the order in which they were told.
///
/// Many that are due together cost one hop. While one hop delivers, further callbacks wait for
/// the next: callbacks of one queue never nest and never overtake each other, but for ticks: one that
/// waits behind a busy queue gives its place to the next of its countdown, which counts it as missed. So
/// ticks that wait are no more than there are receivers, and a few for each end or milestone.
struct Outbox {
  /// One callback on its way.
  enum Delivery: Sendable {
    /// A countdown's event, for a closure that may be gone when it arrives. Events are by far the
    /// most that is told, and so travel without a closure of their own.
    case event(
      CountdownEvent, at: Moment, to: CountdownBinding, version: Int, handled: FinishHandler?)

    case call(@Sendable () -> Void)

    /// Delivers it, on the queue.
    func perform() {
      switch self {
      case .event(let event, let moment, let binding, let version, let handled):
        binding.deliver(event, from: moment, version: version, handled: handled)
      case .call(let action):
        action()
      }
    }
  }

  /// Where a callback waits: in which batch, and at which position there.
  struct Place {
    fileprivate let batch: UInt64
    fileprivate let position: Int
  }

  /// What is to be done about the queue.
  enum Action {
    case deliver
    case nothing
  }

  private var waiting: [Delivery] = []
  private var isOnItsWay = false

  /// The number of what waits now, as no other batch of any queue has it.
  private var batch: UInt64

  /// Makes an empty outbox, whose first batch has that number.
  init(batch: UInt64) {
    self.batch = batch
  }

  /// Where the callback waits that was added last.
  var lastPlace: Place { Place(batch: batch, position: waiting.count - 1) }

  /// Puts a reading in the place of one that still waits; false if that has been taken.
  mutating func replaceReading(
    at place: Place, by reading: Reading, at moment: Moment, version: Int
  ) -> Bool {
    guard place.batch == batch,
      case .event(.reading(let untaken), _, let binding, _, _) = waiting[place.position]
    else { return false }
    waiting[place.position] = .event(
      .reading(reading.replacing(untaken)), at: moment, to: binding, version: version,
      handled: nil)
    return true
  }

  /// Adds a callback, and says whether the queue must be hopped to for it.
  mutating func add(_ delivery: Delivery) -> Action {
    waiting.append(delivery)
    if isOnItsWay { return .nothing }
    isOnItsWay = true
    return .deliver
  }

  /// Takes all that waits, to be called on the queue now; the next batch has the number given.
  mutating func take(nextBatch: UInt64) -> [Delivery] {
    batch = nextBatch
    let taken = waiting
    waiting = []
    // Where many have waited, as many will: it is cheaper to make room once than to grow.
    if taken.count > 16 { waiting.reserveCapacity(taken.count) }
    return taken
  }

  /// Says whether the queue must be hopped to again, after what was taken has been called.
  mutating func delivered() -> Action {
    isOnItsWay = !waiting.isEmpty
    return isOnItsWay ? .deliver : .nothing
  }
}
