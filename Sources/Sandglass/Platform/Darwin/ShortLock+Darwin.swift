#if canImport(Darwin)
  import Darwin
  import os

  /// The system's unfair lock.
  struct ShortLock: ~Copyable {
    /// The lock is allocated separately, because the system identifies it by its address.
    private let mutex: UnsafeMutablePointer<os_unfair_lock>

    init() {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: os_unfair_lock())
    }

    deinit {
      mutex.deallocate()
    }

    @inline(__always)
    func lock() {
      os_unfair_lock_lock(mutex)
    }

    @inline(__always)
    func unlock() {
      os_unfair_lock_unlock(mutex)
    }

    /// Lets another thread run. This always yields, because the system does not report whether a thread is waiting for
    /// the lock.
    func giveWay() {
      sched_yield()
    }
  }
#endif
