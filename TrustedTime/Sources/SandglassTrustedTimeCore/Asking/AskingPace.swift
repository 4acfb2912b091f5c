/// The first burst of requests to a server, which provides several samples quickly.
public struct AskingPace: Sendable, Hashable {
  /// The maximum number of requests in the first burst.
  public static let longestBurst = 8

  /// The number of requests in the first burst.
  public let burst: Int

  /// The time between two requests in the burst. If it is zero, each request is sent as soon as the previous one has
  /// been answered.
  public let spacing: Duration

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - burst: The number of requests in the first burst, clamped to the range from 1 to 8.
  ///   - spacing: The time between two requests in the burst. A negative time counts as zero.
  public init(burst: Int = longestBurst, spacing: Duration) {
    self.burst = min(max(1, burst), Self.longestBurst)
    self.spacing = max(.zero, spacing)
  }

  /// The pace for your own server: each request is sent as soon as the previous one has been answered.
  public static let ownServer = AskingPace(spacing: .zero)

  /// The pace for other operators' servers: one request every two seconds, as in NTP's own bursts (RFC 5905, section
  /// 13.2).
  public static let publicServer = AskingPace(spacing: .seconds(2))
}
