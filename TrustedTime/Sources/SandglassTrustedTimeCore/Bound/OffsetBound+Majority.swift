public import SandglassCore

extension OffsetBound {
  /// Returns the hull of all offsets that more than half of the servers allow. A server that has not answered allows
  /// every offset.
  ///
  /// If more than half of the servers are correct, all of these servers allow the true offset, whatever the others
  /// allow. So the hull contains the true offset. Marzullo's algorithm, which NTP uses ("Maintaining the Time in a
  /// Distributed System", 1984; RFC 5905, section 11.2.1), returns the deepest overlap instead. A wrong server whose
  /// interval partly overlaps the correct intervals draws the deepest overlap away from the true offset. The hull is
  /// wider, but does not have this weakness.
  ///
  /// A silent server may be a correct one, so it must allow every offset. If it did not, a wrong server and one of two
  /// correct servers would form a majority, and the offsets that both allow need not include the true offset.
  ///
  /// - Parameters:
  ///   - bounds: One bound for each server that has answered.
  ///   - servers: The number of servers, including those that have not answered.
  ///   - moment: The moment for which the hull is computed.
  ///   - drift: The maximum drift of the steady clock.
  /// - Returns: The hull at that moment. It is nil if no offset is allowed by more than half of the servers, or if
  ///   every offset is.
  /// - Complexity: O(*n* log *n*), where *n* is the number of bounds.
  public static func majorityHull(
    of bounds: [OffsetBound], among servers: Int, at moment: Moment, drift: DriftAllowance
  ) -> OffsetBound? {
    let silent = max(0, servers - bounds.count)
    return hull(of: bounds, allowedBy: servers / 2 + 1 - silent, at: moment, drift: drift)
  }

  /// Returns the hull of all offsets that at least `needed` of the bounds allow. Returns nil if there are no such
  /// offsets, or if `needed` is below one.
  static func hull(
    of bounds: [OffsetBound], allowedBy needed: Int, at moment: Moment, drift: DriftAllowance
  ) -> OffsetBound? {
    guard needed > 0 else { return nil }
    var edges: [(offset: Duration, opens: Bool)] = []
    for bound in bounds {
      let aged = bound.at(moment, drift: drift)
      edges.append((aged.earliest, true))
      edges.append((aged.latest, false))
    }
    // If one bound ends at the offset at which another begins, both allow that offset.
    edges.sort { $0.offset == $1.offset ? $0.opens && !$1.opens : $0.offset < $1.offset }
    var depth = 0
    var hull: (first: Duration, last: Duration)?
    for edge in edges {
      if edge.opens { depth += 1 }
      if depth >= needed { hull = (hull?.first ?? edge.offset, edge.offset) }
      if !edge.opens { depth -= 1 }
    }
    return hull.flatMap { OffsetBound(earliest: $0.first, latest: $0.last, at: moment) }
  }
}
