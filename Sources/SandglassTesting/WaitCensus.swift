import Sandglass

/// Who waits for a virtual time, and who was woken and has not come back.
///
/// A waiter is known by its number and by the task that waits through it. Whoever was woken has
/// come back when its task waits again, through whichever waiter, or when the waiter has ended. A
/// sleeper's waiter is good for one sleep and says nothing of its task's end: Swift shows nobody
/// the end of another task, unless it was started here.
final class WaitCensus: WaitObserver {
  private struct State {
    var waiters = 0

    /// The tasks that wait, and those that were woken, by the numbers of their waiters.
    var waiting: [Int: Int] = [:]
    var awake: [Int: Int] = [:]

    /// The waiters that are good for one sleep.
    var sleepers: Set<Int> = []

    /// The tasks whose end will be seen.
    var tasks: Set<Int> = []

    var listeners: [Int: Listener] = [:]
    var nextListener = 0

    /// Whether everybody has come back whose coming back, or end, is sure to be seen.
    var seenAreBack: Bool {
      awake.allSatisfy { waiter, task in sleepers.contains(waiter) && !tasks.contains(task) }
    }

    mutating func forget(_ waiter: Int) {
      waiting[waiter] = nil
      awake[waiter] = nil
      sleepers.remove(waiter)
    }

    mutating func forgetAwake(ofTask task: Int) {
      for (waiter, itsTask) in awake where itsTask == task { forget(waiter) }
    }
  }

  /// Somebody who waits for the census to come out in a certain way.
  private struct Listener {
    let isSatisfied: (State) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state = Locked(State())

  /// Stands for a task that has been made and has not begun.
  private static let unknownTask = 0
}

// MARK: - What the timekeeper tells

extension WaitCensus {
  func makeWaiter(forOneSleep: Bool) -> Int {
    state.withLock { state in
      state.waiters += 1
      if forOneSleep { state.sleepers.insert(state.waiters) }
      return state.waiters
    }
  }

  func waits(_ waiter: Int, task: Int) {
    change { state in
      state.forgetAwake(ofTask: task)
      state.waiting[waiter] = task
    }
  }

  func woke(_ waiter: Int) {
    change { state in state.awake[waiter] = state.waiting.removeValue(forKey: waiter) }
  }

  func ended(_ waiter: Int) {
    change { state in
      let task = state.waiting[waiter] ?? state.awake[waiter]
      state.forget(waiter)
      // A task whose end will be seen is awake until then, or until it waits again.
      if let task, state.tasks.contains(task) { state.awake[waiter] = task }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let satisfied = state.withLock { state in
      body(&state)
      let satisfied = state.listeners.filter { $0.value.isSatisfied(state) }
      for id in satisfied.keys { state.listeners[id] = nil }
      return satisfied.values
    }
    for listener in satisfied { listener.continuation.resume(returning: true) }
  }
}

// MARK: - What a test asks

extension WaitCensus {
  /// Waits until `count` tasks wait.
  func waitForWaiting(_ count: Int) async {
    _ = await wait(atMost: nil) { $0.waiting.count >= count }
  }

  /// Waits until everybody who was woken has come back or is gone; false if somebody whose end
  /// would be seen has not within five real minutes.
  func settle() async -> Bool {
    let areBack = await wait(atMost: .seconds(300)) { $0.seenAreBack }
    if await !wait(atMost: .milliseconds(200), until: { $0.awake.isEmpty }) {
      change { state in for waiter in state.awake.keys { state.forget(waiter) } }
    }
    return areBack
  }

  /// Starts a task that counts as awake until it waits, and whose end is seen.
  func task<Success: Sendable>(
    _ operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    let beginning = makeWaiter(forOneSleep: false)
    change { $0.awake[beginning] = Self.unknownTask }
    return Task {
      let id = withUnsafeCurrentTask { $0?.hashValue ?? Self.unknownTask }
      change { state in
        state.awake[beginning] = id
        state.tasks.insert(id)
      }
      defer {
        change { state in
          state.forgetAwake(ofTask: id)
          state.tasks.remove(id)
        }
      }
      return try await operation()
    }
  }

  /// Waits until the census satisfies a condition; false if the real time allowed is over first.
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
