/// A row or an event that cannot be read. It is left alone, and the others go on.
public struct DamagedRow: Sendable, Hashable {
  /// The number of the row in its table.
  public let number: Int64

  /// What is wrong with it.
  public let text: String

  package init(number: Int64, text: String) {
    self.number = number
    self.text = text
  }
}
