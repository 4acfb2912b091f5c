public import SandglassCore

/// Countdowns by id, for lists whose cells come and go.
///
/// All rows share one timekeeper, so that thousands of them cost one alarm; a row that no cell
/// shows costs nothing until it finishes. A cell is bound to a row by ``show(_:in:_:)``. When it
/// is reused it is simply shown something else: the earlier binding is gone, with whatever was
/// on its way.
///
/// ```swift
/// board.start("sale-17", until: end)
/// board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
/// ```
///
/// Rows may be set and removed from any thread, many of them at one stroke. When the board is let go its rows
/// are cancelled, unless they are kept, and its cells go on to show an idle reading of zero.
public final class CountdownBoard<ID: Hashable & Sendable>: Sendable {
  let timekeeper: Timekeeper
  let makeCountdown: @Sendable (ID) -> Countdown
  let isKept: Bool
  let rows = Locked(BoardRows<ID>())
  let finishes: BoardFinishes<ID>

  @MainActor var cells: [ObjectIdentifier: BoardCell<ID>] = [:]
  @MainActor var cellsBeforeSweep = 64
  @MainActor var finishListeners: [ObjectIdentifier: @MainActor ([ID]) -> Bool] = [:]

  /// Makes a board without rows.
  ///
  /// - Parameters:
  ///   - options: How all rows count.
  ///   - flipsTogether: Whether all rows change their numbers at the same instants, one unit
  ///     apart. Each row shows the number of the latest of these instants, so that rows of one deadline
  ///     always agree. A number is then shown up to a unit too long, and a row that starts between two
  ///     instants may open one higher; the finish is exact.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(isKept: false, options: options, flipsTogether: flipsTogether, on: timekeeper) {
      Countdown(.zero, options: $1, on: timekeeper)
    }
  }

  /// Makes a board with the countdowns that `makeCountdown` makes for an id.
  init(
    isKept: Bool, options: CountdownOptions, flipsTogether: Bool, on timekeeper: Timekeeper,
    _ makeCountdown: @escaping @Sendable (ID, CountdownOptions) -> Countdown
  ) {
    var options = options
    if flipsTogether { options.pulse = timekeeper.now }
    self.timekeeper = timekeeper
    self.isKept = isKept
    self.makeCountdown = { [options] id in makeCountdown(id, options) }
    finishes = BoardFinishes(on: timekeeper)
    finishes.board = self
  }

  deinit {
    let rows = rows.withLock { $0.all.values }
    timekeeper.perform { state, now in
      for row in rows {
        // Those that are kept go on without the board.
        if !isKept { row.countdown.clear(at: now, in: &state) }
        row.countdown.leave(ObjectIdentifier(self), at: now, in: &state)
      }
    }
  }
}

// MARK: - Rows

extension CountdownBoard {
  /// The number of rows; O(1).
  ///
  /// Reading it within an observed piece of code, such as a SwiftUI body, has that code run again when rows come
  /// or go.
  public var count: Int { observed(\.count) { $0.ids.count } }

  /// The ids of all rows, in the order in which they were first started; O(n).
  ///
  /// A row that is started anew keeps its place. One that was removed and is started again stands at the end.
  /// Reading it within an observed piece of code, such as a SwiftUI body, has that code run again when rows come
  /// or go.
  public var ids: [ID] { observed(\.ids) { $0.ids.elements } }

  /// The countdown of a row, to pause or extend it or to observe it; nil if there is no such row.
  public subscript(id: ID) -> Countdown? {
    observed(\.ids) { $0.ids.contains(id) ? $0.all[id]?.countdown : nil }
  }

  /// Starts a row that counts down from a duration, in place of an earlier one with that id.
  ///
  /// Cells that show the id go on with the new count; an earlier start that still lasts is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - id: What names the row.
  ///   - duration: What it counts down from; zero or less finishes at once.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, for duration: Duration) -> Countdown {
    start([(id: id, target: .duration(duration))])[0]
  }

  /// Starts a row that counts down to an instant of the wall clock, in place of an earlier one
  /// with that id.
  ///
  /// Cells that show the id go on with the new count; an earlier start that still lasts is
  /// cancelled. For a row that counts to that very instant already, or has finished at it, nothing happens: it is
  /// told nothing, and its record is not written. One that was paused starts anew.
  ///
  /// - Parameters:
  ///   - id: What names the row.
  ///   - end: When it finishes; an instant that has passed finishes at once.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, until end: WallMoment) -> Countdown {
    start([(id: id, target: .wall(end))])[0]
  }

  /// Cancels a row and takes it off the board; false if there is no such row.
  ///
  /// Cells that show it go on to show an idle reading of zero.
  @discardableResult
  public func remove(_ id: ID) -> Bool {
    change { rows, state, now in remove(id, from: &rows, at: now, &state) }
  }
}
