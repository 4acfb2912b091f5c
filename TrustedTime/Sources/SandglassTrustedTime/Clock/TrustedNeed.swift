/// What a trusted clock still lacks for a countdown to act.
public enum TrustedNeed: Error, Sendable, Hashable {
  /// No majority of the servers has answered in this boot. ``TrustedClock/refusals`` contains the reasons.
  case answer

  /// The interval is wider than asked for, and no majority of the servers has confirmed it, or some have yet to answer. A
  /// single false server may have made it as wide as its own error.
  ///
  /// - Parameter width: The width of the interval.
  case agreement(width: Duration)
}

extension TrustedNeed: CustomStringConvertible {
  /// A description in one line.
  public var description: String {
    switch self {
    case .answer: "a majority of the servers has not answered"
    case .agreement(let width): "the interval is \(width) wide, and no majority confirms it"
    }
  }
}
