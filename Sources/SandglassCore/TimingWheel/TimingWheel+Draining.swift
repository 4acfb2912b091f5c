extension TimingWheel {
  /// The earliest deadline, exact, or nil if the wheel is empty.
  ///
  /// O(1) when asked again. After the earliest entry was removed or moved it costs O(k) for the k
  /// entries of the earliest slot, which as many changes pay for, and O(log k) where that happens
  /// again and again. The wheel does not advance.
  @inlinable
  public var nextDeadline: Moment? {
    mutating get { first?.deadline }
  }

  /// The key of the earliest entry, or nil if the wheel is empty.
  ///
  /// It costs as much as ``nextDeadline``.
  @inlinable
  package var first: DeadlineKey? {
    mutating get { core.firstKey() }
  }

  /// Whether the earliest entry may be another one than when it was last asked for; O(1).
  @inlinable
  package var mayHaveNewFirst: Bool { core.mayHaveNewFirst }

  /// Hands out the earliest entry if its deadline is not after `now`.
  ///
  /// The wheel advances to that deadline, or to `now` if nothing is due by then. So entries
  /// inserted between two calls still take their turn in order. A `now` before the wheel's
  /// own counts as the wheel's own.
  ///
  /// O(log k) for k entries in the slot of the earliest. Empty slots cost nothing, however much
  /// time has passed; every entry comes down once at most from each level.
  @inlinable
  public mutating func popFirst(dueBy now: Moment) -> (deadline: Moment, payload: Payload)? {
    guard core.advance(dueBy: now, before: .max) else { return nil }
    return popFirst()
  }

  /// Hands out the earliest entry as ``popFirst(dueBy:)`` does, and now and then shows to `look`
  /// where the payloads lie that come next.
  ///
  /// So an owner of a million payloads can have the memory they point to fetched before it is needed, for many
  /// at once. All of them are shown `steps` times, one after the other, with the number of the step: so that what
  /// one step has fetched can lead the next further. That is a hint: what was shown may still be moved
  /// or removed, and not all is shown.
  /// Entries with an order number of `end` or more do not take their turn yet, and are put behind all others
  /// that are due by `now`.
  @inlinable @inline(__always)
  package mutating func popFirst(
    dueBy now: Moment, before end: UInt64 = .max, lookingAhead steps: Int,
    _ look: (UnsafePointer<Payload>, Int) -> Void
  ) -> (deadline: Moment, payload: Payload)? {
    guard core.advance(dueBy: now, before: end) else { return nil }
    if steps > 0 { lookAhead(steps, look) }
    return popFirst()
  }

  @inlinable @inline(__always)
  mutating func lookAhead(_ steps: Int, _ look: (UnsafePointer<Payload>, Int) -> Void) {
    let length = core.startLook()
    for step in 0..<steps {
      for position in 0..<length {
        let listing = core.due[position]
        if core.nodes.isStale(listing) { continue }
        look(UnsafePointer(core.nodes.payloadAddress(of: Int(listing.node))), step)
      }
    }
  }

  /// Hands out the earliest entry, which the wheel has just advanced to.
  @inlinable @inline(__always)
  mutating func popFirst() -> (deadline: Moment, payload: Payload) {
    let due = core.popFirst()
    return (due.deadline, core.nodes.take(Payload.self, at: due.node))
  }

  /// Advances the wheel to `now` and hands out all that is due by then, in order.
  ///
  /// A `now` before the wheel's own counts as the wheel's own. The cost is that of
  /// ``popFirst(dueBy:)`` for every entry handed out.
  @inlinable
  public mutating func advance(
    to now: Moment, _ handOut: (_ deadline: Moment, _ payload: consuming Payload) -> Void
  ) {
    while let due = popFirst(dueBy: now) {
      handOut(due.deadline, due.payload)
    }
  }
}
