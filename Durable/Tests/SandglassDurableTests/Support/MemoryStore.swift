import Sandglass
import SandglassCore
import SandglassDurable

/// A store in memory, for tests of the engine alone.
actor MemoryStore: DurableStore {
  private let tables = MemoryTables()
  private let timekeeper: Timekeeper

  /// Is thrown by the next calls that write.
  var failure: DurableError?

  init(timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
  }

  nonisolated var now: Moment { Moment(timekeeper.wallNow) }

  private var bad = ""

  /// Firing countdowns whose ids begin so fails.
  func failFiring(of prefix: String) { bad = prefix }

  func fail(with error: DurableError?) { failure = error }

  private func write<Result>(
    _ body: (MemoryTables) throws -> Result
  ) throws(DurableError) -> Result {
    if let failure { throw failure }
    do {
      return try tables.transaction(body)
    } catch let error as DurableError {
      throw error
    } catch {
      throw .database("\(error)")
    }
  }

  func perform(_ request: DurableRequest) throws(DurableError) -> DurableAnswer {
    let now = now
    return try write { try $0.perform(request, at: now) }
  }

  func stored(_ id: String) -> StoredCountdown? { tables.stored(id) }

  func rows(_ fetch: NearRows.Fetch) -> NearRows.Page { tables.rows(fetch) }

  func fire(_ rows: [DurableRow]) throws(DurableError) -> [DurableRow] {
    if !bad.isEmpty, rows.contains(where: { $0.id.hasPrefix(bad) }) {
      throw .database("the row is bad", code: "22000")
    }
    let now = now
    return try write { try $0.fireEach(rows, at: now) }
  }

  func events(after place: OutboxPlace, limit: Int) -> OutboxPage {
    tables.events(after: place, limit: limit)
  }

  func event(_ ticket: EventTicket) -> DurableEvent? { tables.event(ticket) }

  func note(_ outcomes: [EventOutcome]) throws(DurableError) -> [EventOutcome] {
    try write { tables in
      for outcome in outcomes { tables.note(outcome.outcome) }
      return []
    }
  }

  func prune(before moment: Moment) { tables.prune(before: moment) }
}
