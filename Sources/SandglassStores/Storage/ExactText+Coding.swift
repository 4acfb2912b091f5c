import Sandglass
import SandglassCore
import SandglassLedger
// Encodes and decodes values as exact strings in keyed containers.

extension KeyedDecodingContainer {
  func fields(_ key: Key) throws -> KeyedDecodingContainer<Key> {
    try nestedContainer(keyedBy: Key.self, forKey: key)
  }

  /// Decodes a value from its textual form. For any other text, throws an error with an example of the accepted forms.
  func exact<Value: ExactText>(_ key: Key) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = Value.read(exactText: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: Value.refusal(of: text))
    }
    return value
  }

  /// Decodes a value from its textual form; nil if it is absent.
  func exactIfPresent<Value: ExactText>(_ key: Key) throws -> Value? {
    let isPresent = try contains(key) && !decodeNil(forKey: key)
    return isPresent ? try exact(key) as Value : nil
  }

  /// Decodes a list of values from their textual forms.
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
