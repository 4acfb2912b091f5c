#if SERVER
  internal import Crypto

  /// A secret key for signing deadlines, and the id that identifies it in tokens.
  public struct DeadlineKey: Sendable {
    /// The minimum number of bytes of a secret: as many as HMAC-SHA256 returns (RFC 2104, section 3).
    public static let shortestSecret = 32

    /// The id, which is readable in every token.
    public let id: String

    let secret: SymmetricKey

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - id: The id, of 1 to 64 ASCII letters, digits, `-` and `_`, such as `2026-11`. Never use the same id for two
    ///     secrets.
    ///   - secret: At least 32 random bytes, such as those of `openssl rand 32`. Do not use a password.
    /// - Throws: `keyID` if the id is invalid; `secret` if the secret is too short.
    public init(id: String, secret: some Sequence<UInt8>) throws(DeadlineSigningError) {
      guard TokenWord.isValid(id.utf8) else { throw .keyID(bytes: id.utf8.count) }
      let bytes = Array(secret)
      guard bytes.count >= Self.shortestSecret else { throw .secret(bytes: bytes.count) }
      self.id = id
      self.secret = SymmetricKey(data: bytes)
    }
  }

  extension DeadlineKey: CustomStringConvertible {
    /// A description that contains the id, and never the secret.
    public var description: String { "key \(id)" }
  }

  extension DeadlineKey: CustomReflectable {
    /// A mirror without children, so that `dump` does not print the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
