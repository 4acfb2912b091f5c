import Dispatch
public import SandglassCore

/// Countdowns by id, for lists whose cells come and go.
///
/// All rows share one timekeeper, so that thousands of them cost one alarm; a row that no cell
/// shows costs nothing until it finishes. A cell is bound to a row by ``show(_:in:_:)``. When it
/// is reused it is simply shown something else: the earlier binding is gone, with whatever was
/// on its way.
///
/// ```swift
/// board.set("sale-17", endingAt: end)
/// board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
/// ```
///
/// Rows may be set and removed from any thread. When the board is let go its rows are cancelled.
public final class CountdownBoard<ID: Hashable & Sendable>: Sendable {
  /// The rows that were set, and empty ones for ids that cells wait for.
  private struct Rows {
    var countdowns: [ID: Countdown] = [:]
    var set: Set<ID> = []
  }

  /// What a cell shows.
  private struct Binding {
    weak var cell: AnyObject?
    let id: ID
  }

  private let timekeeper: Timekeeper
  private let options: CountdownOptions
  private let rows = Locked(Rows())

  @MainActor private var bindings: [ObjectIdentifier: Binding] = [:]
  @MainActor private var bindingsBeforeSweep = 64
  @MainActor private var finishListeners: [ObjectIdentifier: @MainActor (ID) -> Bool] = [:]

  /// Makes a board without rows.
  ///
  /// - Parameters:
  ///   - options: How all rows count.
  ///   - flipsTogether: Whether all rows change their numbers at the same instants, one unit
  ///     apart. A number is then shown up to a unit too long; the finish is exact.
  ///   - timekeeper: What keeps the time.
  public init(
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) {
    var options = options
    if flipsTogether { options.pulse = timekeeper.now }
    self.options = options
    self.timekeeper = timekeeper
  }

  deinit {
    let countdowns = rows.withLock { $0.countdowns.values }
    for countdown in countdowns { countdown.cancel() }
  }
}

// MARK: - Rows

extension CountdownBoard {
  /// The number of rows; O(1).
  public var count: Int { rows.withLock { $0.set.count } }

  /// The ids of all rows, in no particular order.
  public var ids: [ID] { rows.withLock { Array($0.set) } }

  /// The countdown of a row, to pause or extend it or to observe it; nil if there is no such row.
  public subscript(id: ID) -> Countdown? {
    rows.withLock { $0.set.contains(id) ? $0.countdowns[id] : nil }
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
  public func set(_ id: ID, for duration: Duration) -> Countdown {
    set(id, to: .duration(duration))
  }

  /// Starts a row that counts down to an instant of the wall clock, in place of an earlier one
  /// with that id.
  ///
  /// Cells that show the id go on with the new count; an earlier start that still lasts is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - id: What names the row.
  ///   - end: When it finishes; an instant that has passed finishes at once.
  /// - Returns: The row's countdown.
  @discardableResult
  public func set(_ id: ID, endingAt end: WallMoment) -> Countdown {
    set(id, to: .wall(end))
  }

  /// Cancels a row and takes it off the board; false if there is no such row.
  ///
  /// Cells that show it go on to show an idle reading of zero.
  @discardableResult
  public func remove(_ id: ID) -> Bool {
    let removed = rows.withLock { rows -> Countdown? in
      guard rows.set.remove(id) != nil else { return nil }
      return rows.countdowns[id]
    }
    removed?.clear()
    dropIfUnused(id)
    return removed != nil
  }

  /// Cancels all rows and takes them off the board.
  public func removeAll() {
    for id in ids { remove(id) }
  }

  private func set(_ id: ID, to target: Countdown.Target) -> Countdown {
    let countdown = row(id, isSet: true)
    countdown.restart(to: target)
    return countdown
  }

  /// The countdown of a row, made if there is none.
  private func row(
    _ id: ID, in rows: inout Rows, at now: Moment, _ state: inout TimekeeperState
  ) -> Countdown {
    if let countdown = rows.countdowns[id] { return countdown }
    let countdown = Countdown(.zero, options: options, on: timekeeper)
    rows.countdowns[id] = countdown
    let listener = CountdownBinding(
      .finish, owner: ObjectIdentifier(self), queue: .sameMain, timekeeper: timekeeper
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.tellFinish(of: id) }
      return true
    }
    if isNew { listenForFinish(of: countdown, id: id) }
    return countdown
  }

  /// Forgets a row that was not set and that no cell shows.
  private func dropIfUnused(_ id: ID) {
    let dropped = rows.withLock { rows -> Countdown? in
      guard !rows.set.contains(id), rows.countdowns[id]?.isShown == false else { return nil }
      return rows.countdowns.removeValue(forKey: id)
    }
    // Released here, outside the lock.
    _ = dropped
  }
}

// MARK: - Cells

extension CountdownBoard {
  /// Shows a row in a cell: calls `body` on the main actor now, and from now on whenever the shown
  /// number changes and when the row ends or starts anew.
  ///
  /// What the cell showed before is gone. An id without a row shows an idle reading of zero until
  /// the row is set.
  ///
  /// - Parameters:
  ///   - id: The row to show.
  ///   - cell: Where: held weakly and handed to the closure.
  ///   - body: How to show a reading in the cell.
  @MainActor
  public func show<Cell: AnyObject>(
    _ id: ID, in cell: Cell, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) {
    hide(cell)
    bindings[ObjectIdentifier(cell)] = Binding(cell: cell, id: id)
    sweep()
    let countdown = row(id, isSet: false)
    countdown.bindOnMain(.change, of: cell) { cell, event in
      switch event {
      case .reading(let reading), .end(_, let reading): body(cell, reading)
      case .milestone: break
      }
    }
    body(cell, countdown.peek())
  }

  /// Shows nothing more in a cell. The row counts on.
  @MainActor
  public func hide(_ cell: AnyObject) {
    guard let binding = bindings.removeValue(forKey: ObjectIdentifier(cell)) else { return }
    rows.withLock { $0.countdowns[binding.id] }?.unbind(cell)
    dropIfUnused(binding.id)
  }

  /// Calls `body` on the main actor with the id of each row that finishes.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the id.
  @MainActor
  public func onFinish<Owner: AnyObject>(
    of owner: Owner, _ body: @escaping @MainActor (Owner, ID) -> Void
  ) {
    finishListeners[ObjectIdentifier(owner)] = { [weak owner] id in
      guard let owner else { return false }
      body(owner, id)
      return true
    }
  }

  private func listenForFinish(of countdown: Countdown, id: ID) {
    countdown.bind(
      CountdownBinding(
        .finish, owner: ObjectIdentifier(self), queue: .main, timekeeper: timekeeper
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.tellFinish(of: id) }
        return true
      })
  }

  @MainActor
  private func tellFinish(of id: ID) {
    for (owner, listener) in finishListeners where !listener(id) {
      finishListeners[owner] = nil
    }
  }

  /// Forgets cells that are gone, now and then, so that they take no memory.
  @MainActor
  private func sweep() {
    guard bindings.count > bindingsBeforeSweep else { return }
    bindings = bindings.filter { $0.value.cell != nil }
    bindingsBeforeSweep = max(64, 2 * bindings.count)
  }
}
