/// A time as it stands in JSON: as an exact text.
struct Exact<Value: ExactText>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value.read(exactText: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.shown); accepted: \(Value.example)")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.exactText)
  }
}
