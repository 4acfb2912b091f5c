import Foundation

extension [UInt8] {
  /// Returns a value as JSON, for the payload of a durable countdown.
  ///
  /// - Throws: `DurableError.invalid` if the value cannot be encoded.
  public static func json(_ value: some Encodable) throws(DurableError) -> [UInt8] {
    do {
      return [UInt8](try JSONEncoder().encode(value))
    } catch {
      throw .invalid("the payload cannot be encoded: \(error); accepted: what JSONEncoder encodes")
    }
  }

  fileprivate func decoded<Value: Decodable>(
    _ type: Value.Type, of id: String
  ) throws(DurableError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(self))
    } catch {
      throw .damaged("the payload of \"\(id)\" is no \(type) in JSON: \(error)")
    }
  }
}

extension DurableEvent {
  /// Returns the payload that was passed as `.json(value)`.
  ///
  /// - Throws: `DurableError.damaged` if it is no such value.
  public func payload<Value: Decodable>(as type: Value.Type) throws(DurableError) -> Value {
    try payload.decoded(type, of: countdown)
  }
}

extension DurableCountdown {
  /// Returns the payload that was passed as `.json(value)`.
  ///
  /// - Throws: `DurableError.damaged` if it is no such value.
  public func payload<Value: Decodable>(as type: Value.Type) throws(DurableError) -> Value {
    try payload.decoded(type, of: id)
  }
}
