/// An error about text that cannot be parsed as a time, with the invalid part and the accepted forms.
public struct TimeParsingError: Error, Sendable, CustomStringConvertible {
  /// The type of the value to parse.
  package enum Kind: Sendable {
    case duration, clockTime, wallMoment

    /// The accepted forms.
    var accepted: String {
      switch self {
      case .duration: "90, 1:30, 25m, 1h30m, 1.5h, 500ms, PT1H30M"
      case .clockTime: "18:00, 18:00:30, 6pm, 6:30 pm"
      case .wallMoment: "2026-12-31T23:59:59Z, 2026-12-31T23:59:59.5+08:00"
      }
    }
  }

  /// The whole text as given.
  public let text: String

  /// The invalid part of the text, with ASCII digits and simple spaces; empty if the text is empty or ends too early.
  public let part: String

  /// The reason why the part is invalid.
  package let reason: ParsingReason

  package let kind: Kind

  init(_ kind: Kind, text: String, part: ArraySlice<UInt8>, reason: ParsingReason) {
    self.kind = kind
    self.text = text
    self.part = String(decoding: part, as: UTF8.self)
    self.reason = reason
  }

  /// One line with the text, the reason, the invalid part and the accepted forms.
  public var description: String {
    reason.message(text, part, accepted: kind.accepted)
  }
}

extension TimeParsingError: Equatable {
  /// Whether both errors have the same text, part, reason and type of value.
  public static func == (left: TimeParsingError, right: TimeParsingError) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.part.hasSameBytes(as: right.part)
      && left.reason == right.reason && left.kind == right.kind
  }
}
