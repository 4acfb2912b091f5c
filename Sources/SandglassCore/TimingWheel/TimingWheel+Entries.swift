extension TimingWheel {
  /// Calls `body` with the key and payload of every entry, in unspecified order; O(n), for debugging.
  @inlinable
  package func forEach(_ body: (DeadlineKey, borrowing Payload) -> Void) {
    core.forEachEntry { key, node in
      let payload: UnsafeMutablePointer<Payload> = core.nodes.payloadAddress(of: node)
      body(key, payload.pointee)
    }
  }
}

extension WheelCore {
  /// Calls `body` with the key and the node of every entry.
  ///
  /// A deadline is stored only in a listing, so this method visits all listings, including the stale ones. There are at
  /// most slightly more stale listings than entries.
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
