#if os(Linux)
  internal import CSandglassLinux

  /// What can be told to the processor.
  enum Processor {
    /// Whether to prefetch does anything.
    static var canPrefetch: Bool { true }

    /// Prefetches some lines of 64 bytes from an address, which need not be one.
    @inline(__always)
    static func prefetch(_ address: UnsafeRawPointer?, lines: Int) {
      for line in 0..<lines { sandglass_prefetch(address, line) }
    }

    /// Tells it that this thread waits for a few nanoseconds.
    @inline(__always)
    static func pause() { sandglass_pause() }
  }
#endif
