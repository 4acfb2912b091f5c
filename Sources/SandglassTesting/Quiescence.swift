package import Sandglass

/// What a virtual time knows about its tasks: which of them run, wait, are on the main actor, or are elsewhere.
///
/// A task that ``VirtualTime/task(_:fileID:line:_:)`` has started is called a started task here. Its jobs run on the
/// virtual time's own executor, one after another, so it is known whether any of them runs or is about to. A plain task
/// is any other task. It is known only while it waits on the virtual time.
package struct Quiescence {
  /// Where code runs.
  package enum Place {
    /// The executor of the virtual time.
    case runner
    case mainActor
    case other
  }

  /// A wait of a task on the virtual time.
  package struct Wait {
    let task: Int

    /// The number of the started task that waits, or that the waiting task belongs to.
    let started: Int?
    let place: Place

    /// The moment until which the task sleeps; nil if the task is waiting for a reading.
    let deadline: Moment?

    package init(task: Int, started: Int?, place: Place, deadline: Moment?) {
      (self.task, self.started, self.place, self.deadline) = (task, started, place, deadline)
    }
  }

  /// What must happen before the time may move on.
  package enum Step {
    /// The jobs must run.
    case jobs

    /// The main queue must take a turn, because a started task may be in it.
    case mainTurn

    /// A task that may come back, from a place that the virtual time knows nothing of, must be given some real time.
    case grace
  }

  private struct Started {
    let name: String

    /// Whether the task, or one of its child tasks, may have been on the main actor.
    var usesMainActor: Bool

    /// How many more turns of the main queue the task may need to come back from it.
    var mainTurns = 0

    /// How many of the started task and its child tasks are waiting, not counting those that only limit the time of
    /// another one. Waits on other executors do not count: they may be those of tasks that other code has made, such as
    /// a debounce, and such code may be at work while one of its tasks waits.
    var waits = 0

    /// The number of events when the task was last given its grace.
    var graceAt = -1

    var isElsewhere: Bool { waits == 0 }
  }

  private let seesMainActor: Bool
  private var waiters = 0

  /// The waits that have begun, and those of plain tasks that were woken and have not waited again.
  package private(set) var waiting: [Int: Wait] = [:]
  private var awake: [Int: Wait] = [:]

  private var started: [Int: Started] = [:]
  private var lastStarted = 0

  /// The number of jobs that are enqueued or running.
  package private(set) var jobs = 0

  /// Whether the running job has begun a wait or enqueued another job. If it has not when it ends, nothing says where
  /// its task goes on.
  private var jobIsContinued = false

  /// The number of times that a job has ended or a wait has. Each may have resumed a task that is elsewhere.
  private var events = 0

  /// The number of times that a started task may have gone to the main actor.
  package private(set) var mainVisits = 0

  /// - Parameter seesMainActor: Whether ``jobEnds(_:usingMainActor:)`` is called for each use of the main actor. If not,
  ///   each job may have used it.
  package init(seesMainActor: Bool) {
    self.seesMainActor = seesMainActor
  }

  /// How many turns of the main queue a task that went there is given to come back. Each turn runs the work that is in
  /// the queue at its beginning. A task needs a further turn whenever its work enqueues it there again.
  private static let turnsToComeBack = 100
}

// MARK: - Started tasks

extension Quiescence {
  /// Notes a new started task. Returns its number.
  package mutating func starts(_ name: String, on place: Place) -> Int {
    lastStarted += 1
    started[lastStarted] = Started(name: name, usesMainActor: !seesMainActor)
    if place == .mainActor { mayBeOnMainActor(lastStarted) }
    return lastStarted
  }

  package mutating func ends(_ number: Int, task: Int) {
    started[number] = nil
    forgetAwake(task)
  }

  /// Notes that a job of a started task is enqueued by code that runs on `place`.
  package mutating func enqueues(_ number: Int, from place: Place) {
    jobs += 1
    switch place {
    case .runner: jobIsContinued = true
    case .mainActor: isBackFromMainActor(number)
    case .other: break
    }
  }

  /// Notes that the running job ends, and whether it has asked for the main actor's executor, either to continue there
  /// or to start a task there. A function that returns to the main actor does so without asking again.
  package mutating func jobEnds(_ number: Int, usingMainActor: Bool) {
    jobs -= 1
    events += 1
    defer { jobIsContinued = false }
    // A job of an actor may outlive the task that it was enqueued for, and runs the calls of other tasks as well.
    let turns = jobIsContinued && !usingMainActor ? 1 : Self.turnsToComeBack
    for number in started[number] == nil ? Array(started.keys) : [number]
    where usingMainActor || started[number]?.usesMainActor == true {
      mayBeOnMainActor(number, turns: turns)
    }
  }

