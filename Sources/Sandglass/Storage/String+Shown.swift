extension String {
  /// This text in quotes on one line, for an error; what exceeds 60 characters is left out.
  var shown: String {
    let scalars = unicodeScalars.prefix(61)
    let start = String(String.UnicodeScalarView(scalars.prefix(60)))
    return start.debugDescription + (scalars.count > 60 ? "…" : "")
  }
}
