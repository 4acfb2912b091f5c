import Foundation

extension UserDefaults {
  /// Returns the value for a key, or nil if there is no value of this type.
  func value<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    data(forKey: key).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Saves a value under a key, or removes the key's value if `value` is nil.
  func keep(_ value: (some Encodable)?, forKey key: String) {
    set(value.flatMap { try? JSONEncoder().encode($0) }, forKey: key)
  }
}
