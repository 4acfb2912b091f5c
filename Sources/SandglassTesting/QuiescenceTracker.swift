import Dispatch
import Sandglass

/// Tracks the tasks that wait on a ``VirtualTime``, and whether everything has settled.
///
/// A task that was started with ``VirtualTime/task(_:fileID:line:_:)`` runs on the tracker's own executor, as do its
/// child tasks, so the tracker knows when they run. Any other task is called a plain task here. All that the tracker
/// can observe of a plain task is when it waits. Swift does not report when a plain task ends, so a plain task that was
/// woken is considered awake until it waits again, with any waiter, or until a time limit has passed.
final class QuiescenceTracker: WaitObserver {
  private struct State {
    var waiters = 0

    /// The waiting tasks, and the plain tasks that were woken, keyed by the numbers of their waiters.
    var waiting: [Int: Waiting] = [:]
    var awake: [Int: Waiting] = [:]

    /// The names of the tasks that the tracker started and that have not ended, keyed by their numbers.
    var tasks: [Int: String] = [:]
    var nextTask = 0

    /// The number of jobs that are running on the tracker's executor or are about to run.
    var running = 0

    /// The number of jobs that ended without beginning to wait on the virtual time, plus the number of woken tasks that
    /// do not run on the tracker's executor. In both cases, the task may continue on another executor. The number is
    /// negative after a job has begun to wait and before it ends.
    var elsewhere = 0

    /// Whether a job has run. The job may have started a task on the main actor.
    var hasRun = false

    /// A number that increases with every event. Comparing two values shows whether any event happened in between.
    var activity = 0

    var listeners: [Int: Listener] = [:]
    var nextListener = 0

    mutating func forgetAwake(ofTask task: Int) {
      for (waiter, awakened) in awake where awakened.task == task { awake[waiter] = nil }
    }

    /// Returns how many turns other tasks need, and resets the counters, so that each event is counted only once.
    mutating func takeTurnsNeeded() -> TurnsNeeded {
      defer { (elsewhere, hasRun) = (0, false) }
      if elsewhere > 0 || !waitingElsewhere.isEmpty { return .many }
      return hasRun ? .few : .none
    }

    /// The tasks that are waiting on the virtual time: sleeping tasks in the order of their deadlines, then the others
    /// in the order of their waiters.
    var waitingTasks: [VirtualTime.WaitingTask] {
      let ordered = waiting.sorted { left, right in
        let deadlines = (
          left.value.deadline ?? .distantFuture, right.value.deadline ?? .distantFuture
        )
        return deadlines.0 == deadlines.1 ? left.key < right.key : deadlines.0 < deadlines.1
      }
      return ordered.map { waiter in
        VirtualTime.WaitingTask(
          name: waiter.value.started.flatMap { tasks[$0] }, deadline: waiter.value.deadline)
      }
    }

