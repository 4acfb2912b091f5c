import Dispatch
import Sandglass

/// Runs the started tasks of a virtual time, observes all tasks that wait on it, and waits until they have settled.
///
/// ``Quiescence`` decides what there is to wait for. This class holds it under a lock, and does the waiting.
final class QuiescenceTracker: WaitObserver {
  private struct State {
    var tasks: Quiescence
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
  }

  /// A caller that is waiting for a condition on the tasks.
  private struct Listener {
    let isSatisfied: @Sendable (Quiescence) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state: Locked<State>

  /// The queue of the started tasks. It is serial, so that tasks which are woken together run in the same order each
  /// time, and so that it is known which job does what. A serial queue also has a thread of its own, so the tasks run
  /// even if other code keeps the thread pool busy.
  private let queue: DispatchQueue
  private let requests: MainActorRequests

  /// - Parameter seesMainActor: Whether to observe which tasks use the main actor. If not, each of them may use it.
  init(seesMainActor: Bool) {
    let queue = DispatchQueue(label: "sandglass virtual time")
    self.queue = queue
    requests = MainActorRequests(on: queue)
    state = Locked(State(tasks: Quiescence(seesMainActor: seesMainActor)))
  }

  /// The started task that the current task is or belongs to. Unstructured tasks inherit this, too.
  @TaskLocal private static var started: Started?

  private struct Started {
    let number: Int
    let tracker: ObjectIdentifier
  }

  private var started: Int? {
    guard let started = Self.started, started.tracker == ObjectIdentifier(self) else { return nil }
    return started.number
  }

  /// Where the caller runs.
  private var place: Quiescence.Place {
    let main = QueueTurns.main
    return requests.isCurrent ? .runner : QueueTurns.current === main ? .mainActor : .other
  }

  /// Makes a change, and resumes the callers that have been waiting for it.
  private func change<Result>(_ body: (inout Quiescence) -> Result) -> Result {
    let (result, satisfied) = state.withLock { state in
      let result = body(&state.tasks)
      let satisfied = state.listeners.filter { $0.value.isSatisfied(state.tasks) }
      for number in satisfied.keys { state.listeners[number] = nil }
      return (result, satisfied.values)
    }
    for listener in satisfied { listener.continuation.resume() }
    return result
  }
}

// MARK: - Running started tasks

extension QuiescenceTracker {
  /// Starts a task, and observes when it runs and ends.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func task<Success: Sendable>(
    named name: String, _ operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    let number = change { $0.starts(name) }
    let started = Started(number: number, tracker: ObjectIdentifier(self))
    return Self.$started.withValue(started) {
      Task(executorPreference: TaskRunner(number, tracker: self)) { [self] in
        defer { change { $0.ends(number, task: .current) } }
        return try await operation()
      }
    }
  }

  func start(_ work: @escaping @Sendable () async -> Void) -> (@Sendable () -> Void)? {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let task = task(named: "the body of abandon", work)
    return { task.cancel() }
  }

  /// Runs a job of a task that is a started task or belongs to one.
  func run(_ number: Int, task: TaskIdentity, _ job: @escaping @Sendable () -> Void) {
    let place = place
    change { $0.enqueues(number, task: task, from: place) }
    queue.async { [self] in
      job()
      let usingMainActor = requests.takeAny()
      change { $0.jobEnds(number, task: task, usingMainActor: usingMainActor) }
    }
  }
}

// MARK: - Observing waits

extension QuiescenceTracker {
  func makeWaiter(isLimit: Bool) -> Int {
    state.withLock { $0.tasks.makeWaiter(isLimit: isLimit) }
  }

  func waits(_ waiter: Int, task: TaskIdentity?, until deadline: Moment?) {
    let started = started
    let wait = Quiescence.Wait(
      task: task, started: started, place: started == nil ? .other : place, deadline: deadline)
    change { $0.begins(wait, by: waiter) }
  }

  func woke(_ waiter: Int) {
    change { $0.wakes(waiter) }
  }

  func ended(_ waiter: Int) {
    change { $0.retires(waiter) }
  }

