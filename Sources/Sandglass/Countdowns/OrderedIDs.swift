/// Ids in the order in which they were added. Any id can be removed.
///
/// A removed id leaves an empty slot. Empty slots are removed once they are the majority, so every change takes
/// amortised O(1).
package struct OrderedIDs<ID: Hashable> {
  private var places: [ID: Int] = [:]
  private var slots: [ID?] = []

  package init() {}

  /// The number of ids. O(1).
  package var count: Int { places.count }

  /// All ids in order. O(n).
  package var elements: [ID] { slots.compactMap { $0 } }

  package func contains(_ id: ID) -> Bool { places[id] != nil }

  /// Adds an id at the end. Does nothing and returns false if the id is already present.
  package mutating func append(_ id: ID) -> Bool {
    guard places[id] == nil else { return false }
    places[id] = slots.count
    slots.append(id)
    return true
  }

  /// Removes an id and returns it as it was stored; nil if it is not present.
  package mutating func remove(_ id: ID) -> ID? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let removed = slots[place]
    slots[place] = nil
    if slots.count > 32, slots.count > 2 * places.count { moveTogether() }
    return removed
  }

  private mutating func moveTogether() {
    slots.removeAll { $0 == nil }
    for (place, id) in slots.enumerated() {
      if let id { places[id] = place }
    }
  }
}
