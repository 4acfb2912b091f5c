extension Processor {
  /// Prefetches some lines from where the word at an address leads.
  ///
  /// The word is looked at as it stands: to copy a reference would wait for what is to be prefetched. A prefetch
  /// is a hint, and so it does no harm if the word is no address.
  @inline(__always)
  static func prefetchTarget(_ word: UnsafeRawPointer, lines: Int) {
    prefetch(word.load(as: UnsafeRawPointer?.self), lines: lines)
  }
}
