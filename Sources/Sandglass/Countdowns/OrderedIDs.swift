/// Ids in the order in which they were added, or into which they were moved. Any id can be removed.
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

  /// Moves ids in front of another one, without changing their order. O(n).
  ///
  /// - Parameters:
  ///   - sources: The places of the ids among ``elements``. Places that do not exist are ignored.
  ///   - destination: The place of the id that is to follow them. A place that does not exist is the nearest one or, at
  ///     most, the end.
  /// - Returns: Whether the order has changed.
  package mutating func move(_ sources: Set<Int>, to destination: Int) -> Bool {
    moveTogether()
    let former = Array(slots.indices)
    let end = max(0, min(destination, former.count))
    let stays = { !sources.contains($0) }
    let order =
      former[..<end].filter(stays) + former.filter(sources.contains) + former[end...].filter(stays)
    guard order != former else { return false }
    slots = order.map { slots[$0] }
    number()
    return true
  }

  /// Moves an id in front of another one, or to the end. O(n).
  ///
  /// - Returns: Whether the order has changed. It does not if either id is not present.
  package mutating func move(_ id: ID, before other: ID?) -> Bool {
    moveTogether()
    guard let source = places[id] else { return false }
    guard let other else { return move([source], to: slots.count) }
    guard let destination = places[other] else { return false }
    return move([source], to: destination)
  }

  private mutating func moveTogether() {
    guard slots.count > places.count else { return }
    slots.removeAll { $0 == nil }
    number()
  }

  private mutating func number() {
    for (place, id) in slots.enumerated() {
      if let id { places[id] = place }
    }
  }
}
