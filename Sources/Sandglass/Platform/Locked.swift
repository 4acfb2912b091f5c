/// A value that is guarded by a lock.
///
/// The value is allocated separately, because a stored property would add a runtime exclusivity check to each access.
// Sendable: only `withLock` accesses the value, and it holds the lock during the access.
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
