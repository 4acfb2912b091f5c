/// A deadline with its token. The screen shows the deadline, and sends the token back with its request.
///
/// As JSON, with whole microseconds since the start of 1970 in UTC, and `opensAt` only if there is an opening:
///
/// ```json
/// {"name": "sale-17", "opensAt": 1893452400000000, "endsAt": 1893456000000000, "token": "v1.2026-11.MTg5…"}
/// ```
///
/// It cannot be decoded, because a server must read a deadline from the token by ``DeadlineSigner/verify(_:)``.
public struct SignedDeadline: Sendable, Hashable {
  /// The deadline that the token contains.
  public let deadline: Deadline

  /// The token: ASCII letters, digits, `-`, `_` and dots. Anyone can read it, and only a holder of the key can make one.
  public let token: String
}

extension SignedDeadline: Encodable {
  private enum Key: String, CodingKey {
    case name, opensAt, endsAt, token
  }

  /// Encodes the object that the screen reads.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(deadline.name, forKey: .name)
    try object.encodeIfPresent(deadline.openingMicroseconds, forKey: .opensAt)
    try object.encode(deadline.endMicroseconds, forKey: .endsAt)
    try object.encode(token, forKey: .token)
  }
}
