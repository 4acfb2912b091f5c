package import SandglassCore

/// What one process knows of a kept countdown and does to it, a pure state machine to which the caller passes the time.
///
/// A record says what has happened to a countdown, and an ``OperationLog`` changes it.
///
/// Whatever becomes due is a pending event of the record. Of all processes, the one with the record's lease delivers
/// the events for which it has receivers. An event leaves the record when a receiver has handled it.
package struct CountdownLedger: Sendable, Hashable {
  /// The newest record, and the operations of this process.
  package var log: OperationLog<CountdownRecord> {
    didSet { releases = releases && log.isUpdating }
  }

  /// The kinds of events for which this process has receivers.
  package var receivers: PendingEventKinds = []

  /// The events that are being delivered.
  package private(set) var deliveries: [Delivery] = []

  /// What the machine of this process has just reported of pending events.
  package internal(set) var reports: [Report] = []

  /// The change that the machine has reported last in the present call.
  var change: CountdownRecord.Change?

  /// Whether the machine must continue from the record.
  package internal(set) var isAheadOfMachine = false

  /// Whether the update in progress may release the lease.
  private var releases = false

  /// This process.
  private let process: ProcessIdentity

  /// The time after which a process looks again whether another one has delivered an event.
  private static let patience = OperationLog<CountdownRecord>.patience

  /// An event that is being delivered to its receivers, all or none of which handle it.
  ///
  /// ```
  ///   ┌──────┐ the first callback begins ┌───────┐ a callback has returned ┌─────────┐
  ///   │ sent │ ─────────────────────────▶│ begun │ ───────────────────────▶│ handled │
  ///   └──────┘                           └───────┘                         └─────────┘
  ///       │    it may not begin          ┌──────────┐
  ///       └─────────────────────────────▶│ sentBack │ to be delivered again
  ///                                      └──────────┘
  /// ```
  package struct Delivery: Sendable, Hashable {
    package let event: PendingEvent

    /// The number of receivers that have not returned yet.
    fileprivate var receivers: Int

    fileprivate var stage = Stage.sent

    fileprivate enum Stage: Sendable, Hashable {
      case sent, begun, handled, sentBack
    }
  }

  /// Creates the ledger of a record that does not exist, as far as this process knows.
  ///
  /// - Parameters:
  ///   - blank: The record before the first run, with the id, the label and the options.
  ///   - process: This process.
  package init(_ blank: CountdownRecord, process: ProcessIdentity) {
    log = OperationLog(blank)
    self.process = process
  }
}

// MARK: - The record as this process sees it

extension CountdownLedger {
  /// Returns the record as this process sees it, with its own operations and with everything that has become due.
  package func record(at now: ClockInstant) -> CountdownRecord {
    log.record.settled(at: now)
  }

  /// Returns whether the stored record lacks something that this process knows: an event that has become due and is not
  /// being delivered, or the clocks of this boot. Another process with the lease will write it.
  package func isUnsettled(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    guard let stored = log.stored, !isHeldUp(at: now, life: life) else { return false }
    let settled = record(at: now)
    return settled.written != stored.written
      && (settled.pending.contains { event in
        place(of: event) == nil && !stored.pending.contains(where: event.isSame)
      } || settled.written.isRebased(from: stored.written)
        || settled.options.pausesAsleep != stored.options.pausesAsleep)
  }

  /// Notes what has become due, so that it stays so, whatever happens to the clocks, and is written with the next
  /// change. As long as the clocks are not set, the latest notice says what the earlier ones said. Returns whether
  /// anything has become due.
  package mutating func notice(at now: ClockInstant) -> Bool {
    guard log.isAhead || record(at: now).written != log.record.written else { return false }
    log.forgetLast { $0.operation == .notice && !now.isRebased(from: $0.called) }
    log.append(.notice, at: now)
    return true
  }
}

// MARK: - Updates

/// What one process wants to do to the newest record in the store.
package struct PendingUpdate: Sendable {
  fileprivate let ledger: CountdownLedger
  fileprivate let releases: Bool

  /// Returns the record to store; `nil` if there must be none.
  package func result(
    on newest: CountdownRecord?, at now: ClockInstant,
    life: (ProcessIdentity) -> ProcessLife
  ) -> CountdownRecord? {
    ledger.updated(newest, releases: releases, at: now, life: life)
  }
}

extension CountdownLedger {
  fileprivate func updated(
    _ newest: CountdownRecord?, releases: Bool, at now: ClockInstant,
    life: (ProcessIdentity) -> ProcessLife
  ) -> CountdownRecord? {
    // What this process sees is written, unless another one has changed the record.
    let own = newest == log.stored ? log.record : log.applied(to: newest)
    var record = own.settled(at: now)
    record.updateLease(
      of: process, receivers: receivers, isDelivering: !deliveries.isEmpty, mayRelease: releases,
      at: now, life: life)
    return record.isEmpty ? nil : record
  }

  /// Returns whether an update would change the store.
  package func wantsUpdate(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    if log.isUpdating { return false }
    if log.calls.contains(where: { !$0.operation.isQuiet }) { return true }
    guard let stored = log.stored else { return false }
    let updated = updated(stored, releases: true, at: now, life: life)
    return updated?.lease != stored.lease
  }

