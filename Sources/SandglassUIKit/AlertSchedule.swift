import Sandglass

/// A value that tracks the notifications that the system has pending, and decides which ones to add and which to
/// withdraw.
struct AlertSchedule {
  /// An event of an alert's countdown.
  struct Key: Hashable {
    let id: String
    let event: AlertEvent
  }

  /// A notification to add. If one with the same identifier is pending, the system replaces it.
  struct Addition: Equatable {
    let key: Key
    let identifier: String
    let moment: Moment
  }

  /// The notifications to withdraw from the system and to add to it.
  struct Changes: Equatable {
    var withdrawn: [String] = []
    var added: [Addition] = []
  }

  private struct Pending {
    let slot: Int
    var moment: Moment
  }

  /// The maximum number of pending notifications.
  let limit: Int

  /// Whether the limit keeps some events from being scheduled.
  private(set) var isFull = false

  private var pending: [Key: Pending] = [:]

  /// For each alert, the slot of its latest notification.
  private var latestSlots: [String: Int] = [:]

  /// For each alert, the latest finish that has been dealt with. Either its notification was left to the system or was
  /// withdrawn when it became due, or the finish was passed to ``note(finish:of:)``.
  private var leftFinishes: [String: Moment] = [:]

  /// The moments of the notifications that have become due in the latest milliseconds.
  private var latelyDue: [Key: Moment] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  /// The moment of the next notification; nil if none is pending.
  var nextMoment: Moment? { pending.values.map(\.moment).min() }

  /// Schedules the soonest events, and withdraws all others.
  ///
  /// - Parameters:
  ///   - wanted: The events to schedule.
  ///   - now: The current moment.
  ///   - isInFront: Whether the app is in the foreground. In the foreground, notifications that have become due are
  ///     withdrawn, because the app itself reports their events. In the background, they are left to the system, which
  ///     shows them now.
  ///   - isRenewed: Whether to add notifications again even if they are already pending.
  /// - Returns: The changes to make to the system's pending notifications.
  mutating func update(
    to wanted: [(key: Key, moment: Moment)], at now: Moment, isInFront: Bool, isRenewed: Bool
  ) -> Changes {
    var changes = Changes()
    latelyDue = latelyDue.filter { now - $0.value < Self.correction }
    for (key, entry) in pending where isDue(entry.moment, at: now) {
      if isInFront { changes.withdrawn.append(identifier(of: key.id, in: entry.slot)) }
      leave(key)
    }
    let coming = wanted.filter { !isDue($0.moment, at: now) && !isOnlyCorrected($0) }
    let soonest = coming.sorted { ($0.moment, $0.key.id) < ($1.moment, $1.key.id) }.prefix(limit)
    isFull = coming.count > soonest.count
    let kept = Set(soonest.map(\.key))
    for (key, entry) in pending where !kept.contains(key) {
      changes.withdrawn.append(identifier(of: key.id, in: entry.slot))
      pending[key] = nil
    }
    for (key, moment) in soonest {
      if !isRenewed, let entry = pending[key], Self.isSame(entry.moment, moment) { continue }
      let slot = pending[key]?.slot ?? takeSlot(of: key.id)
      pending[key] = Pending(slot: slot, moment: moment)
      changes.added.append(
        Addition(key: key, identifier: identifier(of: key.id, in: slot), moment: moment))
    }
    return changes
  }

  /// Notes a finish. Returns whether the finish is new, and its notification was neither left to the system nor
  /// withdrawn.
  mutating func note(finish: Moment, of id: String) -> Bool {
    let former = leftFinishes.updateValue(finish, forKey: id)
    let key = Key(id: id, event: .finish)
    if let due = latelyDue[key], max(due, finish) - min(due, finish) < Self.correction {
      latelyDue[key] = nil
      return false
    }
    return former.map { !Self.isSame($0, finish) } ?? true
  }

  /// Returns an identifier for a notification that is shown immediately.
  mutating func identifier(of id: String) -> String {
    identifier(of: id, in: takeSlot(of: id))
  }

  /// Removes an alert. The caller withdraws the alert's notifications, using all its ``identifiers(of:)``.
  mutating func remove(_ id: String) {
    pending = pending.filter { $0.key.id != id }
    leftFinishes[id] = nil
  }

  private mutating func leave(_ key: Key) {
    guard let entry = pending.removeValue(forKey: key) else { return }
    latelyDue[key] = entry.moment
    guard key.event == .finish else { return }
    leftFinishes[key.id] = max(leftFinishes[key.id] ?? entry.moment, entry.moment)
  }

  /// Returns whether a notification is about to be shown. It is then too late to change it.
  private func isDue(_ moment: Moment, at now: Moment) -> Bool {
    moment - now < Self.jitter
  }

  /// Returns whether the event's notification has just become due, and the event was only corrected since then. A
  /// deadline on the wall clock moves a little when the system slews that clock.
  private func isOnlyCorrected(_ wanted: (key: Key, moment: Moment)) -> Bool {
    latelyDue[wanted.key].map { wanted.moment - $0 < Self.correction } ?? false
  }

  /// The maximum correction of a deadline that does not make it another event.
  private static var correction: Duration { .milliseconds(20) }

  /// Returns whether two moments are so close that they are the same deadline, read twice.
  static func isSame(_ one: Moment, _ other: Moment) -> Bool {
    max(one, other) - min(one, other) < jitter
  }

  /// The maximum difference between two readings of one deadline. If the deadline is a wall-clock time, the two
  /// readings differ, because each is computed from a wall-clock reading and a steady-clock reading, and time passes
  /// between those two.
  private static var jitter: Duration { .milliseconds(1) }
}

// MARK: - Identifiers

// The identifiers of an alert are the same in every launch of the app, so that the app can withdraw the notifications
// that an earlier launch scheduled. An alert has twice as many identifiers as there can be pending notifications,
// because a new notification must not replace one that is just about to be shown.
extension AlertSchedule {
  private static let prefix = "sandglass."
  private static let slots = 128

  /// All identifiers that the notifications of an alert may have.
  static func identifiers(of id: String) -> [String] {
    (0..<slots).map { "\(prefix)\($0).\(id)" }
  }

  /// Returns the id of the alert that a notification belongs to; nil if the notification does not belong to an alert.
  static func id(ofIdentifier identifier: String) -> String? {
    guard identifier.hasPrefix(prefix) else { return nil }
    let rest = identifier.dropFirst(prefix.count)
    guard let dot = rest.firstIndex(of: "."), Int(rest[..<dot]) != nil else { return nil }
    return String(rest[rest.index(after: dot)...])
  }

  private func identifier(of id: String, in slot: Int) -> String {
    "\(Self.prefix)\(slot).\(id)"
  }

  /// Returns the next slot of an alert in which no notification is pending.
  private mutating func takeSlot(of id: String) -> Int {
    let used = Set(pending.lazy.filter { $0.key.id == id }.map(\.value.slot))
    var slot = latestSlots[id] ?? Self.slots - 1
    repeat { slot = (slot + 1) % Self.slots } while used.contains(slot)
    latestSlots[id] = slot
    return slot
  }
}
