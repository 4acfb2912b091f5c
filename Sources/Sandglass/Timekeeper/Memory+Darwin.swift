#if canImport(Darwin)
  /// What the processor may be told of memory.
  enum Memory {
    /// Whether to fetch does anything.
    static var canFetch: Bool { false }

    /// Does nothing: Swift has no name for the instruction, and nobody has measured what it gains there.
    @inline(__always)
    static func fetch(_ address: UnsafeRawPointer?, lines: Int) {}
  }
#endif
