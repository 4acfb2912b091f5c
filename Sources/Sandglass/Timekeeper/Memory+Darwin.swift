#if canImport(Darwin)
  /// What the processor may be told of memory.
  enum Memory {
    /// Does nothing: Swift has no name for the instruction, and nobody has measured what it gains there.
    @inline(__always)
    static func fetch(_ address: UnsafeRawPointer?, lines: Int) {}
  }
#endif
