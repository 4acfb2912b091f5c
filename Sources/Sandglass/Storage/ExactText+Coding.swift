// Exact texts in whatever is coded by keys.

extension KeyedDecodingContainer {
  func fields(_ key: Key) throws -> KeyedDecodingContainer<Key> {
    try nestedContainer(keyedBy: Key.self, forKey: key)
  }

  /// A value that is written as an exact text. Another text is refused with what is accepted.
  func exact<Value: ExactText>(_ key: Key) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = Value.read(exactText: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: Value.refusal(of: text))
    }
    return value
  }

  /// Such a value; nil if it is absent.
  func exactIfPresent<Value: ExactText>(_ key: Key) throws -> Value? {
    let isPresent = try contains(key) && !decodeNil(forKey: key)
    return isPresent ? try exact(key) as Value : nil
  }

  /// A list of such values.
  func exactList<Value: ExactText>(_ key: Key) throws -> [Value] {
    var texts = try nestedUnkeyedContainer(forKey: key)
    var values: [Value] = []
    while !texts.isAtEnd {
      let text = try texts.decode(String.self)
      guard let value = Value.read(exactText: text) else {
        throw DecodingError.dataCorruptedError(
          in: texts, debugDescription: Value.refusal(of: text))
      }
      values.append(value)
    }
    return values
  }
}

extension KeyedEncodingContainer {
  mutating func sink(_ key: Key) -> KeyedEncodingContainer<Key> {
    nestedContainer(keyedBy: Key.self, forKey: key)
  }

  mutating func encode(exact value: some ExactText, _ key: Key) throws {
    try encode(value.exactText, forKey: key)
  }
}
