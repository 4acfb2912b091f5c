/// A hierarchical timing wheel, which stores any number of payloads until their deadlines.
///
/// Adding, moving and removing an entry take constant time, however many entries there are. Entries are handed out
/// exactly in the order of their deadlines, and never even a nanosecond early. Entries with equal deadlines are
/// handed out in the order of insertion. The wheel has no clock; its owner passes in the time.
///
/// The wheel covers all possible moments. Its lowest level has sixty-four slots of 65.5 µs. Each slot of a higher
/// level is as long as the whole level below, and eight levels cover exactly the 64 bits of a ``Moment``. Slots sort
/// entries only coarsely; exact deadlines are compared only within the earliest slot.
///
/// See George Varghese and Tony Lauck, "Hashed and Hierarchical Timing Wheels: Data Structures for the Efficient
/// Implementation of a Timer Facility", 1987.
public struct TimingWheel<Payload>: ~Copyable {
  @usableFromInline var core: WheelCore

  /// Creates an empty wheel at the time `now`.
  public init(now: Moment = .origin) {
    self.init(now: now, slotBits: 16)
  }

  /// Creates an empty wheel whose lowest slots are 2^`slotBits` nanoseconds wide.
  ///
  /// The width affects only speed, not behaviour. `slotBits` is from 0 to 63. The generations in tokens start at
  /// `firstGeneration`, which is even and below 2^28. The order numbers of insertions and moves start at `firstOrder`.
  package init(
    now: Moment, slotBits: Int, firstGeneration: UInt32 = 0, firstOrder: UInt64 = 1
  ) {
    core = WheelCore(
      now: now, tickBits: slotBits, firstGeneration: firstGeneration, firstOrder: firstOrder)
  }

  @inlinable
  deinit {
    for node in 0..<core.nodes.count where core.nodes.isUsed(node) {
      _ = core.nodes.take(Payload.self, at: node)
    }
  }

  /// The number of entries; O(1).
  public var count: Int { core.count }

  /// Whether there are no entries; O(1).
  public var isEmpty: Bool { count == 0 }

  /// The moment the wheel was last advanced to; it never goes backwards.
  public var now: Moment { core.now }

  /// Adds `payload`, to be handed out once the wheel is advanced to `deadline`; O(1).
  ///
  /// A deadline at or before ``now`` is due immediately, and comes before all later deadlines. Inserting such an entry
  /// costs O(log k) at worst for k due entries. If repeated removals of the earliest entry have forced the wheel to
  /// sort k entries ahead of time, inserting before the earliest of them also costs O(log k). An entry for
  /// ``Moment/distantFuture`` is handed out only if the wheel is advanced to exactly that moment, which no clock
  /// reaches.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func insert(
    _ payload: consuming Payload, at deadline: Moment
  ) -> TimerToken {
    insert(payload, at: deadline, order: core.takeOrder())
  }

  /// Adds `payload` with an order number that the caller provides; O(1).
  ///
  /// This lets several wheels share one sequence, whose numbers ascend from 1 and stay below `DeadlineKey.limit`. A
  /// caller must provide numbers either for all insertions and moves or for none, because the wheel's own sequence
  /// ignores the numbers that callers provide.
  @inlinable @inline(__always)
  @discardableResult
  package mutating func insert(
    _ payload: consuming Payload, at deadline: Moment, order: UInt64
  ) -> TimerToken {
    core.nodes.makeRoom(for: Payload.self)
    let token = core.insert(at: DeadlineKey(deadline: deadline, order: order))
    core.nodes.put(payload, at: Int(token.index))
    return token
  }

  /// Removes an entry and returns its payload, or returns `nil` if the token is no longer valid; O(1).
  @inlinable @inline(__always)
  @discardableResult
  public mutating func remove(_ token: TimerToken) -> Payload? {
    guard let node = core.remove(token) else { return nil }
    return core.nodes.take(Payload.self, at: node)
  }

  /// Removes all entries, destroys their payloads and invalidates all tokens; O(n).
  @inlinable
  public mutating func removeAll() {
    for node in 0..<core.nodes.count {
      if let token = core.nodes.token(of: node) { remove(token) }
    }
  }

  /// Moves an entry to a new deadline, behind all other entries with that deadline; O(1).
  ///
  /// If the token is not valid, this method does nothing and returns `false`. Otherwise the token stays valid. Moving
  /// an entry has the same effect as removing and inserting it, but is cheaper.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func move(_ token: TimerToken, to deadline: Moment) -> Bool {
    guard move(token, to: deadline, order: core.peekOrder()) else { return false }
    _ = core.takeOrder()
    return true
  }

  /// Moves an entry to a new deadline with an order number that the caller provides; O(1).
  ///
  /// If the token is not valid, this method does nothing and returns `false`.
  @inlinable @inline(__always)
  @discardableResult
  package mutating func move(_ token: TimerToken, to deadline: Moment, order: UInt64) -> Bool {
    core.move(token, to: DeadlineKey(deadline: deadline, order: order))
  }

  /// The number of the next insertion or move in the wheel's own sequence. The numbers ascend. After every 69 billion
  /// insertions and moves, all entries are renumbered from 1.
  @inlinable
  package var nextOrder: UInt64 { core.nextOrder }

  /// Whether a token identifies an entry that has not been handed out or removed; O(1).
  public func contains(_ token: TimerToken) -> Bool {
    core.contains(token)
  }
}

extension TimingWheel: Sendable where Payload: Sendable {}
