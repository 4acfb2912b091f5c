import SandglassCore

/// The rows of a board. The board's lock guards them.
package struct BoardRows<ID: Hashable & Sendable> {
  struct Row {
    let countdown: Countdown

    /// The listener that collects the row's finishes, if a closure is bound to finishes.
    var listener: RowListener<ID>?

    /// The number of the row's latest start. Starts are numbered across the whole board.
    var startNumber: UInt64 = 0
  }

  /// The board's rows, and placeholders for ids that cells show although the board has no such rows.
  var all: [ID: Row] = [:]

  /// The ids of the board's rows, without the placeholders.
  package var ids = OrderedIDs<ID>()

  /// The place of the last row in the order of records. The next row comes after it.
  package var lastPlace = WallMoment(secondsSince1970: 0)

  /// Whether a closure is bound to the finishes of rows.
  var haveReceivers = false

  var observation = BoardObservation()

  private var starts: UInt64 = 0

  /// Assigns the next start number to the row. The row's next finish carries that number.
  mutating func numberStart(of id: ID) {
    starts += 1
    all[id]?.startNumber = starts
    all[id]?.listener?.startNumber = starts
  }

  /// Removes a row or a placeholder, and returns it with its id. Neither may be released under a lock.
  mutating func take(_ id: ID) -> (ID, Row)? {
    guard let index = all.index(forKey: id) else { return nil }
    let (id, row) = all.remove(at: index)
    return (id, row)
  }
}
