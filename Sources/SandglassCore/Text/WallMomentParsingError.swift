/// A text that is no RFC 3339 time: what was wrong with it, and what is accepted.
public struct WallMomentParsingError: Error, Sendable, CustomStringConvertible {
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

  private static var accepted: String { "2026-12-31T23:59:59Z, 2026-12-31T23:59:59.5+08:00" }
}

extension WallMomentParsingError: Equatable {
  /// Whether both refuse the same part of the same text for the same reason.
  public static func == (left: WallMomentParsingError, right: WallMomentParsingError) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.part.hasSameBytes(as: right.part)
      && left.reason == right.reason
  }
}
