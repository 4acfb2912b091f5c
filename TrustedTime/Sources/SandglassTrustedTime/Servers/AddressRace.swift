package import SandglassCore

/// The order in which the addresses of a server are tried. If one does not answer soon, the next one is asked as well,
/// and the first answer counts: happy eyeballs (RFC 8305, section 5), for datagrams.
package struct AddressRace {
  /// What to do next.
  package enum Step: Hashable {
    /// Send the request to the address with this index.
    case ask(Int)

    /// Wait for an answer, and then ask what to do next.
    case wait(until: Moment)

    /// Give up.
    case end
  }

  /// The number of addresses that are asked at most without knowing whether they answer, however many a name has.
  private static let mostPending = 8

  private let end: Moment
  private let delay: Duration
  private var untried: Range<Int>
  private var pending: Set<Int> = []
  private var nextStart = Moment.origin

  /// Begins a race.
  ///
  /// - Parameters:
  ///   - count: The number of addresses.
  ///   - isFirstKnown: Whether the first address has answered before. It is then given more time.
  ///   - now: The current moment.
  ///   - end: The moment at which the race is over.
  package init(addresses count: Int, isFirstKnown: Bool, at now: Moment, until end: Moment) {
    self.end = end
    untried = 0..<count
    // Each address is asked early enough to have as much time as the others.
    let share = max(.zero, end - now) / (min(count, Self.mostPending) + 1)
    delay = isFirstKnown ? share : min(share, .milliseconds(250))
  }

  /// Returns what to do next.
  package mutating func step(at now: Moment) -> Step {
    guard now < end else { return .end }
    if let index = untried.first, isFree, pending.isEmpty || now >= nextStart {
      untried.removeFirst()
      pending.insert(index)
      nextStart = now + delay
      return .ask(index)
    }
    guard !pending.isEmpty else { return .end }
    return .wait(until: untried.isEmpty || !isFree ? end : min(end, nextStart))
  }

  private var isFree: Bool { pending.count < Self.mostPending }

  /// Notes that the address with an index cannot be reached, so that the next one is asked immediately.
  package mutating func fail(_ index: Int) {
    pending.remove(index)
  }
}
