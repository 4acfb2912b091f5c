import Dispatch
import Sandglass
import SandglassCore

/// The processes of one simulated device. Launching a successor kills its predecessor.
final class VirtualProcesses: Sendable {
  private struct State {
    var launched: Int32 = 0
    var lives: [Int32: ProcessLife] = [:]
    var killed: Set<Int32> = []

    /// The queues that are waiting for another queue, and the work to run on each of them after the wait. Processes of
    /// one device share them, because one process may be notified of what another one has done.
    var postponed: [ObjectIdentifier: [@Sendable () -> Void]] = [:]

    /// The work for which saving queues are waiting.
    var handovers: [Handover] = []
  }

  /// How work gets to its queue.
  enum Way {
    /// The queue runs it after its own wait.
    case postponed

    /// The saving queue waits until it has been run, or until a caller needs the saving queue.
    case handedOver(Handover)

    /// The caller lets go what saving queues are waiting for, and then waits for the queue.
    case direct([Handover])
  }

  private let state = Locked(State())

  /// The PID namespace, which distinguishes these processes from the processes of other simulated devices.
  var space: String { "virtual \(UInt(bitPattern: ObjectIdentifier(self)))" }

  /// Launches a process. Returns its PID.
  func launch() -> Int32 {
    state.withLock { state in
      state.launched += 1
      state.lives[state.launched] = .alive
      return state.launched
    }
  }

  func kill(_ number: Int32) {
    state.withLock {
      $0.lives[number] = .ended
      $0.killed.insert(number)
    }
  }

  /// Returns whether a process has not been killed.
  func isAlive(_ number: Int32) -> Bool {
    state.withLock { !$0.killed.contains(number) }
  }

  /// Returns how work gets to a queue from `current`, the caller's, and notes that `current` is about to wait.
  func way(
    of work: @escaping @Sendable () -> Void, to turns: QueueTurns, from current: QueueTurns?
  ) -> Way {
    let isFromSaves = current?.isOfSaves == true
    return state.withLock { state in
      let queue = ObjectIdentifier(turns)
      let isWaiting = state.postponed[queue] != nil
      if isWaiting, isFromSaves || !turns.isOfSaves {
        state.postponed[queue]?.append(work)
        return .postponed
      }
      if let current, state.postponed[ObjectIdentifier(current)] == nil {
        state.postponed[ObjectIdentifier(current)] = []
      }
      if isFromSaves, !turns.isOfSaves {
        let handover = Handover(of: work, to: turns)
        state.handovers.append(handover)
        return .handedOver(handover)
      }
      return .direct(isWaiting ? state.handovers : [])
    }
  }

  /// Notes that a saving queue does not wait any more.
  func remove(_ handover: Handover) {
    state.withLock { $0.handovers.removeAll { $0 === handover } }
  }

  /// Removes and returns the next work item for a queue. If there is none, returns nil and marks the queue as no longer
  /// waiting.
  func takePostponed(by turns: QueueTurns) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let queue = ObjectIdentifier(turns)
      guard let waiting = state.postponed[queue], !waiting.isEmpty else {
        state.postponed[queue] = nil
        return nil
      }
      return state.postponed[queue]?.removeFirst()
    }
  }

  /// Hides from other processes whether a process is alive.
  func hide(_ number: Int32) {
    state.withLock { $0.lives[number] = .unknown }
  }

  /// Returns whether a process is alive. Real processes and the processes of other simulated devices are considered
  /// ended, because they do not run in this virtual time.
  func life(of process: ProcessIdentity) -> ProcessLife {
    guard process.space == space else { return .ended }
    return state.withLock { $0.lives[process.number] ?? .ended }
  }
}

/// Work of a saving queue for another queue, which is run once.
final class Handover: Sendable {
  private let turns: QueueTurns
  private let work: Locked<(@Sendable () -> Void)?>
  private let isOver = DispatchSemaphore(value: 0)

  init(of work: @escaping @Sendable () -> Void, to turns: QueueTurns) {
    self.turns = turns
    self.work = Locked(work)
  }

  /// Runs the work, unless it has begun. Must be called on its queue, outside a callback.
  func run() {
    guard let work = work.withLock({ exchange(&$0, with: nil) }) else { return }
    turns.take(work)
    isOver.signal()
  }

  /// Ends the wait. If the caller is on the queue and outside a callback, it runs the work first; otherwise the queue
  /// runs it later.
  func letGo() {
    if QueueTurns.current === turns, !turns.isTaken { run() } else { isOver.signal() }
  }

  /// Waits until the work has been run, or a caller needs the saving queue.
  func wait() { isOver.wait() }
}
