#if canImport(Darwin)
  /// Hints to the processor.
  enum Processor {
    /// Always false, because prefetching has no effect here.
    static var canPrefetch: Bool { false }

    /// Does nothing. Swift does not expose the instruction, and its benefit on Apple platforms has not been measured.
    @inline(__always)
    static func prefetch(_ address: UnsafeRawPointer?, lines: Int) {}

    /// Does nothing. Swift does not expose this instruction either.
    @inline(__always)
    static func pause() {}
  }
#endif
