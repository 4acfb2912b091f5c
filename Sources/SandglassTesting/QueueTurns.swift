import Dispatch
import Sandglass

/// What runs on a queue in virtual time, one after the other: a callback that causes another one on its own queue
/// returns before that begins, as in real time.
final class QueueTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// Runs `work`, and what it causes; later if something else has its turn.
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

  /// Runs `body`, a callback that its caller waits for, and then what it causes.
  func takeInline(_ body: () -> Void) {
    let isFree = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    body()
    // Within another callback, what it causes waits for that one.
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

// MARK: - By queue

extension QueueTurns {
  /// The turns of a queue.
  ///
  /// A queue is marked once only: Dispatch may release a value that is replaced while another thread reads it.
  static func of(_ queue: DispatchQueue) -> QueueTurns {
    marking.withLock { _ in
      if let turns = queue.getSpecific(key: key) { return turns }
      let turns = QueueTurns()
      queue.setSpecific(key: key, value: turns)
      return turns
    }
  }

  /// The turns of the queue that the caller runs on; nil if that is none that is known.
  static var current: QueueTurns? { DispatchQueue.getSpecific(key: key) }

  /// The turns of the main queue.
  static let main = of(.main)

  private static let key = DispatchSpecificKey<QueueTurns>()
  private static let marking = Locked(())
}