    /// The names of the tasks that have not ended and are not waiting on the virtual time.
    var waitingElsewhere: [String] {
      let waiting = Set(waiting.values.compactMap(\.started))
      return tasks.filter { !waiting.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// How many turns other tasks need until everything has settled.
  private enum TurnsNeeded {
    case none, few, many
  }

  /// A task that is waiting or has waited.
  private struct Waiting {
    let task: Int

    /// If the tracker started this task, its number. If this task belongs to a task that the tracker started, that
    /// task's number. Otherwise nil.
    let started: Int?

    /// Where the task continues when it is woken.
    let home: Home

    /// The moment until which the task sleeps; nil if the task is waiting for a reading.
    let deadline: Moment?
  }

  /// The executor that a task runs on.
  private enum Home {
    /// The tracker's executor, which counts the task's jobs.
    case runner

    /// The main actor, for a task that the tracker started. The task has settled once the main queue has been drained.
    case mainActor

    /// Swift's thread pool. The tracker notices only when the task waits again.
    case pool
  }

  /// A caller that is waiting for a condition on the tracker's state.
  private struct Listener {
    let isSatisfied: (State) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state = Locked(State())

  /// The number of the current task if the tracker started it. In a child task or an unstructured task, the number of
  /// the task that it belongs to and that the tracker started.
  @TaskLocal private static var started: Int?

  private var runner: TaskRunner {
    TaskRunner(
      began: { [self] in change { $0.running += 1 } },
      ended: { [self] in
        change { state in
          state.running -= 1
          state.elsewhere += 1
          state.hasRun = true
        }
      })
  }

  private func change(_ body: (inout State) -> Void) {
    notifyListeners { state in
      body(&state)
      state.activity += 1
    }
  }
}

// MARK: - Wait observer

extension QuiescenceTracker {
  func makeWaiter() -> Int {
    state.withLock { state in
      state.waiters += 1
      return state.waiters
    }
  }

  func waits(_ waiter: Int, task: Int, until deadline: Moment?) {
    let main = QueueTurns.main
    let started = Self.started
    let home: Home =
      if TaskRunner.isCurrent {
        .runner
      } else if started != nil, QueueTurns.current === main {
        .mainActor
      } else {
        .pool
      }
    let waiting = Waiting(task: task, started: started, home: home, deadline: deadline)
    change { state in
      state.forgetAwake(ofTask: task)
      state.waiting[waiter] = waiting
      // The current job is about to end.
      if home == .runner { state.elsewhere -= 1 }
    }
  }

  func woke(_ waiter: Int) {
    change { state in
      guard let woken = state.waiting.removeValue(forKey: waiter) else { return }
      switch woken.home {
      case .runner: break
      case .mainActor: state.elsewhere += 1
      case .pool: state.awake[waiter] = woken
      }
    }
  }

  func ended(_ waiter: Int) {
    change { state in
      // A task that was waiting continues, because its wait has ended.
      let woken = state.waiting.removeValue(forKey: waiter)
      if let woken, woken.home != .runner { state.elsewhere += 1 }
      state.awake[waiter] = nil
    }
  }
}

// MARK: - Settling

extension QuiescenceTracker {
  /// The minimum and maximum time to wait for a plain task that was woken.
  private static let grace = (least: Duration.milliseconds(200), most: Duration.seconds(1))

  /// The maximum time to wait for a task that runs without ever waiting, and for a blocked main queue.
  private static let longestRun = Duration.seconds(30)

  /// The tasks that are waiting on the virtual time.
  var waitingTasks: [VirtualTime.WaitingTask] { state.withLock { $0.waitingTasks } }

  /// Waits until at least `count` tasks are waiting.
  func waitForWaiting(_ count: Int) async {
    _ = await wait(atMost: nil) { $0.waiting.count >= count }
  }

  /// Waits until everything that the tracker can observe has settled: no job is running on the tracker's executor, no
  /// task that the tracker started can be on the main queue, and every other task that was woken is waiting again, has
  /// ended, or is no longer waited for because its time limit has passed.
  ///
  /// - Returns: The names of the tasks that the tracker started and that are waiting for something other than the
  ///   virtual time.
  func settle() async -> [String] {
    let end = Timekeeper.shared.now + Self.longestRun
    var before: Int
    repeat {
      before = state.withLock { $0.activity }
      guard await wait(atMost: Self.longestRun, until: { $0.running == 0 }) else { break }
      // A task that is not waiting on the virtual time may be about to run on the main actor, or may be waiting for a
      // plain task.
      guard await giveTurns(state.withLock { $0.takeTurnsNeeded() }) else { break }
      await giveUpAwake()
      if state.withLock({ !$0.waitingElsewhere.isEmpty }) {
        guard await waitForActivity(after: before) else { break }
      }
      // A task that polls in real time never settles for long.
      guard Timekeeper.shared.now < end else { break }
    } while state.withLock { $0.activity != before || $0.running > 0 }
    return state.withLock { $0.waitingElsewhere }
  }

  private func giveTurns(_ needed: TurnsNeeded) async -> Bool {
    switch needed {
    case .none: true
    case .few: await passThroughMainQueue(times: 10)
    case .many: await letOthersRun()
    }
  }

  /// Yields to the tasks that are about to run on the main actor or in the thread pool. Returns false if the main queue
  /// is blocked.
  ///
  /// In each turn, this method enqueues itself at the end of the queue that those tasks wait in. One turn is not
  /// enough, because a task is enqueued again with each call that changes isolation, and even with a call from the main
  /// actor to itself.
  private func letOthersRun() async -> Bool {
    for _ in 0..<4 {
      guard await passThroughMainQueue(times: 10) else { return false }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<10 { await Task.yield() } }
        }
      }
    }
    return true
  }

