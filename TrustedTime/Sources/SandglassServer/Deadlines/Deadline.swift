public import SandglassCore

/// A named end, and possibly an opening, such as those of a sale.
///
/// ```swift
/// let sale = Deadline("sale-17", end: end)
/// ```
///
/// Both instants are rounded down to whole microseconds, as in a signed token. They saturate 292,000 years before and
/// after 1970.
public struct Deadline: Sendable {
  /// The name, which identifies what a request is for.
  ///
  /// Two strings are equal in Swift if they are canonically equivalent, such as "é" in one scalar and in two. If your names
  /// have other characters than ASCII, compare their `utf8`.
  public let name: String

  /// The opening, in microseconds since the start of 1970 in UTC, or nil if there is none.
  let openingMicroseconds: Int64?

  /// The end, in microseconds since the start of 1970 in UTC.
  let endMicroseconds: Int64

  /// Creates a deadline.
  ///
  /// - Parameters:
  ///   - name: The name. A deadline can be signed only if its name has 1 to 200 bytes of UTF-8.
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
  /// A request at exactly the opening is in time. A request at exactly the end plus the grace is late. So if one sale
  /// opens when another ends, and the grace is zero, no request is in time for both. The opening has no grace, because
  /// `TrustedClock` never shows it too early.
  ///
  /// - Parameters:
  ///   - received: The instant at which the server received the request, with the uncertainty of its clock.
  ///   - grace: How long after the end a request is still in time, to allow for its transmission. A negative duration
  ///     counts as zero.
  /// - Returns: `early`, `inTime` or `late` if that is certain despite the uncertainty; otherwise `unknown`.
  public func judge(receivedAt received: ServerInstant, grace: Duration) -> Judgement {
    if let opening, received.latest < opening { return .early }
    let limit = end + max(.zero, grace)
    if received.earliest >= limit { return .late }
    if let opening, received.earliest < opening { return .unknown }
    return received.latest < limit ? .inTime : .unknown
  }
}

extension Deadline: Hashable {
  /// Two deadlines are equal if they are signed as the same bytes.
  public static func == (one: Deadline, other: Deadline) -> Bool { one.payload == other.payload }

  /// Hashes the bytes that are signed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }
}

/// The server's judgement of a request: certainly early, in time or late, or unknown.
public enum Judgement: String, Sendable, Hashable, Codable {
  /// The request was certainly received before the opening.
  case early

  /// The request was certainly received at or after the opening, and before the end plus the grace.
  case inTime

  /// The request was certainly received at or after the end plus the grace.
  case late

  /// The judgement is not certain, because the opening, or the end plus the grace, lies within the uncertainty of the
  /// server's clock. Your server decides what to do with the request. For example, an auction may refuse it, and a sale
  /// may accept it.
  case unknown
}
