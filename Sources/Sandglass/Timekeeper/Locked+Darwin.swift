#if canImport(Darwin)
  import os

  /// A value behind a lock.
  // Sendable: the value is touched by `withLock` alone, which holds the lock.
  package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<os_unfair_lock>
    private var value: Value

    package init(_ value: consuming sending Value) {
      self.value = value
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: os_unfair_lock())
    }

    deinit {
      mutex.deallocate()
    }

    /// Calls `body` with the value while holding the lock, which is not recursive.
    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      os_unfair_lock_lock(mutex)
      defer { os_unfair_lock_unlock(mutex) }
      return try body(&value)
    }
  }

  extension Locked: CustomReflectable where Value: ~Copyable {
    /// Shows nothing: whoever looks from outside does not hold the lock, and a value that cannot
    /// be copied cannot be shown. Swift Testing looks into all that a failed expectation names.
    package var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
