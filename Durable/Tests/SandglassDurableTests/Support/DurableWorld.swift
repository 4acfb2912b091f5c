import SandglassCore
import SandglassDurable
import SandglassLedger
import SandglassTestSupport
import Testing

/// One node, its tables, its callers and its handlers, as values. Every step between two transactions is a step of its
/// own, so that a seed determines how they interleave.
struct DurableWorld: ~Copyable {
  private struct Reading {
    let fetch: NearRows.Fetch
    /// The rows as of the snapshot; nil before it is taken.
    var rows: NearRows.Page?
  }

  private struct OutboxReading {
    let place: OutboxPlace
    let limit: Int
    var page: OutboxPage?
  }

  private struct Handler {
    let event: DurableEvent
  }

  let seed: UInt64
  private var random: SeededGenerator
  private var now = 1_800_000_000_000_000_000
  private let tables = MemoryTables()
  private var near: NearRows
  private var queue: DeliveryQueue
  private var reading: Reading?
  private var outboxReading: OutboxReading?
  private var again: [EventTicket] = []
  /// Rows that are being fired.
  private var firing: [DurableRow]?
  /// Changes that are in the tables, but of which the node has not been told.
  private var unreported: [DurableAnswer] = []
  /// Events whose handlers are about to be called.
  private var taken: [DurableEvent] = []
  private var handlers: [Handler] = []
  private var outcomes: [DeliveryQueue.Outcome] = []

  private var models: [String: PlainCountdown] = [:]
  /// The events that handlers have handled, by id.
  private var handled: Set<String> = []
  /// The events whose handlers have begun, in this process or an earlier one.
  private var begun: Set<String> = []
  /// How often the handlers of an event have failed, as far as the process can know.
  private var failures: [String: Int] = [:]
  /// The runs whose cancel was acknowledged.
  private var cancelled: Set<[Int]> = []

  /// The shards that the node has. Nobody runs the others for a while.
  private var shards = HeldShards.everything

