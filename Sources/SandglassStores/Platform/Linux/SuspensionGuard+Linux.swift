#if os(Linux) || os(Android)
  extension SuspensionGuard {
    /// Always nil, because Linux does not kill a process that is suspended while it holds a lock.
    static func forChange(inFolder folder: Int32) -> SuspensionGuard? { nil }
  }
#endif
