extension TimingWheel {
  /// The exact deadline of the earliest entry, or `nil` if the wheel is empty.
  ///
  /// O(1) if the earliest entry has not changed since the last access. After the earliest entry has been removed or
  /// moved, the next access costs O(k) for the k entries in the earliest slot, which is amortised over as many changes.
  /// If the earliest entry is removed or moved repeatedly, an access costs O(log k). Reading the property does not
  /// advance the wheel.
  @inlinable
  public var nextDeadline: Moment? {
    mutating get { first?.deadline }
  }

  /// The key of the earliest entry, or nil if the wheel is empty.
  ///
  /// It costs the same as ``nextDeadline``.
  @inlinable
  package var first: DeadlineKey? {
    mutating get { core.firstKey() }
  }

  /// Whether the earliest entry may have changed since it was last read; O(1).
  @inlinable
  package var mayHaveNewFirst: Bool { core.mayHaveNewFirst }

  /// Removes and returns the earliest entry if its deadline is not after `now`.
  ///
  /// The wheel advances to the entry's deadline, or to the given moment if no entry is due by then. So entries that are
  /// inserted between two calls are still handed out in order. If the given moment is before the wheel's ``now``, it is
  /// treated as ``now``.
  ///
  /// O(log k) for k entries in the slot of the earliest entry. Empty slots cost nothing, however much time has passed.
  /// Each entry moves down from each level at most once.
  @inlinable
  public mutating func popFirst(dueBy now: Moment) -> (deadline: Moment, payload: Payload)? {
    guard core.advance(dueBy: now, before: .max) else { return nil }
    return popFirst()
  }

  /// Removes and returns the earliest entry as ``popFirst(dueBy:)`` does, and at intervals calls `look` with the
  /// addresses of the payloads that come next.
  ///
  /// This lets an owner of a million payloads prefetch the memory that they point to, in batches. Each batch takes
  /// `steps` passes. In each pass, `look` is called for every payload of the batch, with the index of the pass. So each
  /// pass can follow pointers in the memory that the previous pass prefetched. The calls are only hints: an entry may
  /// still be moved or removed afterwards, and some entries are never passed to `look`.
  ///
  /// Entries with an order number of `end` or more are not handed out yet. They are moved behind all other entries that
  /// are due by `now`.
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

  /// Removes and returns the earliest entry, to which the wheel has just advanced.
  @inlinable @inline(__always)
  mutating func popFirst() -> (deadline: Moment, payload: Payload) {
    let due = core.popFirst()
    return (due.deadline, core.nodes.take(Payload.self, at: due.node))
  }

  /// Advances the wheel to `now` and hands out all entries that are due by then, in order.
  ///
  /// If the given moment is before the wheel's ``now``, it is treated as ``now``. Each entry costs the same as with
  /// ``popFirst(dueBy:)``.
  @inlinable
  public mutating func advance(
    to now: Moment, _ handOut: (_ deadline: Moment, _ payload: consuming Payload) -> Void
  ) {
    while let due = popFirst(dueBy: now) {
      handOut(due.deadline, due.payload)
    }
  }
}
