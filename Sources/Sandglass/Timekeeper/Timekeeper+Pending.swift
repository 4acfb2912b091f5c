public import SandglassCore

extension Timekeeper {
  /// The timers that are waiting on this timekeeper, in the order in which they are due, for debugging.
  ///
  /// This takes O(n log n) time, of which O(n) is under the lock. With a million timers, all other calls wait for a few
  /// tenths of a second.
  public var pending: PendingTimers {
    let list = perform { state, now in PendingEntries(state, at: now) }
    return PendingTimers(
      list.sorted, at: list.now, alarm: list.alarm, undelivered: list.undelivered)
  }
}

extension PendingTimers: CustomReflectable {
  /// An empty mirror, so that a debugger prints only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The entries in a timekeeper's queue, read under the lock.
private struct PendingEntries {
  private struct Entry {
    let key: DeadlineKey
    let tolerance: UInt64
    let kind: PendingTimer.Kind
    let owner: Any.Type?
  }

  let now: Moment
  let alarm: Moment?
  let undelivered: Int
  private var entries: [Entry] = []

  /// Objects that were loaded from weak references. They must not be released under the lock.
  private var held: [AnyObject] = []

  init(_ state: borrowing TimekeeperState, at now: Moment) {
    self.now = now
    alarm = state.alarm
    undelivered = state.undelivered
    entries.reserveCapacity(state.queue.count)
    state.queue.forEach { key, tolerance, work in
      switch copy work {
      case .entry(let entry): add(entry, key, tolerance)
      case .timeouts(let call): add(call, key, tolerance)
      case .call: add(.call, key, tolerance)
      case .task: add(.sleep, key, tolerance)
      }
    }
  }

  var sorted: [PendingTimer] {
    entries.sorted { $0.key < $1.key }.map { entry in
      PendingTimer(
        deadline: entry.key.deadline,
        tolerance: .nanoseconds(entry.tolerance),
        kind: entry.kind, owner: entry.owner.map { "\($0)" })
    }
  }

  private mutating func add(_ entry: any QueueEntry, _ key: DeadlineKey, _ tolerance: UInt64) {
    // A timer that no longer exists is not pending.
    guard let entry = entry.waitingEntry else { return }
    held.append(entry)
    add(entry.kind(at: now), key, tolerance, owner: entry.ownerType)
  }

  private mutating func add(_ call: TimeoutsCall, _ key: DeadlineKey, _ tolerance: UInt64) {
    guard let timeouts = call.timeouts else { return }
    held.append(timeouts)
    add(.timeouts(count: timeouts.count), key, tolerance)
  }

  private mutating func add(
    _ kind: PendingTimer.Kind, _ key: DeadlineKey, _ tolerance: UInt64, owner: Any.Type? = nil
  ) {
    entries.append(Entry(key: key, tolerance: tolerance, kind: kind, owner: owner))
  }
}
