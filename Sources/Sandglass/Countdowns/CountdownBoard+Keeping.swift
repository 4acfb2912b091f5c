public import SandglassCore

extension CountdownBoard where ID == String {
  /// Makes a board whose rows are kept in a store: those that it has, and those that are set.
  ///
  /// ```swift
  /// let board = try CountdownBoard(keptIn: FileCountdownStore(folder: folder))
  /// board.onFinish(with: self) { screen, ids in screen.close(ids) }
  /// ```
  ///
  /// Each record of the store is a row, so the board has a store of its own. A row is set, removed and shown as on
  /// any board, and survives the process. Letting the board go cancels nothing: the rows go on in their records, and
  /// until they finish in this process; its cells do not show that any more. A row that finished while nobody was there is told to the
  /// first closure of ``onFinish(with:_:)``, once; until then its record stays. Each record is read once, before this returns: a
  /// thousand of them take some tens of milliseconds. A row whose record could not be read says why in its
  /// ``Countdown/storeError``.
  ///
  /// - Parameters:
  ///   - store: Where the rows are kept, each under its id.
  ///   - options: How all rows count.
  ///   - flipsTogether: Whether all rows change their numbers at the same instants, one unit apart.
  ///   - timekeeper: What keeps the time.
  /// - Throws: The store's error, if it cannot tell its ids.
  public convenience init(
    keptIn store: any CountdownStore,
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) {
    let ids = try store.ids()
    self.init(isKept: true, options: options, flipsTogether: flipsTogether, on: timekeeper) {
      .kept($0, in: store, startingFrom: .zero, options: $1, on: timekeeper)
    }
    changeRows(of: ids) { _, rows, _, _ in
      for id in ids { _ = rows.ids.append(id) }
    }
  }
}
