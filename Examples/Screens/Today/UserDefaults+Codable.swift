import Foundation

extension UserDefaults {
  /// The value of a key; nil if there is none, or none of that type.
  func value<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    data(forKey: key).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Keeps a value under a key; nil removes it.
  func keep(_ value: (some Encodable)?, forKey key: String) {
    set(value.flatMap { try? JSONEncoder().encode($0) }, forKey: key)
  }
}
