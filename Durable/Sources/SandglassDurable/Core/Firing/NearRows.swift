package import SandglassCore

/// The rows that are due soon, in a timing wheel. A pure value, to which the caller passes the time.
///
/// A node reads rows ahead of time, holds them here, and fires each at its instant. How many rows there are in all
/// costs nothing.
///
/// Every row that is due up to the `reach` is held. The rows beyond it are read by and by, in the order of their due
/// times. A row that a caller changes is passed to ``learn(_:)`` after its transaction, because it may be due before
/// the place up to which rows have been read. A version that is out of date does no harm: its change fails, because it
/// is conditional on the version.
package struct NearRows: ~Copyable {
  /// A place in the order in which rows are due.
  package struct Place: Sendable, Hashable, Comparable {
    package let due: Moment
    package let number: Int64

    package init(due: Moment, number: Int64) {
      self.due = due
      self.number = number
    }

    package static func < (left: Place, right: Place) -> Bool {
      (left.due, left.number) < (right.due, right.number)
    }
  }

  /// The rows to read: those after one place, up to a moment, the first ones if there are more than the limit.
  package struct Fetch: Sendable, Hashable {
    /// Counts the fetches.
    fileprivate var number = 0

    package let after: Place
    package let through: Moment
    package let limit: Int

    fileprivate var end: Place { Place(due: through, number: .max) }

    package init(after: Place, through: Moment, limit: Int) {
      self.after = after
      self.through = through
      self.limit = limit
    }
  }

  /// How far ahead rows are read, and how many.
  package struct Limits: Sendable, Hashable {
    /// How far ahead rows are read. In an idle store, rows are read twice in this time.
    package var window: Duration = .seconds(60)

    /// How many rows are read at once.
    package var chunk = 2_000

    /// No rows are read while more than this number are held.
    package var enough = 20_000

    package init() {}
  }

  private struct Held {
    let token: TimerToken
    let version: Int
  }

  /// Rows that were read.
  package struct Page: Sendable {
    package private(set) var rows: [DurableRow] = []

    /// What is wrong with each row that cannot be read.
    package private(set) var faults: [DamagedRow] = []

    /// The place of the last row.
    fileprivate var last: Place?

    /// The number of rows, readable or not.
    package var count: Int { rows.count + faults.count }

    package init() {}

    /// Adds a row. If `read` throws, it is added to the faults, and the others are read all the same.
    package mutating func add(at place: Place, _ read: () throws -> DurableRow) {
      last = place
      do {
        rows.append(try read())
      } catch {
        faults.append(DamagedRow(number: place.number, text: "\(error)"))
      }
    }
  }

  private let limits: Limits
  private var wheel = TimingWheel<DurableRow>()
  private var held: [Int64: Held] = [:]

  /// Every row up to this place is held, or is being fired.
  private var reach = Place(due: .origin, number: -1)

  /// The rows that are being read.
  private var fetch: Fetch?

  /// How often rows could not be fired, and whether because of themselves.
  private var aside: [Int64: (times: Int, isAtFault: Bool)] = [:]

  /// The shards whose rows are held.
  private var shards: HeldShards = [:]

  private var fetches = 0

  package init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The number of rows that are held.
  package var count: Int { wheel.count }

  /// When the next row is due; nil if none is held.
  package var nextDue: Moment? { mutating get { wheel.nextDeadline } }
}

// MARK: - Reading ahead

extension NearRows {
  /// Begins to read rows, if that is necessary. Its result must be passed to ``fetched(_:of:)`` or
  /// ``fetchFailed(_:)``.
  package mutating func beginFetch(at now: Moment) -> Fetch? {
    // If the clock was set back, the reach is far away, and nobody tells of rows that others add before it.
    if reach.due > now + limits.window * 2 {
      reach = Place(due: now + limits.window, number: .max)
    }
    guard !shards.isEmpty, fetch == nil, now >= nextFetch else { return nil }
    // What is already due is read in any case: it may be of a shard that was taken from a node that is gone.
    guard count <= limits.enough || reach.due <= now else { return nil }
    fetches += 1
    var fetch = Fetch(after: reach, through: now + limits.window, limit: limits.chunk)
    fetch.number = fetches
    self.fetch = fetch
    return fetch
  }

