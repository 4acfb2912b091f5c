import SandglassCore

/// The receivers of a countdown's events: bindings, readers and observers. The timekeeper's lock guards them.
package struct CountdownListeners {
  /// Most countdowns have only one binding, which is stored outside the array.
  private var first: CountdownBinding?
  private var others: [CountdownBinding] = []
  private var readers: [ReadingChannel] = []

  package var observation = PendingObservation()

  /// Whether anything receives readings.
  var wantTicks: Bool {
    readers.contains(where: \.isOpen) || observation.isWatching
      || contains { $0.wantsReadings }
  }

  /// Whether anything receives milestones.
  var wantMilestones: Bool {
    contains { $0.kind.wantsMilestones }
  }

  /// Returns whether there is an active binding of the given kind.
  func hasBinding(of kind: CountdownBinding.Kind) -> Bool {
    contains { $0.kind == kind && $0.isActive }
  }

  /// Whether there is any receiver.
  var exist: Bool {
    !readers.isEmpty || observation.isWatching || contains(where: \.isActive)
  }

  /// The kinds of events that have receivers.
  package var pendingKinds: PendingEventKinds {
    var kinds: PendingEventKinds = readers.isEmpty ? [] : .finishes
    forEach { if $0.isActive { kinds.formUnion($0.kind.pendingKinds) } }
    return kinds
  }

  /// Returns whether the given owner has an active binding of the given kind.
  func hasBinding(of kind: CountdownBinding.Kind, ofOwner owner: ObjectIdentifier) -> Bool {
    contains { $0.kind == kind && $0.owner == owner && $0.isActive }
  }

  /// Sends a reading to all receivers that want it.
  package mutating func report(_ reading: Reading, in state: inout TimekeeperState) {
    forEach { if $0.isActive { $0.report(reading, in: &state) } }
    for reader in readers { reader.put(reading, in: &state) }
  }

  /// Sends an event to all receivers that want it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - delivery: If the event is pending in a record, collects the reports of whether its receivers have handled it.
  ///   - state: The timekeeper's state.
  package mutating func report(
    _ event: CountdownEvent, delivery: (any PendingDelivery)? = nil, in state: inout TimekeeperState
  ) {
    guard first != nil || !readers.isEmpty else { return }
    switch event {
    case .reading(let reading): return report(reading, in: &state)
    case .change(let change, let reading): return report(change, event, reading, in: &state)
    case .milestone, .phaseEnd, .end: break
    }
    forEach { if $0.isActive { $0.report(event, delivery: delivery, in: &state) } }
    forEach { $0.noteOvertaken() }
    switch event {
    case .reading, .milestone, .phaseEnd, .change:
      break
    case .end(let end, let reading):
      if end.outcome == .cancelled {
        endReaders(in: &state)
      } else {
        receiveFinish(isOver: reading.state != .overtime, delivery: delivery, in: &state)
      }
    }
  }

  /// Notes for observers what an event changes.
  package mutating func noteForObservers(_ event: CountdownEvent) {
    if case .change(.started, _) = event { observation.noteState() }
    observation.noteReading()
  }

  /// Sends a change. A cell receives a pause and its end as a reading. Other changes are followed by a reading anyway, except
  /// a sleep during overtime, which changes no number.
  private mutating func report(
    _ change: CountdownChange.Kind, _ event: CountdownEvent, _ reading: Reading,
    in state: inout TimekeeperState
  ) {
    forEach {
      guard $0.isActive else { return }
      switch $0.kind {
      case .change:
        $0.report(event, in: &state)
      case .cell where change == .paused || change == .resumed:
        $0.report(reading, in: &state)
      case .tick, .milestone, .phase, .finish, .end, .cell, .wait:
        break
      }
    }
  }

  /// Reports a finish to readers. The readers end unless the countdown is counting past zero.
  mutating func receiveFinish(
    isOver: Bool, delivery: (any PendingDelivery)?, in state: inout TimekeeperState
  ) {
    if isOver {
      finishReaders(delivery: delivery, in: &state)
    } else if readers.contains(where: \.isOpen) {
      delivery?.send()
      delivery?.report(isHandled: true, in: &state)
    }
  }

  /// Shows the end of a run in cells, although the finish has not been delivered yet.
  package func show(_ end: CountdownEvent, in state: inout TimekeeperState) {
    report(end, in: &state) { $0 == .cell }
  }

  /// Sends a finish that another process has delivered.
  package func reportFinishElsewhere(_ finish: CountdownEvent, in state: inout TimekeeperState) {
    report(finish, in: &state) { $0.receivesFinishElsewhere }
  }

  /// Sends the end of a run to the tasks that wait for it.
  package func reportToWaiters(_ end: CountdownEvent, in state: inout TimekeeperState) {
    report(end, in: &state) { $0 == .wait }
  }

  private func report(
    _ event: CountdownEvent, in state: inout TimekeeperState,
    to isReceiver: (CountdownBinding.Kind) -> Bool
  ) {
    forEach {
      if $0.isActive, isReceiver($0.kind) {
        $0.report(event, in: &state)
        $0.noteOvertaken()
      }
    }
  }

  /// Ends each reader once it has taken its pending readings.
  package mutating func finishReaders(
    delivery: (any PendingDelivery)?, in state: inout TimekeeperState
  ) {
    for reader in readers { reader.finish(delivery: delivery, in: &state) }
    readers.removeAll()
  }

  /// Drops pending deliveries, except ends, phase ends and changes, because overtime is about to be cancelled.
  func dropDeliveries() {
    forEach { $0.makeStale() }
  }

  /// Schedules a notification to observers about changes, unless one is pending.
  mutating func notifyObservers(of countdown: Countdown, in state: inout TimekeeperState) {
    guard observation.needsNotification() else { return }
    state.enqueue(on: .theMain) { [weak countdown] in countdown?.notifyObservers() }
  }

  /// Sends a final reading to bindings that show the countdown. These bindings do not receive anything after it.
  ///
  /// - Parameters:
  ///   - reading: The final reading.
  ///   - state: The timekeeper's state.
  ///   - isEnding: Returns whether a binding of the kind `.cell` receives the final reading. By default, all of them
  ///     do.
  func deliverLast(
    _ reading: Reading, in state: inout TimekeeperState,
    where isEnding: (CountdownBinding) -> Bool = { _ in true }
  ) {
    forEach { if $0.kind == .cell, isEnding($0) { $0.deliverLast(reading, in: &state) } }
  }

  /// Adds a binding, replacing one with the same owner and kind.
  mutating func add(_ binding: CountdownBinding, in state: inout TimekeeperState) {
    remove(in: &state, successor: binding) {
      $0.owner == binding.owner && $0.kind == binding.kind
    }
    if first == nil { first = binding } else { others.append(binding) }
  }

  /// Removes the owner's binding of the given kind.
  mutating func remove(
    _ kind: CountdownBinding.Kind, ofOwner owner: ObjectIdentifier,
    in state: inout TimekeeperState
  ) {
    remove(in: &state) { $0.owner == owner && $0.kind == kind }
  }

  /// Removes the binding of a cell, if it belongs to the given board.
  mutating func remove(
    cell: ObjectIdentifier, of board: ObjectIdentifier, in state: inout TimekeeperState
  ) {
    remove(in: &state) { $0.owner == cell && $0.isCell(of: board) }
  }

  /// Removes all bindings of an owner.
  mutating func remove(ofOwner owner: ObjectIdentifier, in state: inout TimekeeperState) {
    remove(in: &state) { $0.owner == owner }
  }

  /// Removes the bindings whose owners no longer exist.
  mutating func removeInactive(in state: inout TimekeeperState) {
    guard contains(where: { !$0.isActive }) else { return }
    remove(in: &state) { !$0.isActive }
  }

  /// Prefetches the first binding and the array of the others.
  mutating func fetch() {
    withUnsafePointer(to: &first) { Processor.prefetchTarget($0, lines: 3) }
    withUnsafePointer(to: &others) { Processor.prefetchTarget($0, lines: 1) }
  }

  mutating func add(_ reader: ReadingChannel) {
    readers.append(reader)
  }

  mutating func remove(_ reader: ReadingChannel) {
    readers.removeAll { $0 === reader }
  }

  /// Ends all readers immediately.
  mutating func endReaders(in state: inout TimekeeperState) {
    for reader in readers { reader.end(in: &state) }
    readers.removeAll()
  }

  private mutating func remove(
    in state: inout TimekeeperState, successor: CountdownBinding? = nil,
    where isObsolete: (CountdownBinding) -> Bool
  ) {
    forEach { binding in
      guard isObsolete(binding) else { return }
      binding.deactivate(successor: successor)
      // The closure's captures must not be released under the lock.
      state.effects.discarded.append(binding)
    }
    others.removeAll(where: isObsolete)
    if let first, isObsolete(first) { self.first = others.isEmpty ? nil : others.removeFirst() }
  }

  /// Calls `body` with all bindings, in the order in which they were added.
  @inline(__always)
  private func forEach(_ body: (CountdownBinding) -> Void) {
    if let first { body(first) }
    for binding in others { body(binding) }
  }

  @inline(__always)
  private func contains(where isWanted: (CountdownBinding) -> Bool) -> Bool {
    if let first, isWanted(first) { return true }
    return others.contains(where: isWanted)
  }
}
