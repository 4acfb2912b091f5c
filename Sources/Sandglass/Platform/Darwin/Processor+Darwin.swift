#if canImport(Darwin)
  /// What can be told to the processor.
  enum Processor {
    /// Whether to prefetch does anything.
    static var canPrefetch: Bool { false }

    /// Does nothing: Swift has no name for the instruction, and nobody has measured what it gains there.
    @inline(__always)
    static func prefetch(_ address: UnsafeRawPointer?, lines: Int) {}

    /// Does nothing: Swift has no name for that instruction either.
    @inline(__always)
    static func pause() {}
  }
#endif
