import SandglassCore

/// What records of versions 1 to 3 had in place of pending events and a lease.
struct FormerRecord {
  /// The end of a phase that no closure had received.
  struct PhaseEnd {
    let index: Int
    let ended: WallMoment
    let isSkipped: Bool
  }

  /// The claim of the process that ran the countdown.
  struct Claim {
    let process: ProcessIdentity

    /// When the claim was made, on the steady clock of the process's boot.
    let made: Moment
  }

  let ends: [PhaseEnd]
  let claim: Claim?
}

extension CountdownRecord {
  /// Creates a record from the contents of an earlier version.
  ///
  /// A finish that had not been handled, and phase ends that had not been received, are pending. If the deadline had
  /// passed when the record was written, its finish had not been handled.
  init(
    id: String, label: String?, state: State, target: Target, total: Duration, phaseIndex: Int,
    options: CountdownOptions, written: Instant, certainty: Certainty, former: FormerRecord
  ) {
    var (state, finish) = (state, WallMoment?.none)
    switch state {
    case .finished(let end):
      finish = end
    case .running(let deadline, let wallDeadline)
    where wallDeadline <= written.wall && deadline <= written.steady
      && target.plan?[phaseIndex + 1] == nil:
      finish = wallDeadline
      state =
        options.countsPastZero
        ? .overtime(deadline: deadline, wallDeadline: wallDeadline) : .finished(at: wallDeadline)
    case .idle, .running, .paused, .overtime:
      break
    }
    let count = target.plan?.count ?? 0
    var pending: [PendingEvent] = []
    func add(_ kind: PendingEvent.Kind, _ index: Int, _ total: Duration, at wall: WallMoment) {
      pending.append(
        PendingEvent(
          kind, run: 1, number: pending.count + 1, phaseIndex: index, total: total,
          at: Instant(steady: .origin, wall: wall, boot: nil)))
    }
    for end in former.ends where (0..<count).contains(end.index) {
      let duration = target.plan?[end.index]?.duration ?? .zero
      add(.phaseEnd(isSkipped: end.isSkipped), end.index, duration, at: end.ended)
    }
    if let finish { add(.finish, phaseIndex, total, at: finish) }
    self.init(
      id: id, label: label, state: state, target: target, total: total, phaseIndex: phaseIndex,
      options: options, written: written, certainty: certainty, run: 1,
      eventCount: pending.count, started: written.wall, pending: pending,
      lease: former.claim.map { claim in
        var until = claim.made
        if case .running(let deadline, _) = state { until = max(deadline, until) }
        return Lease(to: claim.process, until: until + Lease.grace)
      })
  }
}
