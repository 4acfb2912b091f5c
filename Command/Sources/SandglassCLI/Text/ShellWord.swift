/// Makes text safe to copy into a command line of a shell.
enum ShellWord {
  /// Returns the text as one word of a command that is shown, within quotes if it needs them.
  static func of(_ text: String) -> String {
    let text = VisibleText.of(text)
    guard text.isEmpty || !text.allSatisfy(isPlain) || text.hasPrefix("=") else { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_.,:/@%+=".contains(character)
  }
}
