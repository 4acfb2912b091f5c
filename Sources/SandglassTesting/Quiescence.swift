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
    let task: TaskIdentity?

    /// The number of the started task that waits, or that the waiting task belongs to.
    let started: Int?
    let place: Place

    /// The moment until which the task sleeps; nil if the task is waiting for a reading.
    let deadline: Moment?

    package init(task: TaskIdentity?, started: Int?, place: Place, deadline: Moment?) {
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

    /// How many of the started task and its child tasks are waiting, not counting those that only limit the time of
    /// another one. Waits on other executors do not count: they may be those of tasks that other code has made, such as
    /// a debounce, and such code may be at work while one of its tasks waits.
    var waits = 0

    /// The number of events when the task was last given its grace.
    var graceAt = -1

    var isElsewhere: Bool { waits == 0 }
  }

  /// A task, and the number of the started task that it is or belongs to.
  private struct Member: Hashable {
    let started: Int
    let task: TaskIdentity?
  }

  private let seesMainActor: Bool
  private var waiters = 0

  /// The waits that have begun, and those of plain tasks that were woken and have not waited again.
  package private(set) var waiting: [Int: Wait] = [:]
  private var awake: [Int: Wait] = [:]

  private var started: [Int: Started] = [:]
  private var lastStarted = 0

  /// The numbers of the started tasks that may have been on the main actor, or their child tasks.
  private var mainActorUsers: Set<Int> = []

  /// The tasks that may be on the main actor, and how many more turns of the main queue each may need to come back from
  /// it. They are counted for each task, because one that is back says nothing about its parent or siblings.
  private var mainTurns: [Member: Int] = [:]

  /// The number of jobs that are enqueued or running.
  package private(set) var jobs = 0

  /// The tasks that have begun a wait, or were enqueued again, since the running job began. If its own task is not among
  /// them when it ends, nothing says where that task continues.
  private var continued: Set<TaskIdentity?> = []

  /// The number of times that a job has ended or a wait has. Each may have resumed a task that is elsewhere.
  private var events = 0

  /// The number of times that a started task may have gone to the main actor.
  private var mainVisits = 0
  private var lastMainTurn = 0

  /// - Parameter seesMainActor: Whether ``jobEnds(_:usingMainActor:)`` is called for each use of the main actor. If not,
  ///   each job may have used it.
  package init(seesMainActor: Bool) {
    self.seesMainActor = seesMainActor
  }

  /// How many turns of the main queue a task that went there is given to come back. Each turn runs the work that is in
  /// the queue at its beginning. A task needs a further turn whenever its work enqueues it there again.
  private static let turnsToComeBack = 100

  /// How many turns are given after a task that is known to continue elsewhere. It may have resumed a task that is on the
  /// main actor, and that one others.
  private static let turnsOfResumedTask = 10
}

// MARK: - Started tasks

extension Quiescence {
  /// Notes a new started task. Returns its number.
  package mutating func starts(_ name: String) -> Int {
    lastStarted += 1
    started[lastStarted] = Started(name: name)
    if !seesMainActor { mainActorUsers.insert(lastStarted) }
    return lastStarted
  }

  package mutating func ends(_ number: Int, task: TaskIdentity?) {
    started[number] = nil
    mainActorUsers.remove(number)
    mainTurns = mainTurns.filter { $0.key.started != number }
    forgetAwake(task)
  }

  /// Notes that a job of a started task, or of one of its child tasks, is enqueued by code that runs on `place`.
  package mutating func enqueues(_ number: Int, task: TaskIdentity, from place: Place) {
    jobs += 1
    if place == .runner { continued.insert(task) }
    continues(Member(started: number, task: task), after: place)
  }

  /// Notes that the running job ends, and whether it has asked for the main actor's executor, either to continue there
  /// or to start a task there. A function that returns to the main actor does so without asking again.
  package mutating func jobEnds(_ number: Int, task: TaskIdentity, usingMainActor: Bool) {
    jobs -= 1
    events += 1
    defer { continued = [] }
    // A job of an actor may outlive the task that it was enqueued for, and runs the calls of other tasks as well.
    let numbers = started[number] == nil ? Array(started.keys) : [number]
    if usingMainActor { mainActorUsers.formUnion(numbers) }
    guard !mainActorUsers.isEmpty else { return }
    let mayHaveGoneThere = usingMainActor || !continued.contains(task)
    for number in numbers {
      mayBeOnMainActor(
        Member(started: number, task: task),
        turns: mayHaveGoneThere ? Self.turnsToComeBack : Self.turnsOfResumedTask)
    }
  }

