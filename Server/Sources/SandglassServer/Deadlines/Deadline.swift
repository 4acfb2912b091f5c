public import SandglassCore

/// A named end, and possibly an opening, such as those of a sale.
///
/// ```swift
/// let sale = Deadline("sale-17", end: end)
/// ```
///
/// The instants have whole microseconds, as in a signed token. A fraction is dropped, and instants beyond 292,000 years
/// saturate.
public struct Deadline: Sendable, Hashable {
  /// The name, by which the server knows what the request is about.
  public let name: String

  /// The opening, in microseconds since the start of 1970 in UTC, or nil if there is none.
  let openingMicroseconds: Int64?

  /// The end, in microseconds since the start of 1970 in UTC.
  let endMicroseconds: Int64

  /// Makes a deadline.
  ///
  /// - Parameters:
  ///   - name: The name. To be signed, it must have 1 to 200 bytes of UTF-8.
  ///   - opening: The opening. If it is not before the end plus the grace, no request is in time.
  ///   - end: The end.
  public init(_ name: String, opening: WallMoment? = nil, end: WallMoment) {
    self.name = name
    openingMicroseconds = opening?.microsecondsSince1970
    endMicroseconds = end.microsecondsSince1970
  }

  /// The first instant at which a request is in time, or nil if a request is never early.
  public var opening: WallMoment? {
    openingMicroseconds.map { WallMoment(microsecondsSince1970: $0) }
  }

  /// The first instant at which a request is late, if there is no grace.
  public var end: WallMoment { WallMoment(microsecondsSince1970: endMicroseconds) }

  /// Judges a request by the instant at which the server received it.
  ///
  /// A request at exactly the opening is in time. A request at exactly the end plus the grace is late. So if there is no
  /// grace, and one sale opens when another ends, each request belongs to exactly one of them. The opening has no grace,
  /// because `TrustedClock` never shows it too early.
  ///
  /// - Parameters:
  ///   - received: The instant at which the server received the request, with the uncertainty of its clock.
  ///   - grace: How long after the end a request is still in time, because it had to travel. A negative duration counts
  ///     as zero.
  /// - Returns: `early`, `inTime` or `late` only if that is certain within the uncertainty.
  public func judge(receivedAt received: ServerInstant, grace: Duration) -> Judgement {
    if let opening, received.latest < opening { return .early }
    let limit = end + max(.zero, grace)
    if received.earliest >= limit { return .late }
    if let opening, received.earliest < opening { return .unknown }
    return received.latest < limit ? .inTime : .unknown
  }
}
