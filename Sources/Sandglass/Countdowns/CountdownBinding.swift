import Dispatch
import SandglassCore
import Synchronization

/// A closure that is told of a countdown's events; its owner is held weakly.
// Sendable: `version` is atomic, `receive` is touched by deliveries alone, of which there is one at a time on
// its queue, and `guarded` is touched under the timekeeper's lock alone. As in a countdown,
// release builds do not check once more that whoever changes something is alone with it. A board's `RowListener` and
// `BoardCellBinding` alone inherit from it; the former overrides how an event is told.
class CountdownBinding: ReadingReceiver, @unchecked Sendable {
  /// What a binding is told of; an owner has at most one binding of each kind.
  enum Kind {
    case tick
    case milestone
    case phase
    case finish
    case end
    case change

    /// What shows the countdown.
    case cell

    /// The kinds that hear of a finish.
    static let hearingFinish: [Kind] = [.finish, .end, .change]

    /// Whether a binding of this kind is told of readings.
    fileprivate var wantsReadings: Bool { self == .tick || self == .cell }

    /// Whether a binding of this kind is told of milestones.
    var wantsMilestones: Bool { self == .milestone || self == .change }

    /// Whether a binding of this kind is told of `event`, which is no reading.
    func wants(_ event: CountdownEvent) -> Bool {
      switch (self, event) {
      case (.milestone, .milestone), (.phase, .phaseEnd), (.end, .end), (.cell, .end): true
      case (.change, .milestone), (.change, .phaseEnd), (.change, .end), (.change, .change): true
      case (.finish, .end(let end, _)): end.outcome == .finished
      default: false
      }
    }
  }

  /// Hands an event to somebody; false if that is gone.
  typealias Receive = @Sendable (CountdownEvent) -> Bool

  let kind: Kind
  let owner: ObjectIdentifier
  private let queue: DispatchQueue

  /// Asked for once, since the queue has to be looked at for it.
  private let queueIdentity: ObjectIdentifier
  private let timekeeper: Timekeeper

  /// Hands an event to the closure; false if the owner is gone. Nil thereafter: what the closure
  /// captures is let go.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var receive: Receive?

  /// Changes whenever what is on its way becomes stale: with each start that is cancelled, and at the
  /// end. So a delivery sees without the lock whether it is stale.
  private let version = Atomic<Int>(0)

  /// What the timekeeper's lock guards.
  private struct Guarded {
    var isActive = true

    /// Whether it was told its last reading: it is active until that is delivered, so that it can be taken back.
    var isLastTold = false

    /// What has replaced it: that is told of the ends which were on their way to this one.
    var successor: CountdownBinding?

    /// Where the latest reading waits to be delivered, if it still does.
    var latestReading: Outbox.Place?

    /// Whether something else was told since, which no later reading may come before.
    var isReadingOvertaken = false
  }

  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var guarded = Guarded()

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

  /// Whether it is told of anything any more; false once it has been removed or replaced, or its owner is gone.
  var isActive: Bool { guarded.isActive }

  /// Whether it is told of readings.
  var wantsReadings: Bool { kind.wantsReadings && !guarded.isLastTold }

  /// Sends an event on its way to the closure.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - telling: What hears whether the closure has been called, or its owner is gone, if the event is a finish.
  ///   - state: What the timekeeper guards.
  func tell(
    _ event: CountdownEvent, telling: FinishTelling? = nil, in state: inout TimekeeperState
  ) {
    if case .end(let end, _) = event, end.outcome == .cancelled { makeStale() }
    guard kind.wants(event), !guarded.isLastTold else { return }
    let telling = event.isEnd && kind != .cell ? telling : nil
    telling?.begin()
    send(event, version: currentVersion, telling: telling, in: &state)
  }

  /// Sends a reading on its way, in place of one that still waits.
  func tell(_ reading: Reading, in state: inout TimekeeperState) {
    guard wantsReadings else { return }
    let version = currentVersion
    var reading = reading
    if let latestReading = guarded.latestReading {
      if !guarded.isReadingOvertaken,
        state.outboxes.replaceReading(
          at: latestReading, for: queueIdentity, by: reading, at: state.now, version: version)
      {
        return
      }
      let waiting = state.outboxes.takeReading(
        at: latestReading, for: queueIdentity, version: version)
      if let waiting { reading = reading.replacing(waiting) }
    }
    guarded.latestReading = state.tell(
      on: queue, identity: queueIdentity,
      .reading(to: self, reading, at: state.now, version: version))
    guarded.isReadingOvertaken = false
  }

