package import Sandglass
import SandglassCore
package import SandglassLedger

extension Countdown {
  /// Keeps countdowns that have already been started without records, each under the first unused of its ids.
  ///
  /// Because a countdown can be kept after it has been started, it can begin immediately, however slow the disk is. All
  /// records are written together. This method blocks until they are on disk, so do not call it on a thread that must
  /// stay responsive.
  ///
  /// - Parameters:
  ///   - requests: For each countdown, its label and the ids to try, in order. All are on one timekeeper.
  ///   - store: The store of the records.
  /// - Returns: For each countdown, its id, or the error that prevented keeping it; nil if all ids are in use, or if the
  ///   countdown ended before it was kept.
  package static func keep(
    _ requests: [(countdown: Countdown, label: String?, ids: AnySequence<String>)],
    in store: any CountdownRecordStore
  ) -> [Result<String, CountdownStoreError>?] {
    guard let timekeeper = requests.first?.countdown.timekeeper else { return [] }
    // The store is already watched before the records are written, so that no change after that is missed.
    let saver = RecordSaver<Countdown>.shared(by: RecordAccess(store), on: timekeeper)
    var results = [Result<String, CountdownStoreError>?](repeating: nil, count: requests.count)
    let ids = requests.map { $0.ids.makeIterator() }
    var left = Array(requests.indices)
    while !left.isEmpty {
      var drafts: [RecordID: (place: Int, record: CountdownRecord, machine: CountdownMachine)] = [:]
      for place in left {
        var next = ids[place].next()
        // Another countdown of this call may try the same one.
        while let id = next, drafts[RecordID(id)] != nil { next = ids[place].next() }
        guard let id = next else { continue }
        let (countdown, label, _) = requests[place]
        guard let (record, machine) = countdown.newRecord(id, label: label) else { continue }
        drafts[RecordID(id)] = (place, record, machine)
      }
      let tried = drafts.values.map(\.record.id)
      let reports = saver.reportCount
      var taken: Set<RecordID> = []
      var folders = [FolderIdentity?](repeating: nil, count: tried.count)
      let errors = saver.store.update(tried, &folders) { id, present in
        let key = RecordID(id)
        if present == nil { taken.remove(key) } else { taken.insert(key) }
        guard present == nil, let draft = drafts[key] else { return .none }
        return .save(draft.record)
      }
      left = []
      for ((id, error), folder) in zip(zip(tried, errors), folders) {
        guard let draft = drafts[RecordID(id)] else { continue }
        if let error {
          results[draft.place] = .failure(error)
        } else if taken.contains(RecordID(id)) {
          left.append(draft.place)
        } else {
          let isKept = requests[draft.place].countdown.take(
            draft.record, of: draft.machine, in: folder, savedBy: saver, after: reports)
          results[draft.place] = isKept ? .success(id) : nil
        }
      }
    }
    return results
  }

  /// Returns the record of a countdown that has none, with the lease that this process needs, and the machine of which it
  /// was made; nil if it is neither running nor paused.
  private func newRecord(
    _ id: String, label: String?
  ) -> (record: CountdownRecord, machine: CountdownMachine)? {
    let boot = timekeeper.bootIdentity
    return timekeeper.perform { state, now in
      advance(to: now, in: &state)
      guard core.recordKeeper == nil else { return nil }
      let instant = timekeeper.instant(at: now, boot: boot)
      guard var record = core.record(id, label: label, startedAt: instant.wall, at: instant) else {
        return nil
      }
      record.updateLease(
        of: timekeeper.process(in: boot), receivers: core.listeners.pendingKinds,
        isDelivering: false, mayRelease: false, at: instant,
        life: CountdownRecordKeeper.assumedAlive)
      return (record, core.machine)
    }
  }

  /// Attaches a record that was written to the countdown. What has changed in the meantime is written now. Returns false
  /// if the countdown has ended in the meantime. Its end has been reported without a record.
  private func take(
    _ record: CountdownRecord, of machine: CountdownMachine, in folder: FolderIdentity?,
    savedBy saver: RecordSaver<Countdown>, after reports: UInt64
  ) -> Bool {
    let recordKeeper = CountdownRecordKeeper(
      record.id, label: record.label, options: record.options, target: record.target,
      savedBy: saver, on: timekeeper)
    recordKeeper.folder = folder
    _ = recordKeeper.note(.found(.success(record)))
    return timekeeper.perform { state, now in
      advance(to: now, in: &state)
      let instant = recordKeeper.instant(at: now, on: timekeeper)
      guard
        let present = core.record(
          record.id, label: record.label, startedAt: record.started, at: instant)
      else {
        recordKeeper.append(.discard, at: instant)
        saver.save(recordKeeper, of: nil, in: &state)
        return false
      }
      core.apply(to: self, at: now, in: &state) { core, state in
        recordKeeper.numbers = core.numbers
        core.keeper = recordKeeper
        state.keepers[recordKeeper.key] = WeakReference(self)
        // What has become due since the record was made has been reported without it.
        let isOutdated =
          !core.machine.goesOn(as: machine, at: now) || present.eventCount != record.eventCount
          || !record.settled(at: instant).pending.isEmpty
        if isOutdated {
          // Another process may have read the record that was written.
          var changed = present
          changed.revise(by: "become", nil, at: instant)
          core.keep(.become(changed), of: self, at: now, in: &state)
        }
        core.attend(to: self, at: now, in: &state)
      }
      saver.readAgain(record.id, after: reports, in: &state)
      return true
    }
  }
}

extension CountdownCore {
  /// Returns a record of the machine's run; nil if it is neither running nor paused.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - label: The label.
  ///   - start: The time by which records are ordered and runs are numbered.
  ///   - now: The current instant.
  /// - Returns: The record.
  fileprivate func record(
    _ id: String, label: String?, startedAt start: WallMoment, at now: ClockInstant
  ) -> CountdownRecord? {
    guard machine.state == .running || machine.state == .paused else { return nil }
    var record = CountdownRecord(
      id: id, label: label, state: .idle, target: nextTarget, total: .zero,
      options: machine.options, written: now,
      run: numbers?.run ?? CountdownRecord.number(ofRunAt: start, after: 0),
      eventCount: numbers?.count ?? 0, started: start)
    record.write(machine, at: now.steady, now, wallEnd: wallDeadline, changed: now.steady)
    return record
  }
}

extension CountdownMachine {
  /// Whether nothing but time has passed since the machine was another one.
  fileprivate func goesOn(as former: CountdownMachine, at now: Moment) -> Bool {
    guard state == former.state, wholeDuration == former.wholeDuration,
      phaseIndex == former.phaseIndex
    else { return false }
    return state == .running
      ? deadline == former.deadline : timeLeft(at: now) == former.timeLeft(at: now)
  }
}
