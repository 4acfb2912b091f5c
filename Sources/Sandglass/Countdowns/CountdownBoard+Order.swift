import SandglassCore

extension CountdownBoard {
  /// Moves a row in front of another one, or to the end. Returns false if this changes nothing.
  ///
  /// ```swift
  /// board.move("tea", before: "eggs")
  /// board.move("soup", before: nil)
  /// ```
  ///
  /// The rows of a kept board have the same order in the next process. If there is no row with one of the ids, nothing
  /// happens.
  ///
  /// - Parameters:
  ///   - id: The id of the row to move.
  ///   - other: The id of the row that is to follow it; nil to make it the last one.
  /// - Returns: Whether the order has changed.
  @discardableResult
  public func move(_ id: ID, before other: ID?) -> Bool {
    order { $0.move(id, before: other) }
  }

  /// Moves the rows at some offsets in ``ids``, as a list in SwiftUI requests it.
  ///
  /// ```swift
  /// .onMove { board.move(fromOffsets: $0, toOffset: $1) }
  /// ```
  ///
  /// The rows of a kept board have the same order in the next process.
  ///
  /// - Parameters:
  ///   - source: The offsets of the rows to move. An offset without a row is ignored.
  ///   - destination: The offset of the row that is to follow them, before the move. An offset without a row counts as
  ///     the nearest one or, above all of them, as the end.
  public func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let source = Set(source)
    order { $0.move(source, to: destination) }
  }

  @discardableResult
  private func order(_ move: (inout OrderedIDs<ID>) -> Bool) -> Bool {
    change { rows, state, now in
      guard move(&rows.ids) else { return false }
      notifyObservers(&rows, &state)
      if isKept { keepOrder(of: &rows, at: now, &state) }
      return true
    }
  }

  /// Writes the order of the rows into their records. The rows get the places that they have among them, in ascending
  /// order, so that only rows that have changed their place are written.
  private func keepOrder(
    of rows: inout BoardRows<ID>, at now: Moment, _ state: inout TimekeeperState
  ) {
    let countdowns = rows.ids.elements.compactMap { rows.all[$0]?.countdown }
    var former: WallMoment?
    for (countdown, place) in zip(countdowns, countdowns.map(\.place).sorted()) {
      // Several processes may have started rows at the same time.
      let place = former.map { max(place, $0 + .nanoseconds(1)) } ?? place
      countdown.move(to: place, at: now, in: &state)
      former = place
    }
    rows.lastPlace = max(rows.lastPlace, former ?? rows.lastPlace)
  }
}
