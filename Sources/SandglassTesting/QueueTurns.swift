import Dispatch
import Sandglass

/// The callbacks of a queue in virtual time, which run one after another. If a callback adds a second callback to its
/// own queue, the first returns before the second begins, as in real time.
final class QueueTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// Whether this is the saving queue of a timekeeper.
  let isOfSaves: Bool

  private init(isOfSaves: Bool) {
    self.isOfSaves = isOfSaves
  }

  /// Whether a callback is running.
  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// Runs `work` and the callbacks that it adds, or queues `work` if a callback is running.
  func take(_ work: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.isTaken { state.waiting.append(work) }
      defer { state.isTaken = true }
      return !state.isTaken
    }
    guard isFree else { return }
    work()
    runWaiting()
  }

  /// Runs `body`, which is a callback that the caller waits for, and then the callbacks that `body` adds.
  func takeInline(_ body: () -> Void) {
    let isFree = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    body()
    // If this is called inside another callback, the added callbacks wait until that callback has returned.
    if isFree { runWaiting() }
  }

  private func runWaiting() {
    while let next = takeNext() { next() }
  }

  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
  }
}

// MARK: - Turns of a queue

extension QueueTurns {
  /// Returns the object that orders the callbacks of a queue.
  ///
  /// The queue-specific value is set only once, because Dispatch may release a replaced value while another thread
  /// reads it.
  static func of(_ queue: DispatchQueue) -> QueueTurns {
    marking.withLock { _ in
      if let turns = queue.getSpecific(key: key) { return turns }
      let turns = QueueTurns(isOfSaves: queue.label == Timekeeper.savingQueueLabel)
      queue.setSpecific(key: key, value: turns)
      return turns
    }
  }

  /// The object for the queue that the caller runs on; nil if that queue has none.
  static var current: QueueTurns? { DispatchQueue.getSpecific(key: key) }

  /// The object for the main queue.
  static let main = of(.main)

  private static let key = DispatchSpecificKey<QueueTurns>()
  private static let marking = Locked(())
}
