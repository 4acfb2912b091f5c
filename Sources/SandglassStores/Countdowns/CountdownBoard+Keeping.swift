public import Sandglass
public import SandglassCore
public import SandglassLedger

extension CountdownBoard where ID == String {
  /// Creates a board whose rows are kept in a store. It begins with the rows that the store already has.
  ///
  /// ```swift
  /// let board = try CountdownBoard(keptIn: FileCountdownStore(named: "Board"))
  /// board.onFinish(with: self) { screen, ids in screen.close(ids) }
  /// ```
  ///
  /// Each record that the store has now is a row, so a board needs its own store. Records that other processes add later
  /// are rows of the next board. The rows are in the order in which they were
  /// first started, or into which they were moved, also after a relaunch. Rows are started, removed and shown as on any
  /// board, but their records outlive the process.
  ///
  /// Deallocating the board does not cancel any rows. The records stay. Running rows continue in this process until
  /// they finish, but the board's cells no longer show them. If a row has finished and no closure has handled the
  /// finish, it is delivered soon after a closure is bound with ``onFinish(with:_:)``. The record stays until that
  /// closure has returned.
  ///
  /// When a row has ended, it stays on the board. With ``CountdownOptions/keepsRecord`` among the options, its record
  /// stays as well, so the next process has the row, and can start it again with the same duration.
  ///
  /// Each record is read once, before this returns. Reading a thousand records takes a few tens of milliseconds. If the
  /// record of a row cannot be read, the ``Countdown/storeError`` of the row contains the reason.
  ///
  /// - Parameters:
  ///   - store: The store of the rows' records. Each record has the id of its row.
  ///   - options: The options of all rows. They replace those in the records, so pass the same at each launch.
  ///   - flipsTogether: Whether the displayed numbers of all rows change simultaneously, once per unit.
  /// - Throws: The store's error, if the store cannot list its ids.
  public convenience init(
    keptIn store: some CountdownStore,
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false
  ) throws(CountdownStoreError) {
    let ids = try store.countdownRecords.ids()
    self.init(
      isKept: true, options: options, flipsTogether: flipsTogether, on: store.timekeeper
    ) {
      KeptRequest($0, in: store, label: nil).countdown(towards: nil, options: $1)
    }
    changeRows(of: ids) { countdowns, rows, _, _ in
      let places = countdowns.map(\.place)
      for (id, _) in zip(ids, places).sorted(by: { ($0.1, $0.0) < ($1.1, $1.0) }) {
        _ = rows.ids.append(id)
      }
      rows.lastPlace = places.max() ?? rows.lastPlace
    }
  }
}