  /// Begins an update, whose result must be passed to the log.
  package mutating func begin(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> PendingUpdate {
    log.begin(at: now.steady)
    releases = updated(log.stored, releases: true, at: now, life: life)?.lease?.process != process
    return PendingUpdate(ledger: self, releases: releases)
  }
}

// MARK: - Deliveries

extension CountdownLedger {
  /// Returns the pending events that this process must deliver now, in order.
  package func deliverable(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> [PendingEvent] {
    guard mayDeliver(at: now, life: life) else { return [] }
    return undelivered(at: now)
  }

  /// Returns whether a delivery may begin now.
  ///
  /// Only the process with the lease delivers, and only what is in the store. If the store cannot be changed, an event
  /// is rather delivered twice than never.
  package func mayDeliver(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    if releases { return false }
    if log.hasFailed(at: now.steady) {
      return log.stored?.lease(ofOtherThan: process, at: now, life: life) == nil
    }
    guard let lease = log.stored?.lease, lease.process == process, !lease.hasEnded(at: now) else {
      return false
    }
    return log.calls.allSatisfy { $0.operation.isAcknowledgement || $0.operation.isQuiet }
  }

  /// Returns whether a finish is pending that is not being delivered.
  package func isFinishPending(at now: ClockInstant) -> Bool {
    record(at: now).pending.contains { event in
      event.kind == .finish && place(of: event) == nil
    }
  }

  /// Begins one of the callbacks of an event that is being delivered. Returns whether it may begin.
  ///
  /// The first callback decides for all. An event that only some of them handle would never reach the others.
  package mutating func beginCallback(
    of event: PendingEvent, at now: ClockInstant,
    life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    guard let place = place(of: event) else { return false }
    if deliveries[place].stage == .sent {
      let mayBegin = mayBegin(event, at: place, now, life: life)
      deliveries[place].stage = mayBegin ? .begun : .sentBack
    }
    return deliveries[place].stage != .sentBack
  }

  /// Returns whether an event may still be delivered. The record may have changed since the event was sent to its
  /// receivers. An earlier event may have been sent back, and then comes first.
  private func mayBegin(
    _ event: PendingEvent, at place: Int, _ now: ClockInstant,
    life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    guard mayDeliver(at: now, life: life) else { return false }
    let pending = record(at: now).pending
    guard let index = pending.firstIndex(where: event.isSame),
      pending[index].isUnchanged(from: event)
    else { return false }
    return pending[..<index].allSatisfy { earlier in
      !receivers.contains(earlier) || (self.place(of: earlier) ?? .max) < place
    }
  }

  /// Returns the place of an event among those that are being delivered; `nil` if it is not.
  private func place(of event: PendingEvent) -> Int? {
    deliveries.firstIndex { $0.event.isSame(as: event) }
  }

  private func undelivered(at now: ClockInstant) -> [PendingEvent] {
    guard !receivers.isEmpty else { return [] }
    return record(at: now).pending.filter { event in
      receivers.contains(event) && place(of: event) == nil
    }
  }

  /// Returns whether another process has the lease that this one may want.
  package func isHeldUp(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> Bool {
    log.stored?.lease(ofOtherThan: process, at: now, life: life) != nil
  }

  /// Returns when to try again to deliver an event that this process may not deliver yet; `nil` if there is none.
  package func nextTry(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> Moment? {
    guard !mayDeliver(at: now, life: life), !undelivered(at: now).isEmpty else { return nil }
    if let began = log.began, !log.hasFailed(at: now.steady) { return began + Self.patience }
    let lease = log.stored?.lease(ofOtherThan: process, at: now, life: life)
    return min(lease?.until ?? .distantFuture, now.steady + Self.patience)
  }

  /// Notes that an event is being delivered to one more receiver.
  package mutating func deliver(_ event: PendingEvent) {
    if let index = place(of: event) {
      deliveries[index].receivers += 1
    } else {
      deliveries.append(Delivery(event: event, receivers: 1))
    }
  }

  /// Notes that a receiver has handled an event, or that it has not, because its owner no longer exists.
  package mutating func noteDelivered(
    _ event: PendingEvent, isHandled: Bool, at now: ClockInstant
  ) {
    guard let index = place(of: event) else { return }
    let isNews = isHandled && deliveries[index].stage != .handled
    if isHandled { deliveries[index].stage = .handled }
    deliveries[index].receivers -= 1
    if deliveries[index].receivers == 0 { deliveries.remove(at: index) }
    if isNews { acknowledge(event, at: now) }
  }

  private mutating func acknowledge(_ event: PendingEvent, at now: ClockInstant) {
    guard log.record.pending.contains(where: event.isSame) else {
      isAheadOfMachine = true
      return log.append(.acknowledge(event), at: now)
    }
    // Nothing is settled, so that the machine of this process still reports what has become due by now.
    log.change { $0.acknowledge(event) }
    log.note(performed: .acknowledge(event), at: now)
  }
}
