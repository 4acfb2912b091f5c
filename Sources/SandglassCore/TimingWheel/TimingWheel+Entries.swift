extension TimingWheel {
  /// Shows all entries with their keys, in no order; O(n), for debugging.
  @inlinable
  package func forEach(_ body: (DeadlineKey, borrowing Payload) -> Void) {
    core.forEachEntry { key, node in
      let payload: UnsafeMutablePointer<Payload> = core.nodes.payloadAddress(of: node)
      body(key, payload.pointee)
    }
  }
}

extension WheelCore {
  /// Names all entries by their keys and nodes.
  ///
  /// A deadline stands in a listing and nowhere else: so all listings are looked at, the stale ones as well, of which
  /// there are hardly more than entries.
  @usableFromInline
  func forEachEntry(_ body: (DeadlineKey, Int) -> Void) {
    for slot in 0..<slots.slots.count {
      for position in 0..<slots.count(in: slot) {
        name(slots.listing(at: position, in: slot), body)
      }
    }
    for position in 0..<due.count { name(due[position], body) }
  }

  private func name(_ listing: Listing, _ body: (DeadlineKey, Int) -> Void) {
    if !nodes.isStale(listing) { body(listing.key, Int(listing.node)) }
  }
}
