import Sandglass

/// Lets one task wait until a moment, or until another task rings.
final class Bell: Sendable {
  private struct State {
    var isRung = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let timekeeper: Timekeeper
  private let state = Locked(State())

  /// Nobody waits for longer, because the clock of the database may be set.
  private static let longest = Duration.seconds(1)

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
  }

  /// Ends the wait, or the next one if nobody is waiting.
  func ring() {
    let waiting = state.withLock { state in
      state.isRung = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for at most a duration or a second, or until the bell is rung or the task is cancelled.
  func wait(for duration: Duration?) async {
    let duration = min(duration ?? Self.longest, Self.longest)
    if duration <= .zero { return }
    let call = timekeeper.schedule(after: duration) { [weak self] _ in self?.ring() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRung = state.withLock { state in
          defer { state.isRung = false }
          if !state.isRung { state.waiting = continuation }
          return state.isRung
        }
        if isRung { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
    timekeeper.cancel(call)
  }
}
