public import SandglassCore

// Many rows in one call read the clock once and set the alarm once. No callback is called before all rows are started
// or removed.

extension CountdownBoard {
  /// Starts many rows that count down from durations, in one call.
  ///
  /// All rows start at the same instant. An id that occurs twice is started twice.
  ///
  /// - Parameter rows: The ids of the rows, and the durations to count down from. A row with a duration of zero or less
  ///   finishes immediately.
  public func start(contentsOf rows: some Sequence<(ID, Duration)>) {
    start(rows.map { (id: $0, target: .duration($1)) })
  }

  /// Starts many rows that count down to instants of the wall clock, in one call.
  ///
  /// ```swift
  /// board.start(contentsOf: sales.map { ($0.id, $0.end) })
  /// ```
  ///
  /// A list that a server sends repeatedly can be passed unchanged, because nothing happens to a row that already
  /// counts down to its instant, or has finished at it. An id that occurs twice is started twice.
  ///
  /// - Parameter rows: The ids of the rows, and when they finish. A row whose instant has passed finishes immediately.
  public func start(contentsOf rows: some Sequence<(ID, WallMoment)>) {
    start(rows.map { (id: $0, target: .wall($1)) })
  }

  /// Starts many rows that count down from durations, by id, in one call and in no particular order.
  ///
  /// - Parameter rows: The durations to count down from. A row with a duration of zero or less finishes immediately.
  public func start(contentsOf rows: [ID: Duration]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }

  /// Starts many rows that count down to instants of the wall clock, by id, in one call and in no particular order.
  ///
  /// Nothing happens to a row that already counts down to its instant, or has finished at it.
  ///
  /// - Parameter rows: When the rows finish. A row whose instant has passed finishes immediately.
  public func start(contentsOf rows: [ID: WallMoment]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }

  /// Cancels rows and removes them from the board, in one call. Ids without a row are ignored.
  ///
  /// - Parameter ids: The ids of the rows.
  public func remove(contentsOf ids: some Sequence<ID>) {
    let ids = Array(ids)
    change { rows, state, now in
      for id in ids { _ = remove(id, from: &rows, at: now, &state) }
    }
  }

  /// Cancels all rows and removes them from the board, in one call.
  public func removeAll() {
    change { rows, state, now in
      for id in rows.ids.elements { _ = remove(id, from: &rows, at: now, &state) }
    }
  }
}
