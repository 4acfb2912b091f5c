/// The figures that a program has measured, by name.
struct Figures: Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: Double]

  init(dictionaryLiteral elements: (String, Double)...) {
    values = Dictionary(elements) { _, last in last }
  }

  subscript(name: String) -> Double? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The figures as text, one name and value per line.
  var text: String {
    values.keys.sorted().compactMap { name in values[name].map { "\(name) \($0)" } }
      .joined(separator: "\n")
  }
}
