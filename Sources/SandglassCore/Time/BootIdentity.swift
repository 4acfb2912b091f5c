/// The identity of one boot of the system. Moments are comparable only within the same boot.
public struct BootIdentity: Sendable, Hashable {
  /// The identity as reported by the system.
  public let text: String

  /// Creates an identity from the string that the system reports.
  public init(_ text: String) {
    self.text = text
  }
}
