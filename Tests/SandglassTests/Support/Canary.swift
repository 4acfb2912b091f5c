import Sandglass

/// An object whose deallocation is recorded.
final class Canary: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  convenience init(_ notes: TimerNotes<String>, _ name: String = "gone") {
    self.init { notes.note(name) }
  }

  /// Creates an object whose deallocation is counted, and then runs a closure.
  convenience init(_ deaths: Locked<Int>, lastWords: @escaping @Sendable () -> Void = {}) {
    self.init {
      deaths.withLock { $0 += 1 }
      lastWords()
    }
  }

  deinit {
    onEnd()
  }

  /// Retains the object where it is captured.
  func sing() {}
}
