extension CountdownRecord {
  /// The moment of the next milestone, phase end or finish, unless the countdown is changed; `nil` if nothing will
  /// become due.
  ///
  /// At that moment and not earlier, ``settled(at:)`` adds an event.
  package var nextDue: Moment? {
    guard case .running = state else { return nil }
    return RecordReplay(self, at: written).nextDue
  }
}

extension RecordReplay {
  /// The moment of the next event on the clock of the record. The replay must be at the instant of the record.
  fileprivate var nextDue: Moment? { machine.nextDue(wantsMilestones: true)?.moment }
}
