#if os(Linux)
  internal import CTimerDescriptor
#endif

extension TimekeeperState.Work {
  /// Has the processor fetch what is needed when the work at that address comes due.
  ///
  /// A million timers lie all over the memory, and to wait for one after the other takes longer than
  /// all the rest.
  static func fetch(_ work: UnsafePointer<Self>) {
    #if os(Linux)
      // The two words of a closure or of a reference to an object: one of them leads to what is needed. To
      // fetch is a hint, and so it does no harm if a word is no address.
      let words = UnsafeRawPointer(work)
      sandglass_prefetch(words.load(as: UnsafeRawPointer?.self))
      sandglass_prefetch(
        words.load(fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer?.self))
    #endif
  }
}