  private mutating func mayBeOnMainActor(_ number: Int, turns: Int = turnsToComeBack) {
    guard let task = started[number] else { return }
    started[number]?.usesMainActor = true
    started[number]?.mainTurns = max(task.mainTurns, turns)
    mainVisits += 1
  }

  /// Notes that a task has come back from the main actor, or waits there. Another task of the same started task may
  /// still be in the main queue, so the queue takes one more turn.
  private mutating func isBackFromMainActor(_ number: Int) {
    guard let task = started[number] else { return }
    started[number]?.mainTurns = min(task.mainTurns, 1)
  }
}

// MARK: - Waits

extension Quiescence {
  /// Returns a number for a waiter. That of a limit is negative.
  package mutating func makeWaiter(isLimit: Bool) -> Int {
    waiters += 1
    return isLimit ? -waiters : waiters
  }

  package mutating func begins(_ wait: Wait, by waiter: Int) {
    forgetAwake(wait.task)
    waiting[waiter] = wait
    if wait.place == .runner { jobIsContinued = true }
    guard let number = wait.started else { return }
    if waiter > 0, wait.place != .other { started[number]?.waits += 1 }
    if wait.place == .mainActor {
      started[number]?.usesMainActor = true
      isBackFromMainActor(number)
    }
  }

  /// Notes that a wait has ended, and that its task is about to continue.
  package mutating func wakes(_ waiter: Int) {
    guard let wait = waiting.removeValue(forKey: waiter) else { return }
    events += 1
    if wait.place == .other { awake[waiter] = wait }
    guard let number = wait.started else { return }
    if waiter > 0, wait.place != .other { started[number]?.waits -= 1 }
    if wait.place == .mainActor { mayBeOnMainActor(number) }
  }

  /// Notes that a waiter will not wait again.
  package mutating func retires(_ waiter: Int) {
    if waiting[waiter] != nil { wakes(waiter) } else { awake[waiter] = nil }
  }

  private mutating func forgetAwake(_ task: Int) {
    for (waiter, wait) in awake where wait.task == task { awake[waiter] = nil }
  }
}

// MARK: - Settling

extension Quiescence {
  /// What must happen next before the time may move on; nil if everything has settled.
  package var next: Step? {
    if jobs > 0 { return .jobs }
    if started.values.contains(where: { $0.mainTurns > 0 }) { return .mainTurn }
    if isPlainTaskAwake || started.values.contains(where: { $0.isElsewhere && $0.graceAt < events })
    {
      return .grace
    }
    return nil
  }

  package var isPlainTaskAwake: Bool { !awake.isEmpty }

  /// Notes that the main queue has run everything that was in it after so many visits. Later visits need another turn.
  package mutating func mainQueueHasTurned(after visits: Int) {
    guard visits == mainVisits else { return }
    for (number, task) in started where task.mainTurns > 0 { started[number]?.mainTurns -= 1 }
  }

  /// Notes that nobody has come back within the grace. Returns the plain tasks that are given up.
  package mutating func graceEnds() -> [VirtualTime.WaitingTask] {
    for number in started.keys { started[number]?.graceAt = events }
    defer { awake = [:] }
    return described(awake)
  }

  package var waitingTasks: [VirtualTime.WaitingTask] { described(waiting) }

  /// The names of the started tasks that have not ended, and none of which is known to wait.
  package var tasksElsewhere: [String] {
    let waiting = Set(waiting.values.compactMap(\.started))
    return started.filter { !waiting.contains($0.key) || $0.value.mainTurns > 0 }
      .sorted { $0.key < $1.key }.map(\.value.name)
  }

  /// Sleeping tasks in the order of their deadlines, then the others in the order of their waiters.
  private func described(_ waits: [Int: Wait]) -> [VirtualTime.WaitingTask] {
    let ordered = waits.sorted { left, right in
      let deadlines = (
        left.value.deadline ?? .distantFuture, right.value.deadline ?? .distantFuture
      )
      if deadlines.0 != deadlines.1 { return deadlines.0 < deadlines.1 }
      return left.key.magnitude < right.key.magnitude
    }
    return ordered.map { _, wait in
      VirtualTime.WaitingTask(
        name: wait.started.flatMap { started[$0]?.name }, deadline: wait.deadline)
    }
  }
}
