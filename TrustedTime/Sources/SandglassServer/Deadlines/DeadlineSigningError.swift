#if SERVER
  /// The reason why a key, a signer or a token cannot be created.
  public enum DeadlineSigningError: Error, Sendable, Hashable {
    /// The id of a key is empty, is too long, or contains characters other than ASCII letters, digits, `-` and `_`. The
    /// value is its number of bytes, because the id may be the secret: the two are easily swapped.
    case keyID(bytes: Int)

    /// The secret of a key is too short. The value is its number of bytes.
    case secret(bytes: Int)

    /// Two keys have the same id.
    case duplicateKeyID(String)

    /// The name of the deadline is empty or too long. The value is its number of bytes.
    case name(bytes: Int)
  }

  extension DeadlineSigningError: CustomStringConvertible {
    /// A description of the fault in one line.
    public var description: String {
      switch self {
      case .keyID(let count):
        "the key's id has \(count) bytes, or other characters than accepted: 1 to \(TokenWord.longest) ASCII letters, digits, - and _"
      case .secret(let count):
        "the secret has \(count) bytes; accepted: \(DeadlineKey.shortestSecret) or more"
      case .duplicateKeyID(let id): "two keys have the id \(id); accepted: one key for each id"
      case .name(let count):
        "the name has \(count) bytes; accepted: 1 to \(DeadlineSigner.longestName)"
      }
    }
  }
#endif
