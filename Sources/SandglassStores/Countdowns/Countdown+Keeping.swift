public import Sandglass
public import SandglassCore
public import SandglassLedger

// A kept countdown writes its record when its state changes, and never on a tick. It writes on its timekeeper's saving
// queue, so no call waits for a write. All operations that wait are applied to the newest record in one update, so
// changes in quick succession cost only one write.

// MARK: - Keeping

extension Countdown {
  /// Returns the countdown that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let focus = Countdown.kept("focus", in: store, startingFrom: .seconds(25 * 60))
  /// ```
  ///
  /// Each timekeeper has at most one countdown for each record. While that countdown exists, every call returns it, so
  /// a SwiftUI view can make this call in an initialiser that runs repeatedly. If a call requests a different target or
  /// different options, ``refusedOptions`` contains them.
  ///
  /// If there is no such countdown, the store is read before this returns. A recorded run continues with its total and
  /// its deadline, and with these `options`. A later start counts down from the duration of the latest one, which is in
  /// the record. If it is not `duration`, ``refusedOptions`` says so. If the store cannot be read, the countdown is idle,
  /// and ``storeError`` contains the reason.
  ///
  /// This call writes nothing, unless the label is a different one. Any process may change the countdown, and the
  /// others show the change. The record is removed when the countdown is cancelled or discarded, and when its finish
  /// has been handled. With ``CountdownOptions/keepsRecord``, it is removed only when the countdown is discarded.
  ///
  /// A milestone, the end of a phase or a finish that becomes due is pending in the record, even if no process is
  /// running the countdown. It is delivered to all receivers that are bound at that time, or else soon after one is
  /// bound, and leaves the record when a receiver has handled it. A finish is handled when one of the following has
  /// happened:
  ///
  /// - A closure that is bound to the finish, to the end or to changes has returned.
  /// - A call to ``finished()`` has received the end.
  /// - A reader has reached the end of the sequence ``readings``.
  ///
  /// Of several processes, one delivers each event. <doc:KeepingCountdowns> contains the details.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - duration: The duration that each start counts down from, if there is no record. If it is zero or less, the
  ///     countdown finishes immediately when it is started.
  ///   - options: How the countdown counts, and what it reports.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    startingFrom duration: Duration,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .duration(duration), options: options)
  }

  /// Returns the countdown that a store keeps under an id, or a new one that counts down to a wall-clock time.
  ///
  /// This is the same as ``kept(_:in:startingFrom:options:label:on:)``, but with a wall-clock time as the target. If there
  /// is a record, its end stays. ``moveEnd(to:)-(WallMoment)`` moves it.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    until end: WallMoment,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .wall(end), options: options)
  }

  /// Returns the countdown that a store keeps under an id, or a new one that counts down to the next of the times on the
  /// wall clock.
  ///
  /// The record contains the end of the run, and not the times. If that end has passed while no process ran the
  /// countdown, it has finished, and ``restart()`` counts down to the next time from now. If the end still lies ahead,
  /// but another time is the next now, the end moves there.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - times: The times. If none are left, the countdown has 584 years left.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    untilNext times: WallTimes,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let countdown = KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: nil, options: options)
    countdown.count(toNextOf: times)
    return countdown
  }

  /// Returns the countdown that a store keeps under an id, or a new one that runs through phases.
  ///
  /// This is the same as ``kept(_:in:startingFrom:options:label:on:)``, but with phases as the target. A recorded run
  /// continues in the phase that it has reached, with the phases in its record.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - phases: The phases of one round.
  ///   - rounds: The number of rounds.
  ///   - options: The unit, the rounding, the milestones of each phase, and whether overtime is counted after the last
  ///     phase.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    phases: [Phase],
    rounds: Int = 1,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .phases(PhasePlan(phases, rounds: rounds)), options: options)
  }

  /// Returns the countdown that a store keeps under an id; nil if there is none.
  ///
  /// This is for callers that do not know the target. The target, the options and the label come from the record.
  /// Otherwise this is the same as ``kept(_:in:startingFrom:options:label:on:)``. ``restoration`` is the state that was
  /// found in the store.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record; nil if there is no record.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func kept(
    _ id: String, in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> Countdown? {
    try KeptRequest(id, in: store, label: nil, on: timekeeper).countdown()
  }

  /// Returns the current state of a kept countdown, for code that only displays it, such as a widget. Returns nil if
  /// there is no record.
  ///
  /// This does not create a countdown or write anything. It reads the store once, and does not wait for other
  /// processes.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - store: The store of the record.
  ///   - timekeeper: The timekeeper whose clocks are used.
  /// - Returns: The current state of the countdown, and its certainty.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func look(
    at id: String, in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> RestoredCountdown? {
    guard let record = try store.countdownRecords.read(id) else { return nil }
    let clocks = timekeeper.clocks
    return record.restored(
      at: ClockInstant(
        steady: clocks.steady, wall: clocks.wall, boot: timekeeper.bootIdentity))
  }

  /// Returns all countdowns that a store keeps, in the order in which they were first started, or into which a board has
  /// moved them.
  ///
  /// This calls ``kept(_:in:on:)`` for each id. A record that cannot be read yields a failure after the others, and does
  /// not affect them.
  ///
  /// - Returns: For each id, a countdown or the error that prevented reading its record.
  /// - Throws: The store's error, if the store cannot list its ids.
  public static func allKept(
    in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> [(id: String, result: Result<Countdown, CountdownStoreError>)] {
    var countdowns: [(id: String, countdown: Countdown)] = []
    var failures: [(id: String, result: Result<Countdown, CountdownStoreError>)] = []
    for id in try store.countdownRecords.ids() {
      do throws(CountdownStoreError) {
        if let countdown = try kept(id, in: store, on: timekeeper) {
          countdowns.append((id, countdown))
        }
      } catch {
        failures.append((id, .failure(error)))
      }
    }
    let places = timekeeper.withLock { countdowns.map { $0.countdown.place } }
    let ordered = zip(countdowns, places).sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
    return ordered.map { ($0.0.id, .success($0.0.countdown)) } + failures
  }

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
  /// The target and the options that the latest call to ``kept(_:in:startingFrom:options:label:on:)`` requested, if
  /// this countdown already existed with different ones, or its record has another target; nil if there is no difference.
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
      let record = recordKeeper.ledger.record(at: recordKeeper.instant(at: now, on: timekeeper))
      let finishes = record.pending.filter { $0.kind == .finish }
      for finish in finishes { core.keep(.acknowledge(finish), of: self, at: now, in: &state) }
      if !finishes.isEmpty { core.reportToWaiters(in: &state) }
      return !finishes.isEmpty
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
  /// A run in progress is cancelled, and overtime is stopped. Without a record, nothing else happens.
  public func discard() {
    change { core, now, state in
      _ = core.cancel(self, at: now, in: &state)
      core.keep(.discard, of: self, at: now, in: &state)
      core.reportToWaiters(in: &state)
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
