import SandglassCore

/// The ticks at times on the wall clock, for one task that waits for them.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class WallTicks: @unchecked Sendable {
  private enum Step {
    case tick(Tick)
    case wait
    case end
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration
  private var schedule: WallSchedule
  private var wait: Wait

  /// The place in the queue, and the registration for changes of the wall clock, while the task waits.
  private var token: TimekeeperState.Token?
  private var followerNumber: UInt64 = 0

  private var isCancelled = false

  init(_ times: WallTimes, options: TickOptions, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    tolerance = options.tolerance
    schedule = timekeeper.schedule(at: times, options: options)
    wait = Wait(observer: timekeeper.waitObserver)
  }

  deinit {
    timekeeper.perform { state, _ in wait.end(in: &state) }
  }

  /// Waits for the next tick. Returns nil after the last one, and as soon as the task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Tick? {
    while !Task.isCancelled {
      let step = timekeeper.perform { _, now in nextStep(at: now) }
      switch step {
      case .tick(let tick): return tick
      case .end: return nil
      case .wait: break
      }
      await withTaskCancellationHandler {
        // The continuation is resumed exactly once: either here, or by the wait, which takes it over.
        await withUnsafeContinuation(isolation: isolation) { continuation in
          timekeeper.perform { state, now in begin(continuation, at: now, in: &state) }
        }
      } onCancel: {
        timekeeper.perform { state, _ in
          isCancelled = true
          wake(in: &state)
        }
      }
    }
    return nil
  }

  private func nextStep(at now: Moment) -> Step {
    var run = schedule.run(at: now, wall: wall(at: now), atMost: 1)
    if let tick = run?.popFirst() { return .tick(tick) }
    return schedule.due == nil ? .end : .wait
  }

  private func begin(
    _ continuation: UnsafeContinuation<Void, Never>, at now: Moment, in state: inout TimekeeperState
  ) {
    schedule.follow(wall(at: now), at: now)
    guard !isCancelled, let due = schedule.due, due > now else {
      state.effects.woken.append(continuation)
      return
    }
    wait.begin(continuation)
    token = state.queue.insert(
      .entry(self), at: due, tolerance: timekeeper.effective(tolerance))
    followerNumber = state.add(self)
  }

  private func wake(in state: inout TimekeeperState) {
    if followerNumber > 0 { state.removeFollower(followerNumber) }
    followerNumber = 0
    if let token, let work = state.queue.remove(token) { state.effects.discard(work) }
    token = nil
    wait.wake(in: &state)
  }

  private func wall(at now: Moment) -> WallMoment { timekeeper.clocks.wall(at: now) }
}

extension WallTicks: QueueEntry {
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    token = nil
    wake(in: &state)
    return false
  }

  func kind(at now: Moment) -> PendingTimer.Kind { .sleep }
}

extension WallTicks: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) {
    guard let token else { return }
    schedule.follow(wall(at: now), at: now)
    guard let due = schedule.due else { return wake(in: &state) }
    _ = state.queue.move(token, to: due)
  }
}

extension Timekeeper {
  /// Returns the schedule of ticks at times on the wall clock, from now on.
  func schedule(at times: WallTimes, options: TickOptions) -> WallSchedule {
    let clocks = clocks
    return WallSchedule(times, options: options, from: clocks.steady, wall: clocks.wall)
  }
}
