/// What a program has measured: numbers by name.
struct Figures: Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: Double]

  init(dictionaryLiteral elements: (String, Double)...) {
    values = Dictionary(elements) { _, last in last }
  }

  subscript(name: String) -> Double? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// One line for each figure: its name and its value.
  var text: String {
    values.keys.sorted().compactMap { name in values[name].map { "\(name) \($0)" } }
      .joined(separator: "\n")
  }
}
