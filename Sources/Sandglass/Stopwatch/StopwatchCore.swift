import SandglassCore

/// All of a stopwatch that changes, behind its handle; while it ticks, the timekeeper's queue keeps it.
///
/// Its machine decides. This sees to what follows from that: who is told, what is waited for, and whether the record
/// has to be written. The handle ends it when it goes.
// Sendable: everything mutable is touched under the timekeeper's lock alone, but for `stopwatch`, which is set once,
// before anything can be told; loading a weak reference is atomic.
final class StopwatchCore: @unchecked Sendable {
  let timekeeper: Timekeeper

  /// The handle, which observers observe.
  weak var stopwatch: Stopwatch?

  private(set) var machine: StopwatchMachine
  var listeners = StopwatchListeners()

  /// How it is kept in a store, if it is.
  var keeping: StopwatchKeeping?

  /// Its entry in the timekeeper's queue, and the moment of that.
  private var entry: (token: TimekeeperState.Token, moment: Moment)?

  /// Whether the handle is gone: then nothing is told and nothing waited for any more.
  private var isOver = false

  /// What it is known by to the timekeeper while it is told of a wall clock that was set; else zero.
  private var followerNumber: UInt64 = 0

  init(unit: Duration, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    machine = StopwatchMachine(unit: unit)
  }
}

// MARK: - Events

extension StopwatchCore {
  /// Applies an event, and tells what it has changed; answers whether it has changed anything.
  func apply(
    _ event: (inout StopwatchMachine, Moment) -> Bool, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    guard event(&machine, now) else {
      advance(to: now, in: &state)
      return false
    }
    keeping?.noteChange(to: machine.state, at: now)
    tellChange(at: now, in: &state)
    return true
  }

  /// Goes on with what a record tells of, and with what was counted here since.
  func goOn(
    after restored: RestoredStopwatch, at now: Moment, in state: inout TimekeeperState
  ) {
    machine.goOn(after: restored, at: now)
    keeping?.certainty = restored.certainty
    tellChange(at: now, in: &state)
  }

  /// Tells a tick that has come due.
  func advance(to now: Moment, in state: inout TimekeeperState) {
    if let tick = machine.advance(to: now) {
      listeners.tell(tick, in: &state)
      notifyObservers(in: &state)
    }
    plan(at: now, in: &state)
  }

  /// Ends all ticks: the handle is about to be gone.
  func end(in state: inout TimekeeperState) {
    isOver = true
    leaveQueue(in: &state)
    follow(false, in: &state)
    listeners.removeAll(in: &state)
  }

  private func tellChange(at now: Moment, in state: inout TimekeeperState) {
    listeners.tell(machine.tell(at: now), in: &state)
    listeners.observation.noteState()
    notifyObservers(in: &state)
    plan(at: now, in: &state)
  }

  /// Has observers told of what has changed, if they are not about to be.
  func notifyObservers(in state: inout TimekeeperState) {
    guard listeners.observation.mustBeTold(), let stopwatch else { return }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
    state.tell(on: .theMain) { [weak stopwatch] in stopwatch?.tellObservers() }
  }
}

// MARK: - What is waited for

extension StopwatchCore {
  /// Turns ticks on or off, depending on whether anybody is listening, and waits in the queue for the next.
  func plan(at now: Moment, in state: inout TimekeeperState) {
    if isOver { return }
    listeners.removeInactive(in: &state)
    follow(keeping?.wantsToFollow(isRunning: machine.state == .running) ?? false, in: &state)
    machine.watch(listeners.wantTicks, at: now)

    let due = machine.nextDueInNanoseconds
    guard due?.moment != entry?.moment else { return }
    leaveQueue(in: &state)
    guard let due else { return }
    let token = state.queue.insert(
      .entry(self), at: due.moment,
      toleranceNanoseconds: timekeeper.honorsTolerance ? due.tolerance : 0)
    entry = (token, due.moment)
  }

  private func leaveQueue(in state: inout TimekeeperState) {
    guard let token = entry?.token else { return }
    entry = nil
    if let work = state.queue.remove(token) { state.effects.discarded.append(work) }
  }

  private func follow(_ follows: Bool, in state: inout TimekeeperState) {
    guard follows == (followerNumber == 0) else { return }
    if follows {
      followerNumber = state.add(self)
    } else {
      state.removeFollower(followerNumber)
      followerNumber = 0
    }
  }
}

extension StopwatchCore: QueueEntry {
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    entry = nil
    advance(to: now, in: &state)
    return entry != nil
  }

  func kind(at now: Moment) -> PendingTimer.Kind { .stopwatch }
}

extension StopwatchCore: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) {
    advance(to: now, in: &state)
    refreshRecord(in: &state)
  }
}

extension StopwatchCore: CustomReflectable {
  /// Shows nothing: whoever looks from outside does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
