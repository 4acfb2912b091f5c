public import SandglassCore

extension OffsetBound {
  /// The hull of all offsets that more than half of the servers allow; a server that has not answered allows all.
  ///
  /// If more than half of the servers are right, the true offset is among those, wherever the others lie, and so the
  /// hull holds it. Marzullo's intersection, which NTP uses ("Maintaining the Time in a Distributed System", 1984; RFC
  /// 5905, section 11.2.1), looks for the deepest overlap: a wrong server that overlaps the right ones in part draws that
  /// away from the truth. The hull is wider, and right.
  ///
  /// A server that is silent may be one of the right ones. If it counted as allowing nothing, a liar and one of two
  /// right servers would be a majority, and what they have in common need not hold the truth.
  ///
  /// - Parameters:
  ///   - bounds: What each server allows that has answered, one bound for each.
  ///   - servers: How many servers there are, also those that have not answered.
  ///   - moment: The moment that is asked for.
  ///   - drift: How fast the steady clock may run away.
  /// - Returns: The hull at that moment; nil if no offset is allowed by more than half, or all are. O(n log n).
  public static func majorityHull(
    of bounds: [OffsetBound], among servers: Int, at moment: Moment, drift: DriftAllowance
  ) -> OffsetBound? {
    let silent = max(0, servers - bounds.count)
    return hull(of: bounds, allowedBy: servers / 2 + 1 - silent, at: moment, drift: drift)
  }

  /// The hull of all offsets that a number of bounds allow; nil if there are none, or for less than one bound.
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
    // Where one ends and another begins, both allow that point.
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
