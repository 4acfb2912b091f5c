/// What tells one run of a system from another: moments are comparable within one boot alone.
public struct BootIdentity: Sendable, Hashable {
  /// The identity as the system states it.
  public let text: String

  /// Makes the identity that `text` states.
  public init(_ text: String) {
    self.text = text
  }
}