  private mutating func mayBeOnMainActor(_ member: Member, turns: Int) {
    guard started[member.started] != nil else { return }
    mainTurns[member] = max(mainTurns[member] ?? 0, turns)
    mainVisits += 1
  }

  /// Notes that a task is known to continue or to wait, after code ran in some place. Code on the main actor may have
  /// resumed other tasks there.
  private mutating func continues(_ member: Member, after place: Place) {
    mainTurns[member] = nil
    if place == .mainActor { mayBeOnMainActor(member, turns: Self.turnsOfResumedTask) }
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
    if wait.place == .runner { continued.insert(wait.task) }
    guard let number = wait.started else { return }
    if waiter > 0, wait.place != .other { started[number]?.waits += 1 }
    if wait.place == .mainActor { mainActorUsers.insert(number) }
    continues(Member(started: number, task: wait.task), after: wait.place)
  }

  /// Notes that a wait has ended, and that its task is about to continue.
  package mutating func wakes(_ waiter: Int) {
    guard let wait = waiting.removeValue(forKey: waiter) else { return }
    events += 1
    if wait.place == .other { awake[waiter] = wait }
    guard let number = wait.started else { return }
    if waiter > 0, wait.place != .other { started[number]?.waits -= 1 }
    if wait.place == .mainActor {
      mayBeOnMainActor(Member(started: number, task: wait.task), turns: Self.turnsToComeBack)
    }
  }

  /// Notes that a waiter will not wait again.
  package mutating func retires(_ waiter: Int) {
    if waiting[waiter] != nil { wakes(waiter) } else { awake[waiter] = nil }
  }

  private mutating func forgetAwake(_ task: TaskIdentity?) {
    for (waiter, wait) in awake where wait.task == task { awake[waiter] = nil }
  }
}

// MARK: - Settling

extension Quiescence {
  /// What must happen next before the time may move on; nil if everything has settled.
  package var next: Step? {
    if jobs > 0 { return .jobs }
    if !mainTurns.isEmpty { return .mainTurn }
    if isPlainTaskAwake || started.values.contains(where: { $0.isElsewhere && $0.graceAt < events })
    {
      return .grace
    }
    return nil
  }

  package var isPlainTaskAwake: Bool { !awake.isEmpty }

  /// A turn of the main queue: it runs all work that was in the queue when the turn began.
  package struct MainTurn {
    fileprivate let number: Int

    /// The number of visits when the turn began. Later ones need another turn.
    fileprivate let visits: Int
  }

  /// Notes that a turn of the main queue begins, which replaces the previous one. If two were counted at once, they would
  /// run the same work.
  package mutating func mainTurnBegins() -> MainTurn {
    lastMainTurn += 1
    return MainTurn(number: lastMainTurn, visits: mainVisits)
  }

  /// Notes that a turn of the main queue has ended. Returns whether another one must follow.
  package mutating func mainTurnEnds(_ turn: MainTurn) -> Bool {
    guard turn.number == lastMainTurn else { return false }
    if turn.visits == mainVisits {
      mainTurns = mainTurns.compactMapValues { $0 > 1 ? $0 - 1 : nil }
    }
    return next == .mainTurn
  }

  /// Notes that no task has waited again within the grace. Returns the plain tasks that are given up.
  package mutating func graceEnds() -> [VirtualTime.WaitingTask] {
    for number in started.keys { started[number]?.graceAt = events }
    defer { awake = [:] }
    return described(awake)
  }

  package var waitingTasks: [VirtualTime.WaitingTask] { described(waiting) }

  /// The names of the started tasks that have not ended, and none of which is known to wait.
  package var tasksElsewhere: [String] {
    let waiting = Set(waiting.values.compactMap(\.started))
    let visitors = Set(mainTurns.keys.map(\.started))
    return started.filter { !waiting.contains($0.key) || visitors.contains($0.key) }
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
