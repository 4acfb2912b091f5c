/// The order of the parts of HTTP answers on one connection.
///
/// A status below 100 is no status (RFC 9110, section 15), but parsers let it pass.
package enum AnswerOrder: Hashable, CaseIterable {
  /// What a part is.
  package enum Part: Hashable {
    case head(status: Int)
    case body
    case end
  }

  /// What to do with a part.
  package enum Step: Hashable {
    /// Pass it on.
    case pass

    /// Leave it out.
    case drop

    /// End the connection.
    case refuse
  }

  case betweenAnswers
  case withinAnswer
  case refused

  /// Notes the next part. Returns what to do with it: interim answers are left out, and after a part that cannot follow the
  /// one before, nothing more is passed on.
  package mutating func receive(_ part: Part) -> Step {
    switch (self, part) {
    case (.betweenAnswers, .head(100)), (.betweenAnswers, .head(102..<200)):
      return .drop
    case (.betweenAnswers, .head(101)), (.betweenAnswers, .head(200...)):
      self = .withinAnswer
      return .pass
    case (.withinAnswer, .body):
      return .pass
    case (.withinAnswer, .end):
      self = .betweenAnswers
      return .pass
    case (.refused, _):
      return .drop
    default:
      self = .refused
      return .refuse
    }
  }
}
