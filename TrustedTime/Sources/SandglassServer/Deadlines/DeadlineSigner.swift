#if SERVER
  import Crypto

  /// Signs deadlines, and verifies the tokens that come back with requests.
  ///
  /// ```swift
  /// let signer = try DeadlineSigner(signing: november, accepting: [october])
  /// let signed = try signer.sign(Deadline("sale-17", end: end))
  /// let deadline = try signer.verify(signed.token)
  /// ```
  ///
  /// The server does not need to store the deadlines that it has handed out. A token is
  /// `v1.<key's id>.<payload>.<HMAC-SHA256>`, with the last two parts in base64url. The signature covers everything
  /// before it.
  ///
  /// A token proves only what the server once said. It does not prove who sends it, or that it is sent for the first
  /// time, because a token can be copied. If a deadline is moved, its old token remains valid. Put a version into the
  /// name if a deadline may be moved.
  ///
  /// To rotate keys, first add the new key to `accepting` on every server. Then sign with the new key, and accept the
  /// old key until the last deadline that was signed with it is over.
  public struct DeadlineSigner: Sendable {
    /// The version at the beginning of each token.
    static let version = "v1"

    /// The maximum number of bytes of a deadline's name.
    public static let longestName = 200

    /// The maximum number of bytes of a token. ``verify(_:)`` refuses longer tokens.
    public static let longestToken = 512

    private let signingKey: DeadlineKey
    private let keys: [String: DeadlineKey]

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key to sign with. Tokens that were signed with it are accepted too.
    ///   - others: The other keys whose tokens are accepted.
    /// - Throws: `duplicateKeyID` if two keys have the same id.
    public init(
      signing key: DeadlineKey, accepting others: [DeadlineKey] = []
    ) throws(DeadlineSigningError) {
      var keys = [key.id: key]
      for other in others {
        guard keys.updateValue(other, forKey: other.id) == nil else {
          throw .duplicateKeyID(other.id)
        }
      }
      signingKey = key
      self.keys = keys
    }

    /// Signs a deadline.
    ///
    /// - Parameter deadline: The deadline.
    /// - Returns: The deadline and its token. The same deadline and key always produce the same token.
    /// - Throws: `name` if the name is empty or has more than 200 bytes.
    public func sign(_ deadline: Deadline) throws(DeadlineSigningError) -> SignedDeadline {
      let length = deadline.name.utf8.count
      guard (1...Self.longestName).contains(length) else { throw .name(bytes: length) }
      let dot = [UInt8(ascii: ".")]
      let signed =
        Array("\(Self.version).\(signingKey.id).".utf8) + Base64URL.encode(deadline.payload)
      let code = HMAC<SHA256>.authenticationCode(for: signed, using: signingKey.secret)
      let token = signed + dot + Base64URL.encode(code)
      return SignedDeadline(deadline: deadline, token: String(decoding: token, as: UTF8.self))
    }

    /// Verifies a token from a request.
    ///
    /// Check that the name of the deadline matches what the request is for: a token that was signed for another sale
    /// passes the verification too. Signatures are compared in constant time.
    ///
    /// - Parameter token: Any text.
    /// - Returns: The deadline that was signed.
    /// - Throws: The reason why the token was refused.
    public func verify(_ token: String) throws(DeadlineRefusal) -> Deadline {
      let bytes = Array(token.utf8.prefix(Self.longestToken + 1))
      guard (1...Self.longestToken).contains(bytes.count) else {
        throw .wrongLength(bytes.isEmpty ? 0 : token.utf8.count)
      }
      let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard let version = parts.first, TokenWord.isValid(version) else { throw .malformed }
      guard version.elementsEqual(Self.version.utf8) else {
        throw .unknownVersion(String(decoding: version, as: UTF8.self))
      }
      guard parts.count == 4, TokenWord.isValid(parts[1]), let code = Base64URL.decode(parts[3])
      else { throw .malformed }
      let key = try key(String(decoding: parts[1], as: UTF8.self))
      let signed = bytes[..<parts[2].endIndex]
      guard
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key.secret)
      else { throw .wrongSignature }
      guard let payload = Base64URL.decode(parts[2]), let deadline = Deadline(payload: payload)
      else { throw .malformed }
      return deadline
    }

    private func key(_ id: String) throws(DeadlineRefusal) -> DeadlineKey {
      guard let key = keys[id] else { throw .unknownKey(id) }
      return key
    }
  }
#endif
