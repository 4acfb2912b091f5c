#if os(Linux)
  extension SuspensionGuard {
    /// Always nil: Linux suspends no process because it holds a lock.
    static func forChange(inFolder folder: Int32) -> SuspensionGuard? { nil }
  }
#endif
