import SandglassCore

/// The changes that keys have made, with the latest last. A key may change several countdowns.
struct UndoHistory {
  private var changes: [[Int: RunChange]] = []

  /// The number of changes that can be undone.
  static let limit = 100

  /// Notes what undoes a change of the countdowns with these indices.
  mutating func note(_ change: [Int: RunChange]) {
    guard !change.isEmpty else { return }
    changes.append(change)
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// Returns what undoes the latest change, which is then forgotten.
  mutating func takeLatest() -> [Int: RunChange] { changes.popLast() ?? [:] }
}
