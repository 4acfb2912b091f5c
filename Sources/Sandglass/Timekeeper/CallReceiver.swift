/// An object that receives calls on a queue. At most one of its calls is waiting at any time, because the next call
/// replaces it.
///
/// The next call is added after all waiting callbacks. Calls are numbered, so that the receiver can distinguish an
/// earlier call, which a hop has already taken, from the latest one.
protocol CallReceiver: AnyObject, Sendable {
  /// Receives the call with the given number, on the queue.
  func deliver(_ number: UInt64)

  /// Notes the new place of the waiting call. Called under the timekeeper's lock.
  func noteMoved(to place: Outbox.Place)
}
