import SandglassCore

extension Countdown {
  /// Keeps a countdown that has already been started without a record, under the first unused id.
  ///
  /// Because a countdown can be kept after it has been started, it can begin immediately, however slow the disk is.
  /// This method blocks until the record has been written to disk, so do not call it on a thread that must stay
  /// responsive.
  ///
  /// - Parameters:
  ///   - store: The store of the record.
  ///   - label: The label to display.
  ///   - ids: The ids to try, in order.
  /// - Returns: The id; nil if all ids are in use, or if the countdown ended before it was kept.
  /// - Throws: The store's error.
  package func keep(
    in store: any CountdownStore, label: String?, underOneOf ids: some Sequence<String>
  ) throws(CountdownStoreError) -> String? {
    for id in ids {
      guard let draft = newRecord(id, in: store, label: label) else { return nil }
      if let record = try timekeeper.claimant.create(draft.record, in: store) {
        if take(draft, writtenAs: record) { return id }
        // The countdown has ended in the meantime. Its end is reported without a record.
        try timekeeper.claimant.remove(id, in: store)
        return nil
      }
    }
    return nil
  }

  /// Stops keeping the countdown, and removes its record. This method blocks until the removal has been written to
  /// disk.
  package func ceaseKeeping() {
    let former = timekeeper.perform { state, _ -> CountdownKeeping? in
      guard let keeping = core.keeping else { return nil }
      core.keeping = nil
      state.keepers[keeping.key] = nil
      return keeping
    }
    // If the record cannot be removed, a later process finds it and reports the finish of its run.
    if let former { try? timekeeper.claimant.remove(former.id, in: former.store) }
  }

  /// A record that has not been written yet, and the state of the machine when the record was created.
  private struct Draft {
    let record: CountdownRecord
    let keeping: CountdownKeeping
    let machine: MachineState
  }

  /// The part of a machine's state that is recorded.
  private struct MachineState: Equatable {
    let state: CountdownState
    let total: Duration
    let deadline: Moment?
    let phaseIndex: Int

    /// The remaining time, if the machine is paused and therefore has no deadline.
    let remaining: Duration?

    init(_ machine: CountdownMachine) {
      state = machine.state
      total = machine.wholeDuration
      deadline = machine.deadline
      phaseIndex = machine.phaseIndex
      // The remaining time of a paused machine is the same at every moment.
      remaining = machine.state == .paused ? machine.reading(at: .origin).remaining : nil
    }
  }

  private func newRecord(_ id: String, in store: any CountdownStore, label: String?) -> Draft? {
    let boot = timekeeper.bootIdentity
    let key = RecordKey(store, id: id)
    return timekeeper.perform { state, now in
      advance(to: now, in: &state)
      let keeping = CountdownKeeping(in: store, label: label, key: key)
      keeping.noteStart()
      guard core.machine.state.lasts, core.keeping == nil,
        case .save(let record, _) = core.recordWish(
          of: keeping, at: timekeeper.clocks, boot: boot)
      else { return nil }
      return Draft(record: record, keeping: keeping, machine: MachineState(core.machine))
    }
  }

  /// Attaches the written record to the countdown. Returns false if the countdown has ended since the draft was
  /// created. Other changes since then are scheduled to be written.
  private func take(_ draft: Draft, writtenAs record: CountdownRecord) -> Bool {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      guard core.machine.state.lasts else { return false }
      return core.apply(to: self, at: now, in: &state) { core, state in
        let keeping = draft.keeping
        core.keeping = keeping
        state.keepers[keeping.key] = WeakReference(self)
        keeping.noteClaim(record)
        if MachineState(core.machine) != draft.machine { keeping.markUnsaved(self, in: &state) }
        return true
      }
    }
  }
}
