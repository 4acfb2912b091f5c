#if os(Linux) || os(Android)
  internal import CSandglass

  /// Hints to the processor.
  enum Processor {
    /// Always true, because prefetching has an effect here.
    static var canPrefetch: Bool { true }

    /// Prefetches cache lines of 64 bytes, starting at `address`, which need not be valid.
    @inline(__always)
    static func prefetch(_ address: UnsafeRawPointer?, lines: Int) {
      for line in 0..<lines { sandglass_prefetch(address, line) }
    }

    /// Hints to the processor that this thread is spinning for a few nanoseconds.
    @inline(__always)
    static func pause() { sandglass_pause() }
  }
#endif
