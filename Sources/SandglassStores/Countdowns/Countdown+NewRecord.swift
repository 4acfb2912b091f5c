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
      var drafts: [(place: Int, record: CountdownRecord, machine: CountdownMachine)] = []
      var indices: [RecordID: Int] = [:]
      for place in left {
        var next = ids[place].next()
        // Another countdown of this call may try the same one.
        while let id = next, indices[RecordID(id)] != nil { next = ids[place].next() }
        guard let id = next else { continue }
        let (countdown, label, _) = requests[place]
        guard let (record, machine) = countdown.newRecord(id, label: label) else { continue }
        indices[RecordID(id)] = drafts.count
        drafts.append((place, record, machine))
      }
      let reports = saver.reportCount
      var isTaken = [Bool](repeating: false, count: drafts.count)
      var folders = [FolderIdentity?](repeating: nil, count: drafts.count)
      let errors = saver.store.update(drafts.map(\.record.id), &folders) { id, present in
        guard let index = indices[RecordID(id)] else { return .none }
        isTaken[index] = present != nil
        return isTaken[index] ? .none : .save(drafts[index].record)
      }
      left = []
      for (index, (draft, error)) in zip(drafts, errors).enumerated() {
        if let error {
          results[draft.place] = .failure(error)
        } else if isTaken[index] {
          left.append(draft.place)
        } else {
          let isKept = requests[draft.place].countdown.take(
            draft.record, of: draft.machine, in: folders[index], savedBy: saver, after: reports)
          results[draft.place] = isKept ? .success(draft.record.id) : nil
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
