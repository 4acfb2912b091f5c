/// What tells one process from all others, those that had its number before it included.
public struct ProcessIdentity: Sendable, Hashable {
  /// Its number.
  public let number: Int32

  /// When it began, as its system counts that; nil where that cannot be known.
  public let start: String?

  /// Where its number means something, such as a namespace of processes; nil where that cannot be known.
  public let space: String?

  /// The boot in which it runs; nil where that cannot be known.
  public let boot: BootIdentity?

  /// Makes an identity.
  public init(number: Int32, start: String?, space: String?, boot: BootIdentity?) {
    self.number = number
    self.start = start
    self.space = space
    self.boot = boot
  }
}

/// Whether another process still lives, as far as this one can know.
public enum ProcessLife: Sendable, Hashable {
  case alive
  case ended

  /// It cannot be seen from here, as from one container into another.
  case unknown
}

extension CountdownRecord {
  /// Which process runs a countdown, and is the one to tell its end.
  ///
  /// A claim lapses with its process. Where the life of that cannot be known from outside, the claim lapses
  /// ``grace`` after the end of the countdown, or after it was made if that is later; so its process does not rely on it
  /// for longer either.
  public struct Claim: Sendable, Hashable {
    /// How much longer than the countdown lasts a claim counts for those who cannot see its process.
    public static let grace = Duration.seconds(5)

    /// How long before that its process relies on it no more: what it tells takes time.
    package static let margin = Duration.seconds(2.5)

    /// The process.
    public let process: ProcessIdentity

    /// When the claim was made, on the steady clock of that process's boot.
    public let made: Moment

    /// Makes a claim.
    public init(by process: ProcessIdentity, made: Moment) {
      self.process = process
      self.made = made
    }
  }

  /// Whether a process may claim a record.
  package enum Standing: Sendable, Hashable {
    /// Nobody has a claim that still counts.
    case free

    /// The process has claimed it.
    ///
    /// `until` is when that lapses for those who cannot see the process.
    case own(until: Moment)

    /// Another process has claimed it.
    ///
    /// `until` is when that lapses whatever the process does; nil if the process is known to live.
    case taken(by: ProcessIdentity, until: Moment?)
  }

  /// What the record is to a process.
  ///
  /// - Parameters:
  ///   - process: The process that wants to know.
  ///   - now: The present moment on its steady clock.
  ///   - life: What it knows of the life of a process of the same boot.
  /// - Returns: Whether it may claim the record.
  package func standing(
    for process: ProcessIdentity, at now: Moment, life: (ProcessIdentity) -> ProcessLife
  ) -> Standing {
    guard let claim else { return .free }
    let owner = claim.process
    if owner == process { return .own(until: lapse(of: claim)) }
    // No process outlives its boot.
    if let boot = process.boot, let other = owner.boot, boot != other { return .free }
    switch life(owner) {
    case .ended: return .free
    case .alive: return .taken(by: owner, until: nil)
    case .unknown:
      let lapse = lapse(of: claim)
      // A claim from later than now was made in another boot.
      return now < lapse && now >= claim.made ? .taken(by: owner, until: lapse) : .free
    }
  }

  /// When the claim lapses for those who cannot see its process; nil if there is none.
  package var claimLapse: Moment? { claim.map(lapse) }

  private func lapse(of claim: Claim) -> Moment {
    // What was written in another boot has its deadline on another clock.
    if case .running(let deadline, _) = state, written.boot == claim.process.boot {
      let end = deadline + (target.plan?.duration(after: phaseIndex) ?? .zero)
      return max(end, claim.made) + Claim.grace
    }
    return claim.made + Claim.grace
  }

  /// Whether another record says the same of the countdown, whoever claims it.
  package func saysTheSame(as other: CountdownRecord?) -> Bool {
    claimed(by: nil) == other?.claimed(by: nil)
  }

  /// The same record with another claim, or with none.
  package func claimed(by claim: Claim?) -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: state, target: target, total: total, phaseIndex: phaseIndex,
      untoldPhaseEnds: untoldPhaseEnds, options: options, written: written, certainty: certainty,
      claim: claim)
  }
}
