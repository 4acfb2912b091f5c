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
/// board.start("sale-17", endingAt: end)
/// board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
/// ```
///
/// Rows may be set and removed from any thread. When the board is let go its rows are cancelled.
public final class CountdownBoard<ID: Hashable & Sendable>: Sendable {
  /// The rows that were set, and empty ones for ids that cells wait for.
  private struct Rows {
    var countdowns: [ID: Countdown] = [:]
    var set: Set<ID> = []

    /// Whether somebody wants to know of rows that finish.
    var areHeard = false

    /// On a board whose rows are kept, and outlive it: the cells that show each.
    var cells: [ID: Set<ObjectIdentifier>] = [:]
  }

  /// What a cell shows.
  private struct Binding {
    weak var cell: AnyObject?
    let id: ID
    let binding: ObjectIdentifier
  }

  private let timekeeper: Timekeeper
  private let makeCountdown: @Sendable (ID) -> Countdown
  private let isKept: Bool
  private let rows = Locked(Rows())

  @MainActor private var bindings: [ObjectIdentifier: Binding] = [:]
  @MainActor private var bindingsBeforeSweep = 64
  @MainActor private var finishListeners: [ObjectIdentifier: @MainActor (ID) -> Bool] = [:]

  /// Makes a board without rows.
  ///
  /// - Parameters:
  ///   - options: How all rows count.
  ///   - flipsTogether: Whether all rows change their numbers at the same instants, one unit
  ///     apart. Each row shows the number of the latest of these instants, so that rows of one deadline
  ///     always agree. A number is then shown up to a unit too long, and a row that starts between two
  ///     instants may open one higher; the finish is exact.
  ///   - timekeeper: What keeps the time.
  public init(
    options: CountdownOptions = .standard,
    flipsTogether: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) {
    var options = options
    if flipsTogether { options.pulse = timekeeper.now }
    self.timekeeper = timekeeper
    isKept = false
    makeCountdown = { [options] _ in Countdown(.zero, options: options, on: timekeeper) }
  }

  /// Makes a board whose rows are those that a store has.
  init(
    _ ids: [ID], on timekeeper: Timekeeper,
    keptBy makeCountdown: @escaping @Sendable (ID) -> Countdown
  ) {
    self.timekeeper = timekeeper
    self.makeCountdown = makeCountdown
    isKept = true
    for id in ids { withCountdown(id) { _, rows, _, _ in rows.set.insert(id) } }
  }

  deinit {
    if isKept { return leaveRows() }
    let countdowns = rows.withLock { $0.countdowns.values }
    timekeeper.perform { state, now in
      for countdown in countdowns { countdown.clear(at: now, in: &state) }
    }
  }
}

