/// A text that cannot be read as a time: what is wrong with it, and what is accepted.
public struct TimeParsingError: Error, Sendable, CustomStringConvertible {
  /// What was to be read.
  package enum Kind: Sendable {
    case duration, clockTime, wallMoment

    /// The forms that are accepted.
    var accepted: String {
      switch self {
      case .duration: "90, 1:30, 25m, 1h30m, 1.5h, 500ms, PT1H30M"
      case .clockTime: "18:00, 18:00:30, 6pm, 6:30 pm"
      case .wallMoment: "2026-12-31T23:59:59Z, 2026-12-31T23:59:59.5+08:00"
      }
    }
  }

  /// The whole text, as it was given.
  public let text: String

  /// The part of the text that is wrong; empty if something is missing.
  public let part: String

  /// What is wrong with the part.
  package let reason: ParsingReason

  package let kind: Kind

  init(_ kind: Kind, text: String, part: ArraySlice<UInt8>, reason: ParsingReason) {
    self.kind = kind
    self.text = text
    self.part = String(decoding: part, as: UTF8.self)
    self.reason = reason
  }

  /// One line that names the text, the part, the reason and the accepted forms.
  public var description: String {
    reason.message(text, part, accepted: kind.accepted)
  }
}

extension TimeParsingError: Equatable {
  /// Whether both refuse the same part of the same text for the same reason.
  public static func == (left: TimeParsingError, right: TimeParsingError) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.part.hasSameBytes(as: right.part)
      && left.reason == right.reason && left.kind == right.kind
  }
}
