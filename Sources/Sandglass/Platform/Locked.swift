/// A value behind a lock.
///
/// The value has memory of its own, so that nothing but the lock guards it: for a stored property
/// each access would be checked once more while the program runs.
// Sendable: the value is touched by `withLock` alone, which holds the lock.
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

  /// Lets somebody have the lock who waits for it; to be called while not holding it.
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

  /// The same, for a `body` that takes something over.
  package func withLock<Argument, Result>(
    _ argument: consuming Argument, _ body: (inout Value, consuming Argument) -> Result
  ) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value.pointee, consume argument)
  }
}

extension Locked: CustomReflectable where Value: ~Copyable {
  /// Shows nothing: whoever looks from outside does not hold the lock, and a value that cannot
  /// be copied cannot be shown. Swift Testing looks into all that a failed expectation names.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
