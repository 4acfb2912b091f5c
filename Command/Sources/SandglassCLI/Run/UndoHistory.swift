import Sandglass

/// How to undo one change of a countdown.
enum Undo: Equatable {
  case pause
  case resume
  case extend(Duration)

  /// Go to the phase with this index, with this remaining time.
  case phase(Int, remaining: Duration)
}

/// The changes that keys have made, with the latest last. A key may change several countdowns.
struct UndoHistory {
  private var changes: [[Int: Undo]] = []

  /// The number of changes that can be undone.
  static let limit = 100

  /// Notes what undoes a change of the countdowns with these indices.
  mutating func note(_ change: [Int: Undo]) {
    guard !change.isEmpty else { return }
    changes.append(change)
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// Returns what undoes the latest change, which is then forgotten.
  mutating func takeLatest() -> [Int: Undo] { changes.popLast() ?? [:] }
}
