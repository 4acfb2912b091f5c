/// A text that is no duration: what was wrong with it, and what is accepted.
public struct DurationParsingError: Error, Sendable, CustomStringConvertible {
  /// The whole text, as it was given.
  public let text: String

  /// The part of the text that is wrong; empty if something is missing.
  public let part: String

  /// What is wrong with the part.
  public let reason: ParsingReason

  /// One line that names the text, the part, the reason and the accepted forms.
  public var description: String {
    reason.message(text, part, accepted: Self.accepted)
  }

  private static var accepted: String { "90, 1:30, 25m, 1h30m, 1.5h, 500ms, PT1H30M" }
}

extension DurationParsingError: Equatable {
  /// Whether both refuse the same part of the same text for the same reason.
  public static func == (left: DurationParsingError, right: DurationParsingError) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.part.hasSameBytes(as: right.part)
      && left.reason == right.reason
  }
}
