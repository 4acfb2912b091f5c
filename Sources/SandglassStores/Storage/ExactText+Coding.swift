import SandglassCore

/// A value that is encoded as its exact text.
struct Exact<Value: ExactText>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Reads the text. For any other text, throws an error with an example of the accepted forms.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value.read(exactText: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: Value.refusal(of: text))
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.exactText)
  }

  /// Throws an error that says what is accepted, unless the value is.
  func check(
    _ name: String, _ accepted: String, _ isAccepted: (Value) -> Bool
  ) throws(RecordFault) {
    if !isAccepted(value) {
      throw .damaged("its \(name) is \(value.exactText); accepted: \(accepted)")
    }
  }
}
