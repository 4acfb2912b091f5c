/// The server's judgement of a request: certainly early, in time or late, or not certain.
public enum Judgement: String, Sendable, Hashable, Codable {
  /// The request was certainly received before the opening.
  case early

  /// The request was certainly received at or after the opening, and before the end plus the grace.
  case inTime

  /// The request was certainly received at or after the end plus the grace.
  case late

  /// The order is unknown, because the opening, or the end plus the grace, lies within the uncertainty of the server's
  /// clock. The app decides what that means: an auction may refuse, a sale may accept.
  case unknown
}
