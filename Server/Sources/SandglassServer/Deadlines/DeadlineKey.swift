internal import Crypto

/// A secret key that signs deadlines, with the id by which a token names it.
public struct DeadlineKey: Sendable {
  /// The minimum number of bytes of a secret: as many as HMAC-SHA256 returns (RFC 2104, section 3).
  public static let shortestSecret = 32

  /// The id, which every token shows.
  public let id: String

  let secret: SymmetricKey

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - id: The id, of 1 to 64 ASCII letters, digits, `-` and `_`, such as `2026-11`. Never use an id for two secrets.
  ///   - secret: At least 32 random bytes, such as those of `openssl rand 32`. A password is no secret key.
  /// - Throws: `keyID` or `secret`.
  public init(id: String, secret: some Sequence<UInt8>) throws(DeadlineSigningError) {
    guard TokenWord.isValid(id.utf8) else { throw .keyID(id) }
    let bytes = Array(secret)
    guard bytes.count >= Self.shortestSecret else { throw .secret(bytes: bytes.count) }
    self.id = id
    self.secret = SymmetricKey(data: bytes)
  }
}

extension DeadlineKey: CustomStringConvertible {
  /// The id. The secret is in no description.
  public var description: String { "key \(id)" }
}