  /// When rows have to be read again, unless too many are held.
  package var nextFetch: Moment { reach.due - limits.window / 2 }

  /// Ends the reading of rows. Does nothing if it was overtaken by new shards.
  package mutating func fetched(_ page: Page, of done: Fetch) {
    guard let fetch, fetch == done else { return }
    reach = fetch.end
    if page.count >= fetch.limit, let last = page.last { reach = last }
    for row in page.rows { learn(row) }
    self.fetch = nil
  }

  package mutating func fetchFailed(_ failed: Fetch) {
    if fetch == failed { fetch = nil }
  }
}

// MARK: - Shards

extension NearRows {
  /// Notes which shards the node runs. Rows of others are dropped. If there are new ones, everything is read again.
  package mutating func hold(_ shards: HeldShards) {
    guard shards != self.shards else { return }
    let isNew = shards.contains { self.shards[$0.key] != $0.value }
    self.shards = shards
    for (number, row) in held where shards[Shards.shard(of: number)] == nil {
      wheel.remove(row.token)
      held[number] = nil
      aside[number] = nil
    }
    if isNew { readAll() }
  }

  /// Reads everything that is due soon again, because others have changed it.
  package mutating func readAll() {
    reach = Place(due: .origin, number: -1)
    // What is being read may be from before.
    fetch = nil
  }
}

// MARK: - Rows

extension NearRows {
  /// Notes a row that was read or changed. It is held if it is due soon, in place of an earlier version.
  package mutating func learn(_ row: DurableRow) {
    guard shards[Shards.shard(of: row.number)] != nil else { return }
    if let held = held[row.number] {
      guard held.version < row.version else { return }
      wheel.remove(held.token)
      self.held[row.number] = nil
    }
    aside[row.number] = nil
    hold(row, notBefore: .origin)
  }

  /// Notes a row that could not be fired. It is tried again a little later, up to a second.
  ///
  /// - Parameters:
  ///   - row: The row, which was taken.
  ///   - isAtFault: Whether it is tried alone then, because it failed when it was alone.
  ///   - now: The current moment.
  package mutating func setAside(_ row: DurableRow, isAtFault: Bool, at now: Moment) {
    guard shards[Shards.shard(of: row.number)] != nil, held[row.number] == nil else { return }
    let times = min((aside[row.number]?.times ?? 0) + 1, 10)
    aside[row.number] = (times, isAtFault)
    hold(row, notBefore: now + min(.milliseconds(1 << times), .seconds(1)))
  }

  private mutating func hold(_ row: DurableRow, notBefore: Moment) {
    guard let due = row.due else { return }
    // While rows are being read, a change may or may not be among them.
    guard Place(due: due, number: row.number) <= max(reach, fetch?.end ?? reach) else { return }
    let token = wheel.insert(row, at: max(due, notBefore))
    held[row.number] = Held(token: token, version: row.version)
  }

  /// Removes the rows that are due, in order. A row whose change fails must be passed to ``learn(_:)`` or
  /// ``setAside(_:isAtFault:at:)`` again. One that was at fault is taken alone.
  package mutating func takeDue(at now: Moment, atMost limit: Int) -> [DurableRow] {
    var rows: [DurableRow] = []
    while rows.count < limit, let row = wheel.popFirst(dueBy: now)?.payload {
      if aside[row.number]?.isAtFault == true {
        if rows.isEmpty {
          held[row.number] = nil
          return [row]
        }
        held[row.number] = Held(
          token: wheel.insert(row, at: row.due ?? now), version: row.version)
        break
      }
      held[row.number] = nil
      rows.append(row)
    }
    return rows
  }
}
