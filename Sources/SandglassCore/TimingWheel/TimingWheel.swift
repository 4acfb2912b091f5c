/// A hierarchical timing wheel: keeps any number of payloads until their deadlines.
///
/// Adding, moving and removing an entry takes constant time however many there are, and entries
/// are handed out exactly in the order of their deadlines, equal deadlines in the order of
/// insertion, and never even a nanosecond early. The wheel has no clock: whoever owns it hands
/// the time in.
///
/// The wheel covers all moments there are. Sixty-four slots of 65.5 µs make up its lowest level;
/// each slot of a higher level is as long as all of the level below, and eight levels are
/// exactly the 64 bits of a ``Moment``. Slots only place entries coarsely. Exact deadlines are
/// compared within the earliest slot alone.
///
/// See George Varghese and Tony Lauck, "Hashed and Hierarchical Timing Wheels: Data Structures
/// for the Efficient Implementation of a Timer Facility", 1987.
public struct TimingWheel<Payload>: ~Copyable {
  @usableFromInline var core: WheelCore

  /// Makes an empty wheel that stands at `now`.
  public init(now: Moment = .origin) {
    self.init(now: now, slotBits: 16)
  }

  /// Makes an empty wheel whose lowest slots are 2^`slotBits` nanoseconds wide.
  ///
  /// The width does not change what the wheel does, only how fast. `slotBits` is from 0 to 63.
  /// Tokens count the uses of a node from `firstGeneration`, which is even and below 2^28, and
  /// the wheel its insertions and moves from `firstOrder`.
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
  /// A deadline at or before ``now`` is due at once, and comes before all later ones;
  /// inserting one takes O(log k) at worst for k entries that are due. So does one before the earliest
  /// that others have been, where the earliest entries were removed again and again: the wheel has
  /// then been sorted up to there, before its time. An entry
  /// for ``Moment/distantFuture`` is handed out only if the wheel is advanced to that very
  /// moment, which no clock reaches.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func insert(
    _ payload: consuming Payload, at deadline: Moment
  ) -> TimerToken {
    insert(payload, at: deadline, order: core.takeOrder())
  }

  /// Adds `payload` with an order number of the caller's; O(1).
  ///
  /// Several wheels can so share one sequence, whose numbers ascend from 1 and stay below
  /// `DeadlineKey.limit`. Callers number all insertions and moves or none: the wheel's own sequence
  /// knows nothing of numbers handed in.
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

  /// Removes an entry and answers its payload, or nil if the token is used up; O(1).
  @inlinable @inline(__always)
  @discardableResult
  public mutating func remove(_ token: TimerToken) -> Payload? {
    guard let node = core.remove(token) else { return nil }
    return core.nodes.take(Payload.self, at: node)
  }

  /// Removes all entries and lets go of their payloads; O(n). All tokens are used up.
  @inlinable
  public mutating func removeAll() {
    for node in 0..<core.nodes.count {
      if let token = core.nodes.token(of: node) { remove(token) }
    }
  }

  /// Moves an entry to another deadline, behind all others of the same; O(1).
  ///
  /// The token stays good. Answers false, and does nothing, if the token is used up. It is as
  /// if the entry were removed and inserted anew, but cheaper.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func move(_ token: TimerToken, to deadline: Moment) -> Bool {
    guard move(token, to: deadline, order: core.peekOrder()) else { return false }
    _ = core.takeOrder()
    return true
  }

  /// Moves an entry to another deadline with an order number of the caller's; O(1).
  ///
  /// Answers false, and does nothing, if the token is used up.
  @inlinable @inline(__always)
  @discardableResult
  package mutating func move(_ token: TimerToken, to deadline: Moment, order: UInt64) -> Bool {
    core.move(token, to: DeadlineKey(deadline: deadline, order: order))
  }

  /// The number that the next insertion or move has in the wheel's own sequence; all so far have smaller ones.
  /// Once in 69 billion times, all entries are renumbered from one.
  @inlinable
  package var nextOrder: UInt64 { core.nextOrder }

  /// Whether a token names an entry, which is still to be handed out; O(1).
  public func contains(_ token: TimerToken) -> Bool {
    core.contains(token)
  }
}

extension TimingWheel: Sendable where Payload: Sendable {}
