/// The identity of a process, which distinguishes it from all other processes, including earlier ones with the same
/// PID.
public struct ProcessIdentity: Sendable, Hashable {
  /// The PID.
  public let number: Int32

  /// The start time of the process, as the system reports it; `nil` if it is unknown.
  public let start: String?

  /// The PID namespace of the process; `nil` if it is unknown.
  public let space: String?

  /// The boot in which the process runs; `nil` if it is unknown.
  public let boot: BootIdentity?

  /// Creates an identity.
  public init(number: Int32, start: String?, space: String?, boot: BootIdentity?) {
    self.number = number
    self.start = start
    self.space = space
    self.boot = boot
  }
}

/// Whether another process is alive, as far as this process can tell.
public enum ProcessLife: Sendable, Hashable {
  case alive
  case ended

  /// This process cannot see the other process, for example because the other process runs in a different container.
  case unknown
}

extension CountdownRecord {
  /// A process's claim to run a countdown and to report its end.
  ///
  /// A claim lapses when its process ends. For processes that cannot see the claiming process, the claim lapses
  /// ``grace`` after the end of the countdown or after the claim was made, whichever is later. The claiming process
  /// therefore stops relying on its claim before that moment.
  public struct Claim: Sendable, Hashable {
    /// How long a claim outlasts the end of the countdown for processes that cannot see the claiming process.
    public static let grace = Duration.seconds(5)

    /// The safety margin before that lapse. Within it, the claiming process no longer relies on its claim, because
    /// reporting an end takes time.
    package static let margin = Duration.seconds(2.5)

    /// The claiming process.
    public let process: ProcessIdentity

    /// When the claim was made, on the steady clock of the process's boot.
    public let made: Moment

    /// Creates a claim.
    public init(by process: ProcessIdentity, made: Moment) {
      self.process = process
      self.made = made
    }
  }

  /// Whether a process may claim a record.
  package enum Standing: Sendable, Hashable {
    /// No process has a valid claim.
    case free

    /// The process has claimed the record.
    ///
    /// `until` is the moment at which the claim lapses for processes that cannot see this process.
    case own(until: Moment)

    /// Another process has claimed the record.
    ///
    /// `until` is the moment at which the claim lapses, whatever that process does; `nil` if that process is known to
    /// be alive.
    case taken(by: ProcessIdentity, until: Moment?)
  }

  /// Returns whether a process may claim the record.
  ///
  /// - Parameters:
  ///   - process: The process that wants to claim the record.
  ///   - now: The current moment on that process's steady clock.
  ///   - life: A closure that returns whether a process of the same boot is alive, as far as `process` can tell.
  /// - Returns: The standing of the process.
  package func standing(
    for process: ProcessIdentity, at now: Moment, life: (ProcessIdentity) -> ProcessLife
  ) -> Standing {
    guard let claim else { return .free }
    let owner = claim.process
    if owner == process { return .own(until: lapse(of: claim)) }
    // A process does not outlive its boot.
    if let boot = process.boot, let other = owner.boot, boot != other { return .free }
    switch life(owner) {
    case .ended: return .free
    case .alive: return .taken(by: owner, until: nil)
    case .unknown:
      let lapse = lapse(of: claim)
      // A claim that was made later than now was made in a different boot.
      return now < lapse && now >= claim.made ? .taken(by: owner, until: lapse) : .free
    }
  }

  /// The moment at which the claim lapses for processes that cannot see the claiming process; `nil` if there is no
  /// claim.
  package var claimLapse: Moment? { claim.map(lapse) }

  private func lapse(of claim: Claim) -> Moment {
    // A deadline from a different boot is not comparable with the moment of the claim.
    if case .running(let deadline, _) = state, written.boot == claim.process.boot {
      let end = deadline + (target.plan?.duration(after: phaseIndex) ?? .zero)
      return max(end, claim.made) + Claim.grace
    }
    return claim.made + Claim.grace
  }

  /// Whether both records describe the same countdown in the same state, apart from their claims.
  package func saysTheSame(as other: CountdownRecord?) -> Bool {
    claimed(by: nil) == other?.claimed(by: nil)
  }

  /// Returns the same record with the given claim, or without a claim.
  package func claimed(by claim: Claim?) -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: state, target: target, total: total, phaseIndex: phaseIndex,
      untoldPhaseEnds: untoldPhaseEnds, options: options, written: written, certainty: certainty,
      claim: claim)
  }
}
