#if os(Linux)
  import Glibc

  /// Sets the limit on the number of this process's descriptors, and returns the previous limit.
  @discardableResult
  func allowDescriptors(_ count: UInt) -> UInt {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let former = UInt(limit.rlim_cur)
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return former
  }
#endif