  /// Waits until the main queue has run its pending work, and the work that this work added. Returns false if the queue
  /// is blocked.
  private func passThroughMainQueue(times: Int) async -> Bool {
    let left = Locked(times)
    @Sendable func pass() {
      DispatchQueue.main.async { [self] in
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLast { notifyListeners() } else { pass() }
      }
    }
    pass()
    return await wait(atMost: Self.longestRun) { _ in left.withLock { $0 == 0 } }
  }

  /// Gives tasks in the thread pool some real time as well, because the system may have preempted a thread in the
  /// middle of a task. No number of turns would reveal that. Returns false if the main queue is blocked.
  private func waitForActivity(after before: Int) async -> Bool {
    for _ in 0..<5 {
      let hasCome = await wait(atMost: .milliseconds(1)) { $0.activity != before || $0.running > 0 }
      if hasCome { return true }
      guard await letOthersRun() else { return false }
    }
    return true
  }

  /// Waits for the tasks in the thread pool that were woken, and gives up on those that do not settle. This takes
  /// longer on a busy machine, because other tasks must get their turns first.
  private func giveUpAwake() async {
    guard state.withLock({ !$0.awake.isEmpty }) else { return }
    let turns = Locked(0)
    let others = Task.detached(priority: .background) { [self] in
      for _ in 0..<20 where !Task.isCancelled {
        await Task.yield()
        turns.withLock { $0 += 1 }
      }
      notifyListeners()
    }
    if await !wait(atMost: Self.grace.least, until: { $0.awake.isEmpty }) {
      _ = await wait(atMost: Self.grace.most - Self.grace.least) { state in
        state.awake.isEmpty || turns.withLock { $0 == 20 }
      }
      state.withLock { $0.awake = [:] }
    }
    others.cancel()
  }

  /// Starts a task, and observes when it runs and ends.
  func task<Success: Sendable>(
    named name: String, _ operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    let number = state.withLock { state in
      state.nextTask += 1
      state.tasks[state.nextTask] = name
      return state.nextTask
    }
    return Self.$started.withValue(number) {
      Task(executorPreference: runner) { [self] in
        defer {
          let task = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
          change { state in
            state.forgetAwake(ofTask: task)
            state.tasks[number] = nil
          }
        }
        return try await operation()
      }
    }
  }

  /// Checks the conditions of all listeners again, after a change to the state or to a value that is not part of the
  /// state.
  private func notifyListeners(changing change: (inout State) -> Void = { _ in }) {
    let satisfied = state.withLock { state in
      change(&state)
      let satisfied = state.listeners.filter { $0.value.isSatisfied(state) }
      for id in satisfied.keys { state.listeners[id] = nil }
      return satisfied.values
    }
    for listener in satisfied { listener.continuation.resume(returning: true) }
  }

  /// Waits until the state satisfies a condition. Returns false if the limit, in real time, passes first.
  private func wait(
    atMost limit: Duration?, until isSatisfied: @escaping @Sendable (State) -> Bool
  ) async -> Bool {
    var call: ScheduledCall?
    defer { if let call { Timekeeper.shared.cancel(call) } }
    return await withCheckedContinuation { continuation in
      let id = state.withLock { state -> Int? in
        guard !isSatisfied(state) else { return nil }
        state.nextListener += 1
        state.listeners[state.nextListener] = Listener(
          isSatisfied: isSatisfied, continuation: continuation)
        return state.nextListener
      }
      guard let id else { return continuation.resume(returning: true) }
      guard let limit else { return }
      call = Timekeeper.shared.schedule(after: limit) { [self] _ in giveUp(id) }
    }
  }

  private func giveUp(_ id: Int) {
    let listener = state.withLock { $0.listeners.removeValue(forKey: id) }
    listener?.continuation.resume(returning: false)
  }
}
