public import SandglassCore

extension CountdownRecord {
  /// The right of one process to deliver the pending events of a countdown, for a limited time.
  ///
  /// A lease ends when its process ends, and at the latest at ``until``. A process that was suspended for longer
  /// therefore delivers nothing until it has a new lease.
  public struct Lease: Sendable, Hashable {
    /// How long a lease outlasts the deadline of the countdown, or the moment at which it was taken.
    public static let grace = Duration.seconds(5)

    /// The process that delivers the events.
    public let process: ProcessIdentity

    /// When the lease ends, on the steady clock of the process's boot.
    public let until: Moment

    /// Creates a lease.
    public init(to process: ProcessIdentity, until: Moment) {
      self.process = process
      self.until = until
    }

    /// Returns whether the lease has ended by its own terms. A lease from a different boot has.
    package func hasEnded(at now: ClockInstant) -> Bool {
      if let boot = now.boot, let other = process.boot, boot != other { return true }
      return now.steady >= until
    }
  }

  /// Returns the valid lease of a process other than `process`; `nil` if there is none.
  package func lease(
    ofOtherThan process: ProcessIdentity, at now: ClockInstant,
    life: (ProcessIdentity) -> ProcessLife
  ) -> Lease? {
    guard let lease, lease.process != process, !lease.hasEnded(at: now),
      life(lease.process) != .ended
    else { return nil }
    return lease
  }

  /// Takes, renews or releases the lease for a process.
  ///
  /// A process wants the lease while it delivers an event, while an event is pending for which it has a receiver, and
  /// while the countdown is running and it has any receiver. It leaves the lease to others while only events are
  /// pending for which it has none.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - receivers: The kinds of events for which it has receivers.
  ///   - isDelivering: Whether it is delivering an event.
  ///   - mayRelease: Whether it has stopped delivering, so that it may release the lease.
  ///   - now: The current instant.
  ///   - life: Returns whether another process is alive.
  package mutating func updateLease(
    of process: ProcessIdentity, receivers: PendingEventKinds, isDelivering: Bool,
    mayRelease: Bool, at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) {
    let hasReceiver = pending.contains { receivers.contains($0) }
    let lacksReceiver = pending.contains { !receivers.contains($0) }
    var deadline: Moment?
    if case .running(let moment, _) = state { deadline = moment }
    let mayHaveReceiver = deadline != nil && !receivers.isEmpty && !lacksReceiver
    if isDelivering || hasReceiver || mayHaveReceiver {
      guard lease(ofOtherThan: process, at: now, life: life) == nil else { return }
      if let lease, lease.process == process, !lease.hasEnded(at: now) {
        // A lease that is long enough is left alone, so that nothing has to be written.
        guard let deadline, lease.until < deadline + Lease.grace else { return }
      }
      lease = Lease(to: process, until: max(deadline ?? now.steady, now.steady) + Lease.grace)
    } else if mayRelease, lease?.process == process {
      lease = nil
    }
  }
}
