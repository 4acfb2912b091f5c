public import SandglassCore

/// Any number of timeouts that call the same closure, each with an id that can be hashed.
///
/// Each id has at most one timeout. It can be restarted, moved and cancelled by its id:
///
/// ```swift
/// idle = TimeoutsByID(with: server) { server, session, _ in server.end(session) }
/// idle.schedule("session 7", after: .seconds(30))
/// idle.restart("session 7")  // with each request: 30 seconds from now
/// ```
///
/// All timeouts of a set share one entry in the timekeeper's queue. Every method can be called from any thread and from
/// inside the closure. When the last reference to the set is released, all its timeouts are cancelled. Until then, the
/// set retains its timekeeper. The set compares and hashes ids while it holds its lock, so this must not use the set.
///
/// The closure is called on the timekeeper's own thread, so it must return quickly. ``Timeouts`` describes when it is
/// called. That type needs less time and memory, because its timeouts are numbers that the caller looks up.
public final class TimeoutsByID<ID: Hashable & Sendable>: Sendable {
  private let timekeeper: Timekeeper
  private let table: Locked<Table>
  private let timeouts: Timeouts

  private init(
    _ tolerance: Duration, _ timekeeper: Timekeeper,
    answering action: @escaping @Sendable (ID, Moment) -> Bool
  ) {
    let table = Locked(Table())
    self.table = table
    self.timekeeper = timekeeper
    timeouts = Timeouts(tolerance, timekeeper) { number, now in
      // The table decides. A timeout that was restarted or cancelled just now has another number, or none.
      guard let id = table.withLock({ $0.take(number) }) else { return true }
      if action(id, now) { return true }
      _ = table.withLock { $0.removeAll() }
      return false
    }
  }

  /// Creates a set without timeouts.
  ///
  /// - Parameters:
  ///   - tolerance: How late a timeout may be called, so that it shares a wake-up with others. Zero or less means no
  ///     tolerance.
  ///   - timekeeper: The timekeeper to run on.
  ///   - action: The closure to call with the id of a timeout and the moment, which is never before the deadline. The id
  ///     has no timeout any more, and may be scheduled again. A closure that captures the set creates a reference cycle.
  public convenience init(
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ id: ID, _ now: Moment) -> Void
  ) {
    self.init(tolerance, timekeeper) { id, now in
      action(id, now)
      return true
    }
  }

  /// Creates a set without timeouts, bound to an owner.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Once the owner is
  ///     deallocated, the closure is not called any more, and all timeouts are cancelled when the next one is due.
  ///   - tolerance: How late a timeout may be called, so that it shares a wake-up with others. Zero or less means no
  ///     tolerance.
  ///   - timekeeper: The timekeeper to run on.
  ///   - action: The closure to call with the owner, the id of a timeout, and the moment.
  public convenience init<Owner: AnyObject & Sendable>(
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ owner: Owner, _ id: ID, _ now: Moment) -> Void
  ) {
    self.init(tolerance, timekeeper) { [weak owner] id, now in
      guard let owner else { return false }
      action(owner, id, now)
      return true
    }
  }
}

extension TimeoutsByID {
  /// The number of pending timeouts.
  public var count: Int { table.withLock { $0.entries.count } }

  /// Returns when an id's timeout is due; nil if it has none.
  public func deadline(of id: ID) -> Moment? { table.withLock { $0.entries[id]?.deadline } }

  /// Gives an id a timeout that is called `delay` from now, in place of the one that it may have.
  ///
  /// - Parameters:
  ///   - id: The id with which the closure is called.
  ///   - delay: The time until the closure is called. A timeout of zero or less is due immediately.
  public func schedule(_ id: ID, after delay: Duration) {
    let now = timekeeper.now
    timeouts.change(with: table) { $0.set(id, after: delay, from: now, in: &$1) }
  }

  /// Restarts an id's timeout with the delay that it was scheduled with. Returns false if the id has none.
  @discardableResult
  public func restart(_ id: ID) -> Bool {
    let now = timekeeper.now
    return timeouts.change(with: table) { table, wheel in
      guard let delay = table.entries[id]?.delay else { return false }
      table.set(id, after: delay, from: now, in: &wheel)
      return true
    }
  }

  /// Cancels an id's timeout. Returns false if the id has none.
  ///
  /// If this returns true, the timeout is never called. If it returns false, the closure may be running for this id on
  /// another thread.
  @discardableResult
  public func cancel(_ id: ID) -> Bool {
    // The ids are released outside the lock, because their deinitialisers may run any code.
    let removed = timeouts.change(with: table) { table, wheel in
      let entry = table.remove(id)
      if let token = entry?.value.token { _ = wheel.remove(token) }
      return entry
    }
    return removed != nil
  }

  /// Cancels all timeouts.
  public func cancelAll() {
    _ = timeouts.change(with: table) { table, wheel in
      wheel.removeAll()
      return table.removeAll()
    }
  }
}

extension TimeoutsByID {
  /// The timeouts by their ids, and by their numbers in the wheel of ``Timeouts``.
  private struct Table {
    struct Entry {
      let number: Int
      let token: TimerToken
      var delay: Duration
      var deadline: Moment
    }

    private(set) var entries: [ID: Entry] = [:]
    private var ids: [Int: ID] = [:]

    /// The latest number. None is used twice, so that a call which comes too late finds no id.
    private var last = 0

    /// Moves an id's timeout, or adds one.
    mutating func set(
      _ id: ID, after delay: Duration, from now: Moment, in wheel: inout TimingWheel<Int>
    ) {
      var id = id
      let deadline = now + delay
      if let index = entries.index(forKey: id) {
        if wheel.move(entries[index].value.token, to: deadline) {
          entries.values[index].delay = delay
          entries.values[index].deadline = deadline
          return
        }
        // Another thread is about to call it.
        ids[entries[index].value.number] = nil
        id = entries[index].key
      }
      last += 1
      ids[last] = id
      let token = wheel.insert(last, at: deadline)
      entries[id] = Entry(number: last, token: token, delay: delay, deadline: deadline)
    }

    /// Removes the timeout with a number, and returns its id.
    mutating func take(_ number: Int) -> ID? {
      guard let id = ids.removeValue(forKey: number) else { return nil }
      entries[id] = nil
      return id
    }

    /// Removes an id's timeout, and returns it with the id that was stored.
    mutating func remove(_ id: ID) -> (key: ID, value: Entry)? {
      guard let index = entries.index(forKey: id) else { return nil }
      ids[entries[index].value.number] = nil
      return entries.remove(at: index)
    }

    /// Removes all timeouts, and returns them, so that their ids are not released here.
    mutating func removeAll() -> [ID: Entry] {
      ids = [:]
      return exchange(&entries, with: [:])
    }
  }
}
