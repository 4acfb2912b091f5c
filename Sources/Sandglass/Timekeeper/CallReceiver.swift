/// Somebody who is called on a queue, for one thing at a time: a call that still waits gives way to the next.
///
/// The next one comes behind all that was told before it. So calls are numbered, and each stands where it was told.
protocol CallReceiver: AnyObject, Sendable {
  /// Receives the call of that number, on the queue.
  func deliver(_ number: UInt64)

  /// The call that waits has another place. Called under the timekeeper's lock.
  func noteMoved(to place: Outbox.Place)
}
