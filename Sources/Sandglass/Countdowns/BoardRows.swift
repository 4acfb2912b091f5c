/// The rows of a board; guarded by the board's lock.
struct BoardRows<ID: Hashable & Sendable> {
  struct Row {
    let countdown: Countdown

    /// What gathers its finishes, where somebody wants to know of them.
    var listener: RowListener<ID>?

    /// Which of the board's starts its latest is.
    var startNumber: UInt64 = 0
  }

  /// The rows that were set, and empty ones for ids that cells wait for.
  var all: [ID: Row] = [:]

  /// The ids of those that were set.
  var ids = OrderedIDs<ID>()

  /// Whether somebody wants to know of rows that finish.
  var areHeard = false

  var observation = BoardObservation()

  private var starts: UInt64 = 0

  /// Gives a row, and so its next finish, the number of the next start.
  mutating func numberStart(of id: ID) {
    starts += 1
    all[id]?.startNumber = starts
    all[id]?.listener?.startNumber = starts
  }

  /// Takes out a row, and answers it with its id: neither may be released under a lock.
  mutating func take(_ id: ID) -> (ID, Row)? {
    guard let index = all.index(forKey: id) else { return nil }
    let (id, row) = all.remove(at: index)
    return (id, row)
  }
}
