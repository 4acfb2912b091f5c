/// Which kept countdown is to be counted on, and how to tell of it.
struct AttachRequest: Equatable {
  /// Its id or its label.
  var word: String
  var isJSON = false
  var isQuiet = false

  /// How to tell of what runs.
  var manner: OutputOptions { OutputOptions(isJSON: isJSON, isQuiet: isQuiet) }
}
