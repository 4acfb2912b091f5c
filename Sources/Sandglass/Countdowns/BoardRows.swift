/// The rows of a board. The board's lock guards them.
struct BoardRows<ID: Hashable & Sendable> {
  struct Row {
    let countdown: Countdown

    /// The listener that collects the row's finishes, if a closure is bound to finishes.
    var listener: RowListener<ID>?

    /// The number of the row's latest start, counted over the board.
    var startNumber: UInt64 = 0
  }

  /// The rows that were set, and empty ones for ids that cells show.
  var all: [ID: Row] = [:]

  /// The ids of the rows that were set.
  var ids = OrderedIDs<ID>()

  /// Whether a closure is bound to the finishes of rows.
  var areHeard = false

  var observation = BoardObservation()

  private var starts: UInt64 = 0

  /// Gives the row, and so its next finish, the number of the next start.
  mutating func numberStart(of id: ID) {
    starts += 1
    all[id]?.startNumber = starts
    all[id]?.listener?.startNumber = starts
  }

  /// Removes a row, and returns it with its id. Neither may be released under a lock.
  mutating func take(_ id: ID) -> (ID, Row)? {
    guard let index = all.index(forKey: id) else { return nil }
    let (id, row) = all.remove(at: index)
    return (id, row)
  }
}
