/// A deadline with its token. The client displays the deadline, and sends the token back with its request.
///
/// It is encoded as the following JSON. Times are whole microseconds since the start of 1970 in UTC, and `opensAt` is
/// present only if the deadline has an opening:
///
/// ```json
/// {"name": "sale-17", "opensAt": 1893452400000000, "endsAt": 1893456000000000, "token": "v1.2026-11.MTg5…"}
/// ```
///
/// It cannot be decoded, because a server must obtain the deadline from the token, with ``DeadlineSigner/verify(_:)``.
public struct SignedDeadline: Sendable, Hashable {
  /// The deadline that the token contains.
  public let deadline: Deadline

  /// The token, which consists of ASCII letters, digits, `-`, `_` and dots. Anyone can read it, but only a holder of
  /// the key can create it.
  public let token: String
}

extension SignedDeadline: Encodable {
  private enum Key: String, CodingKey {
    case name, opensAt, endsAt, token
  }

  /// Encodes the JSON object that the client reads.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(deadline.name, forKey: .name)
    try object.encodeIfPresent(deadline.openingMicroseconds, forKey: .opensAt)
    try object.encode(deadline.endMicroseconds, forKey: .endsAt)
    try object.encode(token, forKey: .token)
  }
}
