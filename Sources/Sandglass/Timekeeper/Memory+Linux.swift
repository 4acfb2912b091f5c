#if os(Linux)
  internal import CTimerDescriptor

  /// What the processor may be told of memory.
  enum Memory {
    /// Whether to fetch does anything.
    static var canFetch: Bool { true }

    /// Has the processor fetch some lines of 64 bytes from an address, which need not be one.
    @inline(__always)
    static func fetch(_ address: UnsafeRawPointer?, lines: Int) {
      for line in 0..<lines { sandglass_prefetch(address, line) }
    }
  }
#endif
