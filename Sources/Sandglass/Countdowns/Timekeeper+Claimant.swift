extension Timekeeper {
  /// The process, as it claims the records of kept countdowns.
  package var claimant: RecordClaimant {
    RecordClaimant(process, now: { self.now }, life: { self.life(of: $0) })
  }
}
