/// A time that is written as a text which gives it back exactly.
protocol ExactText {
  /// The text that is written.
  var exactText: String { get }

  /// Reads a text; nil if it is none that could have been written.
  static func read(exactText: String) -> Self?

  /// A text of the kind that is accepted, for errors.
  static var example: String { get }
}
