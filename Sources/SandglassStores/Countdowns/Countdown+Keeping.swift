public import Sandglass
import SandglassCore
public import SandglassLedger

// A kept countdown writes its record when its state changes, and never on a tick. It writes on its timekeeper's saving
// queue, so no call waits for a write. All operations that wait are applied to the newest record in one update, so
// changes in quick succession cost only one write.

// MARK: - The record

extension Countdown {
  /// The id of a kept countdown's record; nil without a record.
  public var id: String? { timekeeper.withLock { core.recordKeeper?.id } }

  /// The target of the current run, or of the next start.
  package var currentTarget: CountdownTarget {
    recorded { $0.flatMap { $0.isEmpty ? nil : $0.target } }
      ?? timekeeper.withLock { core.nextTarget }
  }

  /// The certainty of the countdown's values. It is exact unless the countdown continues a run that was found in a
  /// store.
  public var certainty: Certainty {
    recorded { $0?.certainty ?? .exact }
  }

  /// The state that was found in the store, and its certainty; nil if no record was found, and after the next start.
  public var restoration: RestoredCountdown? {
    timekeeper.withLock { core.recordKeeper?.restoration }
  }
}

extension Countdown {
  private func recorded<Value>(_ value: (CountdownRecord?) -> Value) -> Value {
    observed(\.state, ticks: false) { core, now in
      value(core.recordKeeper.map { $0.ledger.record(at: $0.instant(at: now, on: timekeeper)) })
    }
  }
}

extension Countdown {
  /// The target and the options that the latest call to ``CountdownStore/countdown(_:startingFrom:options:label:)``
  /// requested, if this countdown already existed with different ones, or its record has another target; nil if there
  /// is no difference.
  ///
  /// The existing countdown is not changed. To replace it, discard it first, or use a different id.
  public var refusedOptions: RefusedOptions? {
    observed(\.state, ticks: false) { core, _ in core.recordKeeper?.refused }
  }
}

// MARK: - Saving

extension Countdown {
  /// The error that prevented the record from being read or written; nil if there was none.
  ///
  /// The countdown keeps running regardless. The next change of state tries to write the record again, and so does
  /// ``Timekeeper/refresh()`` while the countdown is running.
  public var storeError: CountdownStoreError? {
    observed(\.state, ticks: false) { core, _ in core.recordKeeper?.error }
  }

  /// Waits until all changes so far have been written.
  ///
  /// - Throws: The ``storeError``, if there is one.
  public func saved() async throws(CountdownStoreError) {
    await timekeeper.savesAreDone()
    if let error = storeError { throw error }
  }

  /// Whether the record lacks a change that this process has made.
  package var hasUnwrittenChanges: Bool {
    timekeeper.withLock { core.recordKeeper?.log.calls.contains { !$0.operation.isQuiet } ?? false }
  }

  /// Tries again to write what could not be written, or else reads the record again.
  package func exchangeRecord() {
    if storeError?.kind == .notSaved { return attend() }
    timekeeper.perform { state, _ in
      guard let recordKeeper = core.recordKeeper else { return }
      recordKeeper.saver.readSoon([recordKeeper.id], in: &state)
    }
  }

  /// Delivers what this process may deliver, and saves what must be saved.
  func attend() {
    timekeeper.perform { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in
        core.attend(to: self, at: now, in: &state)
      }
    }
  }
}

// MARK: - The finish of a kept countdown

extension Countdown {
  /// Marks the finish as handled, so that its record can be removed. Returns false if there is no finish to handle.
  ///
  /// Call this from code that reads ``state`` and does not receive the finish. Closures that are bound to the finish,
  /// and readers of ``readings``, handle the finish without this call.
  @discardableResult
  public func acknowledgeFinish() -> Bool {
    change { core, now, state in
      core.advance(self, to: now, in: &state)
      guard let recordKeeper = core.recordKeeper else { return false }
      let instant = recordKeeper.instant(at: now, on: timekeeper)
      let finishes = recordKeeper.ledger.record(at: instant).pending.filter { $0.kind == .finish }
      guard let last = finishes.last else { return false }
      for finish in finishes { core.keep(.acknowledge(finish), of: self, at: now, in: &state) }
      core.reportToWaiters(of: last, at: instant, in: &state)
      return true
    }
  }

  /// Whether the finish of a run has not been handled yet.
  package var hasPendingFinish: Bool { pendingEvents.contains { $0.kind == .finish } }

  /// The events of the record that no receiver has handled yet, in order. An event that is being delivered is among
  /// them; empty without a record.
  package var pendingEvents: [PendingEvent] {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      guard let recordKeeper = core.recordKeeper else { return [] }
      return recordKeeper.ledger.record(at: recordKeeper.instant(at: now, on: timekeeper)).pending
    }
  }

  /// Ends the current run and removes the record, in every state. Pending events are dropped.
  ///
  /// A run in progress is cancelled, and overtime is stopped. Without a record, nothing else happens. A countdown that
  /// has finished stays finished, and its next start uses the latest duration; ``Countdown/reset(for:)`` sets another.
  public func discard() {
    change { core, now, state in
      core.advance(self, to: now, in: &state)
      guard let recordKeeper = core.recordKeeper else {
        _ = core.cancel(self, at: now, in: &state)
        return
      }
      let instant = recordKeeper.instant(at: now, on: timekeeper)
      let finish = recordKeeper.ledger.record(at: instant).pending.last { $0.kind == .finish }
      _ = core.cancel(self, at: now, in: &state)
      core.keep(.discard, of: self, at: now, in: &state)
      core.reportToWaiters(of: finish, at: instant, in: &state)
    }
  }
}

extension Timekeeper {
  /// Returns the PID of the living process that delivers the events of a record; nil if there is none.
  package func process(
    reporting record: CountdownRecord, at now: ClockInstant
  ) -> Int32? {
    guard let lease = record.lease, !lease.hasEnded(at: now), life(of: lease.process) != .ended
    else { return nil }
    return lease.process.number
  }
}
