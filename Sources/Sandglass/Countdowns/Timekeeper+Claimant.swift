extension Timekeeper {
  /// This process as a claimant of the records of kept countdowns.
  package var claimant: RecordClaimant {
    RecordClaimant(process, now: { self.now }, life: { self.life(of: $0) })
  }
}
