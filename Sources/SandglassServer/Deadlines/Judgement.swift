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
