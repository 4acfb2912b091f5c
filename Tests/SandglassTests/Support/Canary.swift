import Sandglass

/// Something whose end is noted.
final class Canary: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  convenience init(_ notes: TimerNotes<String>, _ name: String = "gone") {
    self.init { notes.note(name) }
  }

  /// One that is counted at its end, and then does something.
  convenience init(_ deaths: Locked<Int>, lastWords: @escaping @Sendable () -> Void = {}) {
    self.init {
      deaths.withLock { $0 += 1 }
      lastWords()
    }
  }

  deinit {
    onEnd()
  }

  /// Keeps it alive where it is captured.
  func sing() {}
}