extension CountdownBoard {
  /// Lets kept rows go on without the board, and shows them nowhere.
  private func leaveRows() {
    let board = ObjectIdentifier(self)
    let rows = rows.withLock { $0 }
    timekeeper.perform { state, now in
      for (id, countdown) in rows.countdowns {
        countdown.removeBinding(.finish, of: board, at: now, in: &state)
        for cell in rows.cells[id, default: []] {
          countdown.removeBinding(.cell, of: cell, at: now, in: &state)
        }
      }
    }
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
  public func start(_ id: ID, for duration: Duration) -> Countdown {
    start(id, to: .duration(duration))
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
  public func start(_ id: ID, endingAt end: WallMoment) -> Countdown {
    start(id, to: .wall(end))
  }

  /// Cancels a row and takes it off the board; false if there is no such row.
  ///
  /// Cells that show it go on to show an idle reading of zero.
  @discardableResult
  public func remove(_ id: ID) -> Bool {
    change { rows, state, now in
      guard rows.set.remove(id) != nil else { return false }
      rows.countdowns[id]?.clear(at: now, in: &state)
      dropIfUnused(id, in: &rows, &state)
      return true
    }
  }

  /// Cancels all rows and takes them off the board.
  public func removeAll() {
    for id in ids { remove(id) }
  }

  private func start(_ id: ID, to target: CountdownRecord.Target) -> Countdown {
    withCountdown(id) { countdown, rows, now, state in
      rows.set.insert(id)
      countdown.restart(to: target, at: now, in: &state)
      return countdown
    }
  }
}

// MARK: - Under both locks

extension CountdownBoard {
  /// Changes the rows and their countdowns at one stroke, so that both always agree.
  ///
  /// The lock of the rows is taken before the timekeeper's, and callbacks are called under neither.
  private func change<Answer>(
    _ body: (inout Rows, inout TimekeeperState, Moment) -> Answer
  ) -> Answer {
    let (answer, effects) = rows.withLock { rows in
      timekeeper.plan { state, now in body(&rows, &state, now) }
    }
    timekeeper.carryOut(effects)
    return answer
  }

  /// Changes a row and its countdown at one stroke; that is made if there is none.
  @discardableResult
  private func withCountdown<Answer>(
    _ id: ID, _ body: (Countdown, inout Rows, Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    // Made under no lock, as its store may have to be read.
    var new = rows.withLock { $0.countdowns[id] == nil } ? makeCountdown(id) : nil
    while true {
      let answer = change { rows, state, now -> Answer? in
        guard let countdown = rows.countdowns[id] ?? new else { return nil }
        if rows.countdowns[id] == nil {
          rows.countdowns[id] = countdown
          if rows.areHeard { listen(to: countdown, id, at: now, &state) }
        }
        return body(countdown, &rows, now, &state)
      }
      if let answer { return answer }
      // It was there, and another thread has dropped it.
      new = makeCountdown(id)
    }
  }

  /// Has the board told when a row finishes.
  private func listen(
    to countdown: Countdown, _ id: ID, at now: Moment, _ state: inout TimekeeperState
  ) {
    let listener = CountdownBinding(
      .finish, owner: ObjectIdentifier(self), queue: .theMain, timekeeper: timekeeper
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.tellFinish(of: id) ?? false }
    }
    countdown.add(listener, at: now, in: &state)
  }

  /// Has a cell show a row no longer.
  private func unbind(
    _ cell: ObjectIdentifier, from id: ID, in rows: inout Rows, at now: Moment,
    _ state: inout TimekeeperState
  ) {
    rows.countdowns[id]?.removeBinding(.cell, of: cell, at: now, in: &state)
    rows.cells[id]?.remove(cell)
    dropIfUnused(id, in: &rows, &state)
  }

  /// Forgets a row that was not set and that no cell shows.
  private func dropIfUnused(_ id: ID, in rows: inout Rows, _ state: inout TimekeeperState) {
    guard !rows.set.contains(id), let countdown = rows.countdowns[id],
      !countdown.isInCell(in: &state)
    else { return }
    rows.countdowns[id] = nil
    // Released outside the locks.
    state.effects.discarded.append(countdown)
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
    let key = ObjectIdentifier(cell)
    let binding = CountdownBinding.onMain(.cell, with: cell, on: timekeeper) { cell, event in
      switch event {
      case .reading(let reading), .end(_, let reading): body(cell, reading)
      case .milestone, .phaseEnd, .change: break
      }
    }
    let identity = ObjectIdentifier(binding)
    let former = bindings.updateValue(Binding(cell: cell, id: id, binding: identity), forKey: key)
    let present = withCountdown(id) { countdown, rows, now, state in
      if let former, former.id != id { unbind(key, from: former.id, in: &rows, at: now, &state) }
      if isKept { rows.cells[id, default: []].insert(key) }
      return countdown.add(binding, at: now, in: &state)
    }
    sweep()
    // A callback may have shown something else in the cell meanwhile.
    if bindings[key]?.binding == identity { timekeeper.callInline { body(cell, present) } }
  }

  /// Shows nothing more in a cell. The row counts on.
  @MainActor
  public func hide(_ cell: AnyObject) {
    let key = ObjectIdentifier(cell)
    guard let binding = bindings.removeValue(forKey: key) else { return }
    change { rows, state, now in
      unbind(key, from: binding.id, in: &rows, at: now, &state)
    }
  }

  /// Calls `body` on the main actor with the id of each row that finishes.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the id.
  @MainActor
  public func onFinish<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, ID) -> Void
  ) {
    finishListeners[ObjectIdentifier(owner)] = { [weak owner] id in
      guard let owner else { return false }
      body(owner, id)
      return true
    }
    change { rows, state, now in
      rows.areHeard = true
      let board = ObjectIdentifier(self)
      for (id, countdown) in rows.countdowns
      where !countdown.hasFinishListener(of: board, in: &state) {
        listen(to: countdown, id, at: now, &state)
      }
    }
  }

  /// Tells that a row has finished; false if nobody is there who wants to know.
  @MainActor
  private func tellFinish(of id: ID) -> Bool {
    var isHeard = false
    for owner in Array(finishListeners.keys) {
      // Looked up anew each time: an earlier one may have put another in its place.
      guard let listener = finishListeners[owner] else { continue }
      if listener(id) { isHeard = true } else { finishListeners[owner] = nil }
    }
    return isHeard
  }

  /// Forgets cells that are gone, now and then, so that they take no memory.
  @MainActor
  private func sweep() {
    guard bindings.count > bindingsBeforeSweep else { return }
    let gone = bindings.filter { $0.value.cell == nil }
    for key in gone.keys { bindings[key] = nil }
    bindingsBeforeSweep = max(64, 2 * bindings.count)
    change { rows, state, now in
      for (key, binding) in gone { unbind(key, from: binding.id, in: &rows, at: now, &state) }
    }
  }
}
