/// What is wrong with a row or an event that cannot be read. It is left alone, and the others go on.
package struct RowFault: Sendable, Hashable {
  package let number: Int64
  package let text: String

  package init(number: Int64, text: String) {
    self.number = number
    self.text = text
  }
}
