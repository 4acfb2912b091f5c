extension Processor {
  /// Prefetches some lines from the address that is stored in a word.
  ///
  /// The word is read as a raw pointer, because copying a reference would wait for the very memory that this
  /// prefetches. A prefetch is only a hint, so it does no harm if the word is not an address.
  @inline(__always)
  static func prefetchTarget(_ word: UnsafeRawPointer, lines: Int) {
    prefetch(word.load(as: UnsafeRawPointer?.self), lines: lines)
  }
}
