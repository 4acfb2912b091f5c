#if canImport(Darwin)
  import Darwin
  import os

  /// A value behind a lock.
  ///
  /// The value has memory of its own, so that nothing but the lock guards it: for a stored property
  /// each access would be checked once more while the program runs.
  // Sendable: the value is touched by `withLock` alone, which holds the lock.
  package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<os_unfair_lock>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: os_unfair_lock())
    }

    deinit {
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Lets somebody have the lock who waits for it; to be called while not holding it.
    ///
    /// The system does not tell whether anybody does; it has just been given back.
    package func giveWay() {
      sched_yield()
    }

    /// Calls `body` with the value while holding the lock, which is not recursive.
    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      os_unfair_lock_lock(mutex)
      defer { os_unfair_lock_unlock(mutex) }
      return try body(&value.pointee)
    }

    /// The same, for a `body` that takes something over.
    package func withLock<Argument, Result>(
      _ argument: consuming Argument, _ body: (inout Value, consuming Argument) -> Result
    ) -> Result {
      os_unfair_lock_lock(mutex)
      defer { os_unfair_lock_unlock(mutex) }
      return body(&value.pointee, consume argument)
    }
  }

  extension Locked: CustomReflectable where Value: ~Copyable {
    /// Shows nothing: whoever looks from outside does not hold the lock, and a value that cannot
    /// be copied cannot be shown. Swift Testing looks into all that a failed expectation names.
    package var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
