extension Memory {
  /// Has the processor fetch some lines from where the word at an address leads.
  ///
  /// The word is looked at as it stands: to copy a reference would wait for what is to be fetched. To fetch is a
  /// hint, and so it does no harm if the word is no address.
  @inline(__always)
  static func follow(_ word: UnsafeRawPointer, lines: Int) {
    fetch(word.load(as: UnsafeRawPointer?.self), lines: lines)
  }
}
