/// How a server may be asked at first: some questions, to have several samples soon.
public struct AskingPace: Sendable, Hashable {
  /// The most questions of a first burst.
  public static let longestBurst = 8

  /// How many questions the first burst has.
  public let burst: Int

  /// The time from one of them to the next; zero for as soon as the one before is answered.
  public let spacing: Duration

  /// Makes a pace.
  ///
  /// - Parameters:
  ///   - burst: How many questions the first burst has, from 1 to 8; other numbers count as the nearest of those.
  ///   - spacing: The time from one of them to the next; less than zero counts as zero.
  public init(burst: Int = longestBurst, spacing: Duration) {
    self.burst = min(max(1, burst), Self.longestBurst)
    self.spacing = max(.zero, spacing)
  }

  /// For one's own server: each question as soon as the one before is answered.
  public static let ownServer = AskingPace(spacing: .zero)

  /// For the servers of others: two seconds apart, as NTP's own bursts are (RFC 5905, section 13.2).
  public static let publicServer = AskingPace(spacing: .seconds(2))
}
