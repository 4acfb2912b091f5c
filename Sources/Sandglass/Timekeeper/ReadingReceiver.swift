import SandglassCore

/// Somebody who receives readings on a queue.
///
/// A class and not a protocol, so that a reading on its way is no larger by a table of what is behind it.
// Sendable: it has no state. What is derived from it has a proof of its own.
class ReadingReceiver: @unchecked Sendable {
  /// Receives a reading on the queue.
  ///
  /// - Parameters:
  ///   - reading: What was told at `moment`.
  ///   - moment: When it was told.
  ///   - version: What the receiver gave with it, to tell whether it is stale.
  func deliver(_ reading: Reading, from moment: Moment, version: Int) {
    preconditionFailure("\(type(of: self)) has not said what it does with a reading.")
  }

  /// The reading that waits has another place. Called under the timekeeper's lock.
  func noteMoved(to place: Outbox.Place) {
    preconditionFailure("\(type(of: self)) has not said where its reading waits.")
  }
}
