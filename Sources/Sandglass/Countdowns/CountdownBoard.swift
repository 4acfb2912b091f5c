public import SandglassCore

/// Countdowns by id, for lists whose cells are reused.
///
/// All rows share one timekeeper, so thousands of rows need only one alarm. A row that no cell shows costs nothing
/// until it finishes. ``show(_:in:_:)`` binds a cell to a row. When the cell is reused, show another row in it. This
/// replaces the previous binding, and pending callbacks of that binding are dropped.
///
/// ```swift
/// board.start("sale-17", until: end)
/// board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
/// ```
///
/// Rows can be started and removed from any thread, and one call can start or remove many of them. When the board is
/// deallocated, its rows are cancelled unless they are kept in a store, and its cells show an idle reading of zero.
public final class CountdownBoard<ID: Hashable & Sendable>: Sendable {
  /// The timekeeper that the countdowns run on.
  public let timekeeper: Timekeeper
  let makeCountdown: @Sendable (ID) -> Countdown
  let isKept: Bool
  let rows = Locked(BoardRows<ID>())
  let gatheredFinishes: BoardFinishes<ID>

  @MainActor var cells: [ObjectIdentifier: BoardCell<ID>] = [:]
  @MainActor var cellsBeforeSweep = 64
  @MainActor var finishListeners: [ObjectIdentifier: @MainActor ([ID]) -> Bool] = [:]

  /// Creates a board without rows.
  ///
  /// - Parameters:
  ///   - options: The options of all rows.
  ///   - flipsTogether: Whether the displayed numbers of all rows change simultaneously, at instants that are one unit
  ///     apart. Each row then displays the number that it had at the latest of these instants, so rows with the same
  ///     deadline always agree. A number may therefore be displayed for up to a unit too long, and a row that starts
  ///     between two instants may begin with a number that is one higher than without this option. The finish is exact.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(isKept: false, options: options, flipsTogether: flipsTogether, on: timekeeper) {
      Countdown(.zero, options: $1, on: timekeeper)
    }
  }

  /// Creates a board that calls `makeCountdown` to create the countdown for an id.
  package init(
    isKept: Bool, options: CountdownOptions, flipsTogether: Bool, on timekeeper: Timekeeper,
    _ makeCountdown: @escaping @Sendable (ID, CountdownOptions) -> Countdown
  ) {
    var options = options
    if flipsTogether { options.pulse = timekeeper.now }
    self.timekeeper = timekeeper
    self.isKept = isKept
    self.makeCountdown = { [options] id in makeCountdown(id, options) }
    gatheredFinishes = BoardFinishes(on: timekeeper)
    gatheredFinishes.board = self
  }

  deinit {
    let rows = rows.withLock { $0.all.values }
    timekeeper.perform { state, now in
      for row in rows {
        // Kept rows continue to run without the board.
        if !isKept { row.countdown.clear(at: now, in: &state) }
        row.countdown.leave(ObjectIdentifier(self), at: now, in: &state)
      }
    }
  }
}

// MARK: - Rows

extension CountdownBoard {
  /// The number of rows. O(1).
  ///
  /// If code that tracks observable properties, such as a SwiftUI body, reads this property, the code runs again when
  /// rows are added or removed.
  public var count: Int { observed(\.count) { $0.ids.count } }

  /// The ids of all rows, in the order in which they were first started. O(n).
  ///
  /// A row that is started again stays in its place, and ``move(_:before:)`` gives it another one. A row that is removed
  /// and then started again comes last. If code that tracks observable properties, such as a SwiftUI body, reads this
  /// property, the code runs again when rows are added, removed or moved.
  public var ids: [ID] { observed(\.ids) { $0.ids.elements } }

  /// The countdown of a row, to pause, extend or observe it; nil if there is no such row.
  public subscript(id: ID) -> Countdown? {
    observed(\.ids) { $0.ids.contains(id) ? $0.all[id]?.countdown : nil }
  }

  /// Adds a row without starting it, for example one of the usual times of a kitchen timer. If there is a row with the
  /// id, nothing happens.
  ///
  /// ```swift
  /// board.add("eggs", for: .seconds(360)).label = "Eggs"
  /// board["eggs"]?.start()
  /// ```
  ///
  /// The row comes last. On a kept board, the next process has the row as well if the board's options have
  /// ``CountdownOptions/keepsRecord``.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - duration: The duration that each start counts down from. If it is zero or less, the row finishes immediately
  ///     when it is started.
  /// - Returns: The countdown of the row.
  @discardableResult
  public func add(_ id: ID, for duration: Duration) -> Countdown {
    add(id, towards: .duration(duration))
  }

  /// Starts a row that counts down from a duration. It replaces an earlier row with the same id.
  ///
  /// Cells that show the id continue with the new run. A run in progress is cancelled.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - duration: The duration to count down from. If it is zero or less, the row finishes immediately.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, for duration: Duration) -> Countdown {
    start([(id: id, target: .duration(duration))])[0]
  }

  /// Starts a row that counts down to a wall-clock time. It replaces an earlier row with the same id.
  ///
  /// Cells that show the id continue with the new run. A run in progress is cancelled. Nothing happens if the row is
  /// already counting down to that time, or has finished at that time: no callback is called, and no record is written.
  /// A paused row is started again. So is a row that has finished if the wall clock was then set back by so much that the
  /// time lies ahead again.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - end: When the row finishes. If this has passed, the row finishes immediately.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, until end: WallMoment) -> Countdown {
    start([(id: id, target: .wall(end))])[0]
  }

  /// Cancels a row and removes it from the board. Returns false if there is no such row.
  ///
  /// Cells that show the row then show an idle reading of zero.
  @discardableResult
  public func remove(_ id: ID) -> Bool {
    change { rows, state, now in remove(id, from: &rows, at: now, &state) }
  }
}
