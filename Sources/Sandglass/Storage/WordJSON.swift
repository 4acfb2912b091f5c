import SandglassCore

/// One of several words, as it stands in JSON; another one is told with those that are accepted.
struct WordJSON<Value: RawRepresentable<String> & CaseIterable>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(rawValue: text) else {
      let accepted = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.shown); accepted: \(accepted)")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.rawValue)
  }
}

extension String {
  /// This text in quotes on one line, for an error; what exceeds 60 characters is left out.
  var shown: String {
    let scalars = unicodeScalars.prefix(61)
    let start = String(String.UnicodeScalarView(scalars.prefix(60)))
    return start.debugDescription + (scalars.count > 60 ? "…" : "")
  }
}
