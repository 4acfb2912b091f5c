#if os(Linux)
  extension SuspensionGuard {
    /// None: Linux suspends no process for having a lock.
    static func forChange(inFolder folder: Int32) -> SuspensionGuard? { nil }
  }
#endif