  /// At the end, an event is not read in vain, because a second passes before it is read again.
  private var isEnding = false

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    near = Self.makeNear()
    queue = Self.makeQueue()
    holdShards()
  }

  private mutating func holdShards() {
    near.hold(shards)
    queue.hold(shards)
  }

  private static func makeNear() -> NearRows {
    var limits = NearRows.Limits()
    (limits.window, limits.chunk, limits.enough) = (.milliseconds(100), 2, 4)
    return NearRows(limits)
  }

  private static func makeQueue() -> DeliveryQueue {
    DeliveryQueue(
      RetryPolicy(attempts: 50, firstDelay: .milliseconds(10), longestDelay: .milliseconds(40)),
      atOnce: 2, chunk: 2)
  }

  private var moment: Moment { Moment(nanoseconds: UInt64(now)) }

  // MARK: - Steps

  mutating func step() throws {
    switch random.number(0...16) {
    case 0...2: try call()
    case 3: report()
    case 4: read()
    case 5: endReading()
    case 6: beginFiring()
    case 7: endFiring()
    case 8, 9: try deliver()
    case 10: endOutboxReading()
    case 11: try beginHandler()
    case 12: endHandler()
    case 13: note()
    case 14: now += random.number(0...100) * 1_000_000
    case 15: if random.once(in: 4) { try moveShards() }
    default: if random.once(in: 4) { crash() }
    }
  }

  /// A caller changes a countdown. It is acknowledged later, by ``tell()``.
  private mutating func call() throws {
    let id = ["a", "b", "c"][random.number(0...2)]
    let operation = CountdownOperation.random(using: &random, at: now)
    let request = try DurableRequest(operation, id, key: nil, version: nil)
    let answer = try? tables.transaction { try $0.perform(request, at: moment) }
    let isPossible = models[id, default: PlainCountdown()].perform(operation, at: now)
    try require(isPossible == (answer != nil), "\(operation) of \(id)")
    if let answer { unreported.append(answer) }
  }

  private mutating func report() {
    guard !unreported.isEmpty else { return }
    // Callers race.
    let answer = unreported.remove(at: random.number(0...unreported.count - 1))
    guard let change = answer.change else { return }
    if let run = change.withdrawn {
      queue.withdraw(run: run, of: answer.stored.row.number)
      cancelled.insert([Int(answer.stored.row.number), run])
    }
    near.learn(answer.stored.row)
    if !change.events.isEmpty { queue.mayRead() }
  }

  private mutating func read() {
    if reading == nil { reading = near.beginFetch(at: moment).map { Reading(fetch: $0) } }
    if let fetch = reading?.fetch, reading?.rows == nil, random.once(in: 2) {
      reading?.rows = tables.rows(fetch)
    }
  }

  private mutating func endReading() {
    guard let reading else { return }
    if random.once(in: 8) {
      near.fetchFailed(reading.fetch)
    } else {
      near.fetched(reading.rows ?? tables.rows(reading.fetch), of: reading.fetch)
    }
    self.reading = nil
  }

  private mutating func beginFiring() {
    guard firing == nil else { return }
    let rows = near.takeDue(at: moment, atMost: random.number(1...4))
    if !rows.isEmpty { firing = rows }
  }

  private mutating func endFiring() {
    guard let taken = firing else { return }
    firing = nil
    // The store refuses what belongs to others.
    let rows = taken.filter { shards[Shards.shard(of: $0.number)] != nil }
    let hasFailed = random.once(in: 8)
    guard !hasFailed, let current = try? tables.transaction({ try $0.fireEach(rows, at: moment) })
    else {
      for row in rows { near.learn(row) }
      return
    }
    for row in current {
      if random.once(in: 8), row.due.map({ $0 <= moment }) == true {
        near.setAside(row, isAtFault: random.once(in: 2), at: moment)
      } else {
        near.learn(row)
      }
    }
    queue.mayRead()
  }

  private mutating func deliver() throws {
    switch queue.next(at: moment) {
    case .wait: break
    case .read(let place, let limit):
      outboxReading = OutboxReading(place: place, limit: limit)
      if random.once(in: 2) {
        let page = ownEvents(after: place, limit: limit)
        outboxReading?.page = page
      }
    case .readAgain(let ticket): again.append(ticket)
    case .giveUp(let event): try require(false, "\(event) was given up")
    case .deliver(let event, let standing):
      try require(event.due <= event.fired, "\(event) is early")
      try require(
        standing != .fresh || !begun.contains(event.id), "\(event) is not counted before")
      if standing != .fresh { tables.note(queue.counted(event.ticket, at: moment)) }
      taken.append(event)
    }
  }

  /// A task that was to call a handler gets to do it.
  private mutating func beginHandler() throws {
    guard let event = taken.popLast(), queue.mayBegin(event.ticket) else { return }
    try require(
      !cancelled.contains([Int(event.ticket.countdown), event.ticket.run]),
      "\(event) after its cancel")
    try require(event.ticket.notBefore <= moment, "\(event) is tried again too early")
    // A process forgets the failures that it has not written.
    try require(event.attempt == failures[event.id, default: 0] + 1, "\(event) is miscounted")
    begun.insert(event.id)
    handlers.append(Handler(event: event))
  }

  private mutating func endOutboxReading() {
    if let reading = outboxReading {
      let page = reading.page ?? ownEvents(after: reading.place, limit: reading.limit)
      queue.learn(random.once(in: 8) ? nil : page, at: moment)
      outboxReading = nil
    }
    if let ticket = again.popLast() {
      if !isEnding, random.once(in: 8) { return queue.couldNotRelearn(ticket, at: moment) }
      queue.relearn(tables.event(ticket), of: ticket)
    }
  }

  /// A store reads the events of the node's own shards.
  private func ownEvents(after place: OutboxPlace, limit: Int) -> OutboxPage {
    let own = tables.events(after: place, limit: .max).events.filter { holds($0) }
    return OutboxPage(Array(own.prefix(limit)))
  }

  private func holds(_ event: DurableEvent) -> Bool {
    shards[Shards.shard(of: event.ticket.countdown)] != nil
  }

  private mutating func endHandler() {
    guard !handlers.isEmpty else { return }
    let handler = handlers.remove(at: random.number(0...handlers.count - 1))
    if random.once(in: 10) { return queue.putBack(handler.event, isSuspect: true) }
    let hasFailed = random.once(in: 4)
    if hasFailed {
      failures[handler.event.id, default: 0] += 1
    } else {
      handled.insert(handler.event.id)
    }
    let result: DeliveryQueue.Return =
      hasFailed ? random.once(in: 2) ? .obstructed : .failed : .handled
    outcomes.append(
      queue.returned(
        handler.event.ticket, result, at: moment,
        random: Double(random.number(0...100)) / 100))
  }

  private mutating func note() {
    for outcome in outcomes { tables.note(outcome) }
    outcomes = []
  }

  /// Shards are taken from the node, and come back later in another epoch. What its handlers have done is written before,
  /// because otherwise an event may be handed out once more.
  private mutating func moveShards() throws {
    while !taken.isEmpty { try beginHandler() }
    while !handlers.isEmpty { endHandler() }
    note()
    let moved = (1...3).filter { _ in random.once(in: 2) }
    for shard in moved {
      shards[shard] = shards[shard] == nil ? Int64(random.number(1...1_000_000_000)) : nil
    }
    holdShards()
    // Who takes a shard knows what is written. Who keeps it may know that an attempt that was counted has not begun.
    for item in tables.contents.outbox.values
    where moved.contains(Shards.shard(of: item.ticket.countdown)) {
      failures[item.event.id] = item.ticket.failures
    }
  }

  /// The process is killed, and another begins. Callers that were not answered never will be.
  private mutating func crash() {
    near = Self.makeNear()
    queue = Self.makeQueue()
    holdShards()
    (reading, outboxReading, firing) = (nil, nil, nil)
    (again, unreported, taken, handlers, outcomes) = ([], [], [], [], [])
    failures = tables.contents.outbox.reduce(into: [:]) { failures, item in
      failures[item.value.event.id] = item.value.ticket.failures
    }
  }

  // MARK: - The end

  /// Lets everything come to its end, and checks that every event of the model was fired once and handled.
  mutating func finish() throws {
    isEnding = true
    try moveShards()
    for shard in Shards.all where shards[shard] == nil { shards[shard] = 0 }
    holdShards()
    for _ in 0..<400 {
      now += 20_000_000
      while !unreported.isEmpty { report() }
      read()
      endReading()
      beginFiring()
      endFiring()
      for _ in 0..<4 {
        try deliver()
        endOutboxReading()
        try beginHandler()
        endHandler()
      }
      note()
    }
    for (id, model) in models {
      var model = model
      model.go(to: now)
      let events = tables.fired.filter { $0.countdown == id }
      try require(Set(events.map(\.id)).count == events.count, "an event of \(id) was fired twice")
      let due = events.map { event in
        PlainCountdown.Event(
          kind: event.plainKind, run: event.ticket.run, due: event.due.whole)
      }
      let expected = model.events.filter { !model.cancelledRuns.contains($0.run) }
      let actual = due.filter { !model.cancelledRuns.contains($0.run) }
      try require(actual == expected, "of \(id), \(actual) was fired; expected: \(expected)")
      try require(
        Set(due.filter { model.cancelledRuns.contains($0.run) }).isSubset(of: model.events),
        "of \(id), a cancelled run has fired what was not due")
      for event in events where !model.cancelledRuns.contains(event.ticket.run) {
        try require(handled.contains(event.id), "\(event) was lost")
      }
    }
    try require(tables.contents.outbox.isEmpty, "the outbox has \(tables.contents.outbox.count)")
  }

  private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) throws {
    try #require(isTrue, "seed \(seed): \(message())")
  }
}

extension DurableEvent {
  fileprivate var plainKind: PendingEvent.Kind {
    switch kind {
    case .milestone(let milestone): .milestone(milestone)
    case .phaseEnded(_, let isSkipped): .phaseEnd(isSkipped: isSkipped)
    case .finished: .finish
    }
  }
}
