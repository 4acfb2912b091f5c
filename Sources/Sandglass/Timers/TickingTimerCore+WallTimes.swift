import SandglassCore

// A timer with times on the wall clock asks for them without the timekeeper's lock, because a rule may take long, and may
// be a client's code that uses the timekeeper. What is due is decided where the ticks are delivered, so a rule that takes
// long delays only the ticks of its own timer.

extension TickingTimerCore {
  /// What a schedule does before its timer is changed.
  enum Step {
    /// It follows the wall clock. The timer has just been created.
    case begin

    /// It takes up what is due, if the timer is running.
    case takeUp

    /// It goes on, if the timer is paused, or else takes up what is due.
    case resume

    /// It takes up what is due, and goes on with other times.
    case setTimes(WallTimes)

    var beginsToFollow: Bool {
      switch self {
      case .begin, .resume: true
      case .takeUp, .setTimes: false
      }
    }
  }

  /// Lets a copy of the schedule take a step, without the lock, and then makes a change under the lock. If the timer has
  /// been changed or the wall clock has been set in the meantime, the step is taken again.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - limit: The most ticks to take up for the timekeeper's own thread.
  ///   - change: The change, to which the ticks that were taken up are passed.
  /// - Returns: The result of the change.
  func askingTimes<Answer>(
    _ step: Step, onThread limit: Int = 0,
    _ change: ([TickRun], Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    while true {
      var (next, phase, number, hasQueue) = timekeeper.perform { state, _ in
        if step.beginsToFollow { follow(in: &state) }
        return (self.schedule, self.phase, changes, receiver?.queue != nil)
      }
      let runs = next.take(
        step, in: phase, at: timekeeper.clocks, atMost: hasQueue ? .max : limit)
      let answer = timekeeper.perform { state, now -> Answer? in
        guard number == changes else { return nil }
        changes += 1
        // The former times may have the last reference to what their rule captures.
        if case .setTimes = step { state.effects.discarded.append(schedule) }
        schedule = next
        return change(runs, now, &state)
      }
      if let answer { return answer }
    }
  }

  /// Schedules ``attend()`` where the ticks are delivered.
  func attendSoon(in state: inout TimekeeperState) {
    changes += 1
    guard !willAttend, let receiver else { return }
    willAttend = true
    if let queue = receiver.queue {
      state.enqueue(on: queue) { [self] in attend() }
    } else {
      state.effects.calls.append { [self] in attend() }
    }
  }

  /// Delivers what is due.
  private func attend() {
    var due: (runs: [TickRun], receiver: TimerReceiver<Tick>)?
    askingTimes(.takeUp, onThread: 1) { runs, _, state in
      willAttend = false
      if !waiting.isEmpty {
        report(runs, in: &state)
      } else if let receiver {
        ticksOnTheirWay += runs.reduce(0) { $0 + $1.count }
        due = (runs, receiver)
      }
      placeAgain(in: &state)
    }
    guard let due else { return }
    for run in due.runs { deliver(run, to: due.receiver) }
  }
}

extension TickingTimerCore: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) { attendSoon(in: &state) }
}

extension TickSchedule {
  /// Takes a step, and returns the ticks that it takes up.
  fileprivate mutating func take(
    _ step: TickingTimerCore.Step, in phase: TickingTimerCore.Phase, at clocks: ClockReadings,
    atMost limit: Int
  ) -> [TickRun] {
    var runs: [TickRun] = []
    switch (phase, step) {
    case (.ended, .begin): follow(clocks.wall, at: clocks.steady)
    case (.paused(let pause), .resume): resume(from: pause, at: clocks.steady, wall: clocks.wall)
    case (.running, _):
      follow(clocks.wall, at: clocks.steady)
      while limit > runs.count, let run = run(at: clocks.steady, wall: clocks.wall, atMost: limit) {
        runs.append(run)
        if !missedTicks.deliversEach { break }
      }
    default: break
    }
    if case .setTimes(let times) = step {
      let isPaused = if case .paused = phase { true } else { false }
      setTimes(times, isPaused: isPaused, at: clocks.steady, wall: clocks.wall)
    }
    return runs
  }
}

extension Timekeeper {
  /// Returns the schedule of ticks at times on the wall clock, from now on.
  func schedule(at times: WallTimes, options: TickOptions) -> WallSchedule {
    let clocks = clocks
    return WallSchedule(times, options: options, from: clocks.steady, wall: clocks.wall)
  }
}
