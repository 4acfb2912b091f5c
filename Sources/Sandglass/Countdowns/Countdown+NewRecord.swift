import SandglassCore

extension Countdown {
  /// Keeps a countdown that runs already and has no record: under the first id that nobody has.
  ///
  /// So a countdown begins at once, however long the disk takes. This waits for that, and is not for a thread that people
  /// wait for.
  ///
  /// - Parameters:
  ///   - store: Where to keep it.
  ///   - label: What people call it.
  ///   - ids: The ids to try.
  /// - Returns: The id; nil if none is free, or if the countdown has ended before it was kept.
  /// - Throws: The store's error.
  package func keep(
    in store: any CountdownStore, label: String?, underOneOf ids: some Sequence<String>
  ) throws(CountdownStoreError) -> String? {
    for id in ids {
      guard let draft = newRecord(id, in: store, label: label) else { return nil }
      if let record = try timekeeper.claimant.create(draft.record, in: store) {
        if take(draft, writtenAs: record) { return id }
        // It has ended meanwhile, and tells that without a record.
        try timekeeper.claimant.remove(id, in: store)
        return nil
      }
    }
    return nil
  }

  /// Keeps the countdown no more, and removes its record. This waits for the disk as well.
  package func ceaseKeeping() {
    let former = timekeeper.perform { state, _ -> CountdownKeeping? in
      guard let keeping = core.keeping else { return nil }
      core.keeping = nil
      state.keepers[keeping.key] = nil
      return keeping
    }
    // A record that cannot be removed is that of a process that has ended soon, and is told of then.
    if let former { try? timekeeper.claimant.remove(former.id, in: former.store) }
  }

  /// A record that is not written yet, and what the countdown was when it was made.
  private struct Draft {
    let record: CountdownRecord
    let keeping: CountdownKeeping
    let machine: MachineState
  }

  /// What a record tells of a machine.
  private struct MachineState: Equatable {
    let state: CountdownState
    let total: Duration
    let deadline: Moment?
    let phaseIndex: Int

    /// What remains, where no deadline says so.
    let remaining: Duration?

    init(_ machine: CountdownMachine) {
      state = machine.state
      total = machine.wholeDuration
      deadline = machine.deadline
      phaseIndex = machine.phaseIndex
      // Of what is paused it is the same at every moment.
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

  /// Notes that the record has been written; false if the countdown has ended since it was made. What else has happened
  /// meanwhile is written soon.
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
