public import SandglassCore

// Many rows at one stroke: one look at the clock, and the alarm is set once for all. Nothing is called back
// before all are started or removed.

extension CountdownBoard {
  /// Starts a row for each of some durations, at one stroke.
  ///
  /// All count from one instant. An id that comes twice is started twice.
  ///
  /// - Parameter rows: What names each row, and what it counts down from; zero or less finishes at once.
  public func start(contentsOf rows: some Sequence<(ID, Duration)>) {
    start(rows.map { (id: $0, target: .duration($1)) })
  }

  /// Starts a row for each of some instants of the wall clock, at one stroke.
  ///
  /// ```swift
  /// board.start(contentsOf: sales.map { ($0.id, $0.end) })
  /// ```
  ///
  /// A list that a server sends again and again can be handed in as it is: for a row that counts to that
  /// very instant already, or has finished at it, nothing happens. An id that comes twice is started twice.
  ///
  /// - Parameter rows: What names each row, and when it finishes; an instant that has passed finishes at once.
  public func start(contentsOf rows: some Sequence<(ID, WallMoment)>) {
    start(rows.map { (id: $0, target: .wall($1)) })
  }

  /// Starts a row for each of some durations by id, at one stroke and in no particular order.
  ///
  /// - Parameter rows: What each row counts down from; zero or less finishes at once.
  public func start(contentsOf rows: [ID: Duration]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }

  /// Starts a row for each of some instants of the wall clock by id, at one stroke and in no particular order.
  ///
  /// For a row that counts to that very instant already, or has finished at it, nothing happens.
  ///
  /// - Parameter rows: When each row finishes; an instant that has passed finishes at once.
  public func start(contentsOf rows: [ID: WallMoment]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }

  /// Cancels rows and takes them off the board, at one stroke; an id without a row does nothing.
  ///
  /// - Parameter ids: What names the rows.
  public func remove(contentsOf ids: some Sequence<ID>) {
    let ids = Array(ids)
    change { rows, state, now in
      for id in ids { _ = remove(id, from: &rows, at: now, &state) }
    }
  }

  /// Cancels all rows and takes them off the board, at one stroke.
  public func removeAll() {
    change { rows, state, now in
      for id in rows.ids.elements { _ = remove(id, from: &rows, at: now, &state) }
    }
  }
}
