import Dispatch
import SandglassCore

/// A closure that receives a countdown's events. Its owner is held weakly.
// Sendable: `receive` and `missedMilestones` are accessed only by deliveries, and its queue runs
// one delivery at a time. `guarded` is accessed only under the timekeeper's lock. Release builds skip the runtime
// exclusivity checks, as they do for `Countdown`. The only subclasses are a board's `RowListener`, which overrides how
// an event is sent, and `BoardCellBinding`, which overrides nothing.
class CountdownBinding: ReadingReceiver, @unchecked Sendable {
  /// The events that a binding receives. An owner has at most one binding of each kind.
  enum Kind {
    case tick
    case milestone
    case phase
    case finish
    case end
    case change

    /// A task that waits for the end.
    case wait

    /// An object that shows a countdown, such as a cell of a board.
    case cell

    /// The kinds of a record's events that a binding of this kind receives.
    var pendingKinds: PendingEventKinds {
      switch self {
      case .milestone: .milestones
      case .phase: .phaseEnds
      case .finish, .end, .wait: .finishes
      case .change: .all
      case .tick, .cell: []
      }
    }

    /// Whether a binding of this kind also receives a finish that another process has delivered.
    var receivesFinishElsewhere: Bool { self == .end || self == .change || self == .wait }

    /// Whether a binding of this kind receives readings.
    fileprivate var wantsReadings: Bool { self == .tick || self == .cell }

    /// Whether a binding of this kind receives milestones.
    var wantsMilestones: Bool { self == .milestone || self == .change }

    /// Returns whether a binding of this kind receives `event`, which is not a reading.
    func wants(_ event: CountdownEvent) -> Bool {
      switch event {
      case .reading: false
      case .milestone: wantsMilestones
      case .phaseEnd: self == .phase || self == .change
      case .change: self == .change
      case .end(let end, let reading):
        switch self {
        case .end, .change, .wait: true
        // If the countdown counts past zero, its reading at zero follows.
        case .cell: reading.state != .overtime
        case .finish: end.outcome == .finished
        case .tick, .milestone, .phase: false
        }
      }
    }
  }

  /// Passes an event to the closure. Returns false if the owner no longer exists.
  typealias Receive = @Sendable (CountdownEvent) -> Bool

  let kind: Kind

  /// The number of milestones that came too late since the latest one that was delivered. Stored next to the kind, where
  /// it fits into the padding.
  private var missedMilestones: UInt32 = 0

  let owner: ObjectIdentifier
  private let queue: DispatchQueue

  /// Cached here, because getting it from the queue would access the queue's memory.
  private let queueIdentity: ObjectIdentifier
  private let timekeeper: Timekeeper

  /// Passes an event to the closure. Nil once the owner no longer exists, so that the closure's captures are released.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var receive: Receive?

  /// The state that the timekeeper's lock guards.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var guarded = BindingState()

  init(
    _ kind: Kind,
    owner: ObjectIdentifier,
    queue: DispatchQueue,
    timekeeper: Timekeeper,
    receive: @escaping Receive
  ) {
    self.kind = kind
    self.owner = owner
    self.queue = queue
    queueIdentity = queue.identity
    self.timekeeper = timekeeper
    self.receive = receive
  }

  /// Whether the binding still receives events. It stops when it is removed or replaced, or when its owner no longer
  /// exists.
  var isActive: Bool { guarded.isActive }

  /// Whether the binding receives readings.
  var wantsReadings: Bool { kind.wantsReadings && guarded.isReceiving }

  /// Sends an event to the closure.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - delivery: If the event is an end, receives a report that says whether the closure was called. It is not called
  ///     if its owner no longer exists.
  ///   - state: The timekeeper's state.
  func report(
    _ event: CountdownEvent, delivery: (any PendingDelivery)? = nil, in state: inout TimekeeperState
  ) {
    // The final reading for a view is delivered even if the run is cancelled now.
    guard guarded.isReceiving else { return }
    if case .end(let end, _) = event, end.outcome == .cancelled { makeStale() }
    guard kind.wants(event) else { return }
    let delivery = kind == .cell ? nil : delivery
    delivery?.send()
    send(event, version: guarded.version, delivery: delivery, in: &state)
  }

  /// Sends a reading to the closure, replacing a reading that is still waiting.
  func report(_ reading: Reading, in state: inout TimekeeperState) {
    guard wantsReadings else { return }
    let version = guarded.version
    var reading = reading
    if case .newest(let place) = guarded.latestReading,
      state.outboxes.replaceReading(
        at: place, for: queueIdentity, by: reading, at: state.now, version: version)
    {
      return
    }
    if let place = guarded.latestReading.place,
      let waiting = state.outboxes.takeReading(at: place, for: queueIdentity, version: version)
    {
      reading = reading.replacing(waiting)
    }
    let place = state.enqueue(
      on: queue, identity: queueIdentity,
      .reading(to: self, reading, at: state.now, version: version))
    guarded.noteReading(at: place)
  }

  /// Sends the final reading to the closure, unless it has already been sent. The binding does not receive anything
  /// after it, and is deactivated once the final reading has been delivered.
  func deliverLast(_ reading: Reading, in state: inout TimekeeperState) {
    guard kind.wantsReadings, let version = guarded.sendLast() else { return }
    state.enqueue(
      on: queue, identity: queueIdentity, .call { self.deliverLast(reading, version: version) })
  }