  /// The tasks that are waiting on the virtual time.
  var waitingTasks: [VirtualTime.WaitingTask] { state.withLock { $0.tasks.waitingTasks } }

  /// Waits until at least `count` tasks are waiting.
  func waitForWaiting(_ count: Int) async {
    await wait { $0.waiting.count >= count }
  }
}

// MARK: - Settling

extension QuiescenceTracker {
  /// How long to wait for a plain task that was woken, and for a started task that is elsewhere, at least.
  private static let plainGrace = Duration.milliseconds(200)
  private static let startedGrace = Duration.milliseconds(10)

  /// How long to wait for either on a busy machine.
  private static let longestGrace = Duration.seconds(1)

  /// How long to wait for a job that does not end, and for a blocked main queue.
  private static let longestRun = Duration.seconds(30)

  /// Waits until the tasks have settled.
  ///
  /// - Returns: The names of the started tasks that are elsewhere, and the plain tasks that were given up.
  func settle() async -> (elsewhere: [String], givenUp: [VirtualTime.WaitingTask]) {
    let end = Timekeeper.shared.now + Self.longestRun
    var givenUp: [VirtualTime.WaitingTask] = []
    while let step = state.withLock({ $0.tasks.next }), Timekeeper.shared.now < end {
      switch step {
      case .jobs: await wait(until: end) { $0.jobs == 0 }
      case .mainTurn:
        turnMainQueue()
        await wait(until: end) { $0.next != .mainTurn }
      case .grace: givenUp += await giveGrace()
      }
    }
    return (state.withLock { $0.tasks.tasksElsewhere }, givenUp)
  }

  /// Lets the main queue take turns until no task needs another one.
  private func turnMainQueue() {
    let turn = state.withLock { $0.tasks.mainTurnBegins() }
    DispatchQueue.main.async { [self] in
      if change({ $0.mainTurnEnds(turn) }) { turnMainQueue() }
    }
  }

  /// Gives real time to tasks that may come back, until they have, or until their time has run out and other tasks in
  /// the thread pool have had their turns. Returns the plain tasks that have not come back.
  private func giveGrace() async -> [VirtualTime.WaitingTask] {
    let now = Timekeeper.shared.now
    let grace = state.withLock { $0.tasks.isPlainTaskAwake } ? Self.plainGrace : Self.startedGrace
    let haveOthersRun = Locked(false)
    let others = Task.detached(priority: .background) { [self] in
      for _ in 0..<20 where !Task.isCancelled { await Task.yield() }
      haveOthersRun.withLock { $0 = true }
      change { _ in }
    }
    defer { others.cancel() }
    await wait(until: now + grace) { $0.next != .grace }
    await wait(until: now + Self.longestGrace) { tasks in
      tasks.next != .grace || haveOthersRun.withLock { $0 }
    }
    return change { $0.next == .grace ? $0.graceEnds() : [] }
  }

  /// Waits until the tasks satisfy a condition, or until a moment in real time.
  private func wait(
    until end: Moment? = nil, _ isSatisfied: @escaping @Sendable (Quiescence) -> Bool
  ) async {
    var call: ScheduledCall?
    defer { if let call { Timekeeper.shared.cancel(call) } }
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        if isSatisfied(state.tasks) { return nil }
        state.lastListener += 1
        state.listeners[state.lastListener] = Listener(
          isSatisfied: isSatisfied, continuation: continuation)
        return state.lastListener
      }
      guard let number else { return continuation.resume() }
      guard let end else { return }
      call = Timekeeper.shared.schedule(at: end) { [self] _ in
        state.withLock { $0.listeners.removeValue(forKey: number) }?.continuation.resume()
      }
    }
  }
}

/// Runs the jobs of one started task, of its child tasks, and of the actors that they call.
///
/// A task's executor preference extends to its task groups and its `async let`s, and to actors without a custom
/// executor (SE-0417). Work on the main actor and unstructured tasks run elsewhere.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class TaskRunner: TaskExecutor {
  private let number: Int
  private let tracker: QuiescenceTracker

  init(_ number: Int, tracker: QuiescenceTracker) {
    self.number = number
    self.tracker = tracker
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    tracker.run(number, task: TaskIdentity(of: job)) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
