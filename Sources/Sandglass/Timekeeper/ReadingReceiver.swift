import SandglassCore

/// An object that receives readings on a queue.
///
/// This is a class and not a protocol, so that a waiting reading does not need space for a witness table.
// Sendable: this class has no state. Each subclass has its own proof.
class ReadingReceiver: @unchecked Sendable {
  /// Receives a reading, on the queue.
  ///
  /// - Parameters:
  ///   - reading: The reading that was sent.
  ///   - moment: When the reading was sent.
  ///   - version: The version that the receiver passed with the reading, so that it can recognise a stale reading.
  func deliver(_ reading: Reading, from moment: Moment, version: Int) {
    preconditionFailure("\(type(of: self)) does not implement deliver(_:from:version:).")
  }

  /// Notes the new place of the waiting reading. Called under the timekeeper's lock.
  func noteMoved(to place: Outbox.Place) {
    preconditionFailure("\(type(of: self)) does not implement noteMoved(to:).")
  }
}