  /// Sends an event that is not a reading.
  private func send(
    _ event: CountdownEvent, version: Int, delivery: (any PendingDelivery)?,
    in state: inout TimekeeperState
  ) {
    state.enqueue(
      on: queue, identity: queueIdentity,
      .call { self.deliver(event, version: version, delivery: delivery) })
  }

  /// Notes that another event was sent. Later readings must not overtake that event.
  func noteOvertaken() {
    guarded.noteOvertaken()
  }

  /// Stops all deliveries, including pending ones. Only pending ends, phase ends and changes are forwarded to the
  /// successor, because they are always delivered.
  func deactivate(successor: CountdownBinding? = nil) {
    guarded.end(successor: successor)
  }

  /// Drops all pending deliveries except ends, phase ends and changes.
  func makeStale() {
    guarded.makeStale()
  }

  /// Calls the closure with a reading, unless the binding has been removed or the run has been cancelled since the
  /// reading was sent.
  ///
  /// The hop to the queue takes time, so the remaining time is shorter when the reading is delivered.
  override func deliver(_ reading: Reading, from moment: Moment, version: Int) {
    guard isFresh(version) else { return }
    let reading = reading.reported(at: timekeeper.now, takenAt: moment)
    call(with: .reading(reading), delivery: nil)
  }

  override func noteMoved(to place: Outbox.Place) {
    guarded.noteMoved(to: place)
  }

  /// Calls the closure with the final reading and releases the closure, unless the reading is stale.
  private func deliverLast(_ reading: Reading, version: Int) {
    guard isFresh(version) else { return }
    call(with: .reading(reading), delivery: nil)
    receive = nil
    timekeeper.perform { _, _ in deactivate() }
  }

  /// Calls the closure with an event that is not a reading. A stale milestone is dropped. Ends, phase ends and changes
  /// are always delivered.
  private func deliver(_ event: CountdownEvent, version: Int, delivery: (any PendingDelivery)?) {
    guard event.isEnd || kind == .phase || kind == .change || delivery != nil else {
      if isFresh(version) { callInTime(with: event, delivery: nil) }
      return
    }
    let binding = timekeeper.perform { state, _ in
      receiver(ofEnd: event, delivery: delivery, in: &state)
    }
    binding?.callInTime(with: event, delivery: delivery)
  }

  private func isFresh(_ version: Int) -> Bool {
    timekeeper.withLock { version == guarded.version }
  }

  /// Calls the closure, and releases it if its owner no longer exists.
  private func call(with event: CountdownEvent, delivery: (any PendingDelivery)?) {
    guard let receive else { return }
    let isReceived = receive(event)
    if isReceived, delivery == nil { return }
    if !isReceived { self.receive = nil }
    timekeeper.perform { state, _ in
      if !isReceived { deactivate() }
      delivery?.report(isHandled: isReceived, in: &state)
    }
  }

  /// Calls the closure with an event that is not a reading, unless the event comes too late. Then it is over for the
  /// record as well.
  private func callInTime(with event: CountdownEvent, delivery: (any PendingDelivery)?) {
    if let event = received(event, delivery) {
      call(with: event, delivery: delivery)
    } else if let delivery {
      timekeeper.perform { state, _ in delivery.report(isHandled: true, in: &state) }
    }
  }

  /// Returns an event as the closure gets it; nil if it is a milestone that comes too late.
  private func received(_ event: CountdownEvent, _ delivery: (any PendingDelivery)?)
    -> CountdownEvent?
  {
    switch event {
    case .milestone(let reached, let reading):
      let (late, wall) = times(of: reached.instant, delivery)
      return reached.received(late: late, wallMoment: wall, missed: &missedMilestones).map {
        .milestone($0, reading)
      }
    case .phaseEnd(let end, let reading):
      let (late, wall) = times(of: end.instant, delivery)
      return .phaseEnd(end.received(late: late, wallMoment: wall), reading)
    case .end(let end, let reading):
      let (late, wall) = times(of: end.instant, delivery)
      return .end(end.received(late: late, wallMoment: wall), reading)
    case .reading, .change:
      return event
    }
  }

  /// Returns how late an event is, and its wall-clock time. Those in the record of a kept countdown are the same in every
  /// process.
  private func times(
    of instant: PastMoment, _ delivery: (any PendingDelivery)?
  ) -> (late: Duration, wall: WallMoment) {
    if let delivery { return (delivery.age(), delivery.wall) }
    let clocks = timekeeper.clocks
    return (instant.age(at: clocks.steady), clocks.wall(of: instant))
  }

  private func receiver(
    ofEnd event: CountdownEvent, delivery: (any PendingDelivery)?, in state: inout TimekeeperState
  ) -> CountdownBinding? {
    // This process may have lost its lease while the callback was waiting.
    if let delivery, !delivery.begin(at: state.now) {
      delivery.report(isHandled: false, in: &state)
      return nil
    }
    var binding = self
    while case .ended(let successor) = binding.guarded.life {
      guard let successor else {
        delivery?.report(isHandled: false, in: &state)
        return nil
      }
      binding = successor
    }
    if binding.queueIdentity == queueIdentity { return binding }
    binding.send(event, version: 0, delivery: delivery, in: &state)
    return nil
  }
}

extension CountdownEvent {
  /// Whether this is the end of a run. An end is always delivered.
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
