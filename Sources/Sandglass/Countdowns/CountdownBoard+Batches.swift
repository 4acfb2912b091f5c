public import SandglassCore

// A call with many rows reads the clock once and sets the alarm once. No callback is called before all rows are
// changed.

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

  /// Pauses all rows that are running, in one call, and returns their ids.
  ///
  /// ```swift
  /// let paused = board.pauseAll()
  /// // Later, without the rows that were paused before:
  /// for id in paused { board[id]?.resume() }
  /// ```
  ///
  /// Rows that are not running are left alone. A row whose end has come finishes instead, and is reported.
  ///
  /// - Returns: The ids of the rows that were paused, in the order of the rows.
  @discardableResult
  public func pauseAll() -> [ID] {
    changeAll { $1.pause($0, at: $2, in: &$3) }
  }

  /// Resumes all rows that are paused, in one call, and returns their ids.
  ///
  /// This includes rows that were paused on their own, before ``pauseAll()``.
  ///
  /// - Returns: The ids of the rows that were resumed, in the order of the rows.
  @discardableResult
  public func resumeAll() -> [ID] {
    changeAll { $1.resume($0, at: $2, in: &$3) }
  }

  /// Ends the runs of all rows without a finish, in one call, and returns the ids of these rows.
  ///
  /// The rows stay on the board, and can be started again. This is ``Countdown/cancel()`` for each row, so it also stops
  /// overtime, and removes the records of these rows unless the options have ``CountdownOptions/keepsRecord``. Rows that
  /// have finished are left alone. To remove the rows as well, use ``removeAll()``.
  ///
  /// - Returns: The ids of the rows that were running, paused or counting past zero, in the order of the rows.
  @discardableResult
  public func cancelAll() -> [ID] {
    changeAll { $1.cancel($0, at: $2, in: &$3) }
  }

  /// Changes all rows at the same instant. Returns the ids of those for which `change` returns true.
  private func changeAll(
    _ event: (Countdown, inout CountdownCore, Moment, inout TimekeeperState) -> Bool
  ) -> [ID] {
    change { rows, state, now in
      rows.ids.elements.filter { id in
        guard let countdown = rows.all[id]?.countdown else { return false }
        return countdown.change(at: now, in: &state) { event(countdown, &$0, now, &$1) }
      }
    }
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
