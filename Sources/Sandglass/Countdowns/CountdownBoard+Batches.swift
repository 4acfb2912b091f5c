public import SandglassCore

// A call with many rows reads the clock once and sets the alarm once. No callback is called before all rows are started
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

  /// Starts many rows that count down to wall-clock times, in one call.
  ///
  /// ```swift
  /// board.start(contentsOf: sales.map { ($0.id, $0.end) })
  /// ```
  ///
  /// A list that a server sends repeatedly can be passed unchanged: a row that is already counting down to its time, or
  /// that has finished at that time, is left alone. An id that occurs twice is started twice.
  ///
  /// - Parameter rows: The ids of the rows, and when they finish. A row whose time has passed finishes immediately.
  public func start(contentsOf rows: some Sequence<(ID, WallMoment)>) {
    start(rows.map { (id: $0, target: .wall($1)) })
  }

  /// Starts many rows in one call, in no particular order. Each row counts down from the duration for its id.
  ///
  /// - Parameter rows: The durations to count down from. A row with a duration of zero or less finishes immediately.
  public func start(contentsOf rows: [ID: Duration]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }

  /// Starts many rows in one call, in no particular order. Each row counts down to the wall-clock time for its id.
  ///
  /// Nothing happens to a row that is already counting down to its time, or that has finished at that time.
  ///
  /// - Parameter rows: When the rows finish. A row whose time has passed finishes immediately.
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
