package import SandglassCore

/// Where durable countdowns are kept, with the outbox of their events.
///
/// Each method that changes something is one transaction: when it returns, the change survives a crash. When it throws,
/// nothing has changed.
package protocol DurableStore: Sendable {
  /// The clock of the database, which is the only clock for deadlines.
  var now: Moment { get }

  /// Does what a caller asks for.
  func perform(_ request: DurableRequest) async throws(DurableError) -> DurableAnswer

  /// Returns the countdown with an id; nil if there is none.
  func stored(_ id: String) async throws(DurableError) -> StoredCountdown?

  /// Returns rows that are due in a span, in the order of their places.
  func rows(_ fetch: NearRows.Fetch) async throws(DurableError) -> NearRows.Page

  /// Fires rows that are due; see ``DurableTables/fireEach(_:at:)``.
  func fire(_ rows: [DurableRow]) async throws(DurableError) -> [DurableRow]

  /// Returns events of the outbox that have not been given up, in order.
  func events(after place: OutboxPlace, limit: Int) async throws(DurableError) -> OutboxPage

  /// Returns one event of the outbox; nil if it is not there any more.
  func event(_ ticket: EventTicket) async throws(DurableError) -> DurableEvent?

  /// Writes what has become of events. Returns those that other transactions have locked, of which nothing was written.
  func note(_ outcomes: [EventOutcome]) async throws(DurableError) -> [EventOutcome]

  /// Removes what ended, or was given up, before a moment.
  func prune(before moment: Moment) async throws(DurableError)

  /// Takes a part of the shards, or keeps it.
  func renew() async throws(DurableError) -> Renewal

  /// Returns what others have done since this was called before.
  func news() async throws(DurableError) -> News

  /// Notes that the engine is about to end: from now on, nothing that it waits for takes long, whatever the database does.
  func stop()

  /// Gives back all shards.
  func leave() async throws(DurableError)

  /// How much is in the part of the outbox that the node runs; nil if nobody can tell.
  func outboxDepth() async throws(DurableError) -> OutboxDepth?
}

/// What a node runs after it has renewed its lease.
package struct Renewal: Sendable {
  /// The shards that the node runs; none while firing is paused.
  package var shards: HeldShards

  /// When the node must renew its lease again; nil if nobody else can take anything.
  package var next: Moment?
}

/// What others have done since it was asked before.
package struct News: Sendable {
  /// Rows that others may have changed, and that are due soon.
  package var changed: [DurableRow] = []

  /// Whether there are too many of these, so that everything that is due soon must be read again.
  package var mustReadAll = false

  /// Whether others may have added events.
  package var mayHaveEvents = false
}

extension DurableStore {
  /// A store that has one node leaves everything to it.
  package func renew() async throws(DurableError) -> Renewal { Renewal(shards: .everything) }

  package func news() async throws(DurableError) -> News { News() }

  package func stop() {}

  package func leave() async throws(DurableError) {}

  package func outboxDepth() async throws(DurableError) -> OutboxDepth? { nil }
}

/// What has become of an event, with the error of the handler.
package struct EventOutcome: Sendable {
  package let outcome: DeliveryQueue.Outcome
  package let error: String?

  package init(_ outcome: DeliveryQueue.Outcome, error: String? = nil) {
    self.outcome = outcome
    self.error = error
  }
}