  /// Sends a last reading on its way, unless that was done: it is told nothing more, and ends once that is delivered.
  func tellLast(_ reading: Reading, in state: inout TimekeeperState) {
    guard isActive, wantsReadings else { return }
    guarded.isLastTold = true
    let version = currentVersion
    state.tell(
      on: queue, identity: queueIdentity, .call { self.deliverLast(reading, version: version) })
  }

  /// Sends an event that is no reading on its way.
  private func send(
    _ event: CountdownEvent, version: Int, telling: FinishTelling?, in state: inout TimekeeperState
  ) {
    state.tell(
      on: queue, identity: queueIdentity,
      .call { self.deliver(event, version: version, telling: telling) })
  }

  /// Notes that something else was told: a later reading comes after it.
  func noteOvertaken() {
    guarded.isReadingOvertaken = true
  }

  /// Stops all deliveries, those on their way included. Only an end on its way is forwarded to the successor,
  /// since each end is delivered.
  func deactivate(successor: CountdownBinding? = nil) {
    guard isActive else { return }
    guarded.isActive = false
    guarded.successor = successor
    makeStale()
  }

  private var currentVersion: Int { version.load(ordering: .relaxed) }

  /// Has nothing delivered that is on its way, but ends, also of phases, and changes.
  func makeStale() {
    version.wrappingAdd(1, ordering: .releasing)
  }

  /// Calls the closure with a reading, unless that has been overtaken by a removal or a cancellation.
  ///
  /// The way to the queue takes time, by which less remains when a reading is told.
  override func deliver(_ reading: Reading, from moment: Moment, version: Int) {
    guard isFresh(version) else { return }
    let reading = reading.told(at: timekeeper.now, takenAt: moment)
    call(with: .reading(reading), telling: nil)
  }

  override func noteMoved(to place: Outbox.Place) {
    guarded.latestReading = place
  }

  /// Calls the closure with a last reading, unless that has been overtaken, and lets it go.
  private func deliverLast(_ reading: Reading, version: Int) {
    guard isFresh(version) else { return }
    call(with: .reading(reading), telling: nil)
    receive = nil
    timekeeper.perform { _, _ in deactivate() }
  }

  /// Calls the closure with an event that is no reading; a milestone may have been overtaken as well. An end, that of
  /// a phase, and each change are told whatever has happened since.
  private func deliver(_ event: CountdownEvent, version: Int, telling: FinishTelling?) {
    guard event.isEnd || kind == .phase || kind == .change else {
      if isFresh(version) { call(with: event, telling: nil) }
      return
    }
    let binding = timekeeper.perform { state, _ in
      receiver(ofEnd: event, telling: telling, in: &state)
    }
    binding?.call(with: event, telling: telling)
  }

  private func isFresh(_ version: Int) -> Bool {
    version == self.version.load(ordering: .acquiring)
  }

  /// Calls the closure, and lets it go if its owner is gone.
  private func call(with event: CountdownEvent, telling: FinishTelling?) {
    guard let receive else { return }
    let isReceived = receive(event)
    if isReceived, telling == nil { return }
    if !isReceived { self.receive = nil }
    timekeeper.perform { state, _ in
      if !isReceived { deactivate() }
      telling?.report(isHandled: isReceived, in: &state)
    }
  }

  private func receiver(
    ofEnd event: CountdownEvent, telling: FinishTelling?, in state: inout TimekeeperState
  ) -> CountdownBinding? {
    var binding = self
    while !binding.isActive {
      guard let successor = binding.guarded.successor else {
        telling?.report(isHandled: false, in: &state)
        return nil
      }
      binding = successor
    }
    if binding.queueIdentity == queueIdentity { return binding }
    binding.send(event, version: 0, telling: telling, in: &state)
    return nil
  }
}

extension CountdownEvent {
  /// Whether this is how a start ended; that is told whatever has happened since.
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
