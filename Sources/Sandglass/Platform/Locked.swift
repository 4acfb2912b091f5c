/// A value that is guarded by a lock.
///
/// The value is allocated separately, because a stored property would add a runtime exclusivity check to each access.
// Sendable: the value is accessed only while the lock is held: by `withLock`, and between `acquire` and `release`.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = ShortLock()
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Yields the lock to a thread that is waiting for it, if there is one. Call this without holding the lock.
  package func giveWay() {
    lock.giveWay()
  }

  /// Calls `body` with the value while holding the lock, which is not recursive.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }

  /// Acquires the lock. Returns the place of the value, which may be used until ``release()``.
  ///
  /// For callers that must not copy what comes before and after the access into each of their own callers. The lock is
  /// not recursive.
  func acquire() -> UnsafeMutablePointer<Value> {
    lock.lock()
    return value
  }

  /// Releases the lock that ``acquire()`` has acquired.
  func release() {
    lock.unlock()
  }

  /// Calls `body` with the value and an argument that it consumes, while holding the lock.
  package func withLock<Argument, Result>(
    _ argument: consuming Argument, _ body: (inout Value, consuming Argument) -> Result
  ) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value.pointee, consume argument)
  }
}

extension Locked: CustomReflectable where Value: ~Copyable {
  /// An empty mirror. Code that reflects this object does not hold the lock, and a value that cannot be copied cannot
  /// be reflected. Swift Testing reflects every value in a failed expectation.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
