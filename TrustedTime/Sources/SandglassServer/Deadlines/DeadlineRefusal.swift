#if SERVER
  /// The reason why a token was refused. In a Hummingbird handler, the error becomes status 400.
  ///
  /// Later versions may add reasons, so a switch over them needs a default.
  public enum DeadlineRefusal: Error, Sendable, Hashable {
    /// The token is empty or too long. The value is its number of bytes.
    case wrongLength(Int)

    /// The text is not a token.
    case malformed

    /// The token has a version that this release cannot read.
    case unknownVersion(String)

    /// No accepted key has the id in the token. The key has been withdrawn, or belongs to another service. The ids of the
    /// accepted keys are left out, because the reason becomes a part of the response.
    case unknownKey(String)

    /// The token was not signed with the key that it names, or was changed afterwards.
    case wrongSignature
  }

  extension DeadlineRefusal: CustomStringConvertible {
    /// A description of the fault in one line, without characters that could harm a log.
    public var description: String {
      switch self {
      case .wrongLength(let count):
        "the token has \(count) bytes; accepted: 1 to \(DeadlineSigner.longestToken)"
      case .malformed: "the text is not a deadline's token"
      case .unknownVersion(let version):
        "the token has the version \(version); accepted: \(DeadlineSigner.version)"
      case .unknownKey(let id): "the token's key is \(id), which is not accepted"
      case .wrongSignature: "the token's signature is wrong"
      }
    }
  }
#endif
