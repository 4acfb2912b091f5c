import SandglassCore

/// The mutable state of a stopwatch, separate from its handle. While the stopwatch ticks, the timekeeper's queue
/// retains the core.
///
/// The machine decides the state. The core acts on it: it delivers readings, and updates the entry in the queue and the
/// record. The handle ends the core when the handle is deallocated.
// Sendable: everything mutable is accessed only under the timekeeper's lock, except `stopwatch`, which is set only
// once, before anything can be delivered. Loading a weak reference is atomic.
package final class StopwatchCore: @unchecked Sendable {
  package let timekeeper: Timekeeper

  /// The handle, which is the object that is observed.
  package weak var stopwatch: Stopwatch?

  package var machine: StopwatchMachine
  package var listeners = StopwatchListeners()

  /// What keeps the stopwatch, if anything does.
  package var keeper: (any StopwatchKeeper)?

  /// The entry in the timekeeper's queue, and its moment.
  private var entry: (token: TimekeeperState.Token, moment: Moment)?

  /// Whether the handle has been deallocated. If so, nothing is delivered or scheduled any more.
  private var isOver = false

  /// The number with which the stopwatch is registered for the timekeeper's notifications that the wall clock was set;
  /// zero if it is not registered.
  private var followerNumber: UInt64 = 0

  /// How long the device had slept when the machine was last called, if it pauses asleep.
  private var asleep: Duration?

  init(unit: Duration, pausesAsleep: Bool, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    machine = StopwatchMachine(unit: unit, pausesAsleep: pausesAsleep)
  }
}

// MARK: - Events

extension StopwatchCore {
  /// Performs an operation, and delivers the reading after it. Returns whether it has changed anything.
  func perform(
    _ operation: StopwatchOperation, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    followSleep(at: now, in: &state)
    guard machine.perform(operation, at: now) else {
      advance(to: now, in: &state)
      return false
    }
    keeper?.note(performed: operation, by: self, at: now, in: &state)
    reportChange(at: now, in: &state)
    return true
  }

  /// Delivers a tick that is due.
  package func advance(to now: Moment, in state: inout TimekeeperState) {
    followSleep(at: now, in: &state)
    if let tick = machine.advance(to: now) {
      listeners.report(tick, in: &state)
      notifyObservers(in: &state)
    }
    plan(at: now, in: &state)
  }

  /// Takes out the time for which the device has slept since the latest call.
  private func followSleep(at now: Moment, in state: inout TimekeeperState) {
    guard machine.pausesAsleep else { return }
    machine.sleep(for: timekeeper.slept(since: &asleep, at: now, in: &state))
  }

  /// Notes how long the device had slept when the machine was brought to the present.
  package func noteSleep(_ asleep: Duration?) {
    self.asleep = asleep
  }

  /// Ends all ticks. Called when the handle is about to be deallocated.
  func end(in state: inout TimekeeperState) {
    isOver = true
    leaveQueue(in: &state)
    follow(false, in: &state)
    listeners.removeAll(in: &state)
  }

  package func reportChange(at now: Moment, in state: inout TimekeeperState) {
    listeners.report(machine.report(at: now), in: &state)
    listeners.observation.noteState()
    notifyObservers(in: &state)
    plan(at: now, in: &state)
  }

  /// Schedules a notification to observers about changes, unless one is pending.
  package func notifyObservers(in state: inout TimekeeperState) {
    guard listeners.observation.needsNotification(), let stopwatch else { return }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
    state.enqueue(on: .theMain) { [weak stopwatch] in stopwatch?.notifyObservers() }
  }
}

// MARK: - The entry in the queue

extension StopwatchCore {
  /// Turns ticks on or off, depending on whether they are wanted, and updates the entry in the queue.
  package func plan(at now: Moment, in state: inout TimekeeperState) {
    if isOver { return }
    listeners.removeInactive(in: &state)
    let pausesAsleep = machine.pausesAsleep && machine.state == .running
    follow(pausesAsleep || keeper?.wantsRefresh(of: self, at: now) == true, in: &state)
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
    if let work = state.queue.remove(token) { state.effects.discard(work) }
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
    keeper?.refresh(self, at: now, in: &state)
  }
}

extension StopwatchCore: CustomReflectable {
  /// An empty mirror, because code that reflects on a stopwatch does not hold the lock.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
