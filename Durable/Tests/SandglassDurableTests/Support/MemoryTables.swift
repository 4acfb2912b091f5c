import SandglassCore
import SandglassDurable
import SandglassLedger

/// The tables of a store, in memory.
final class MemoryTables: DurableTables {
  struct Item {
    let event: DurableEvent
    var ticket: EventTicket
    var isGivenUp = false
  }

  struct Contents {
    var rows: [Int64: StoredCountdown] = [:]
    var numbers: [String: Int64] = [:]
    var outbox: [Int64: Item] = [:]
    var keys: [String: (id: String, noted: Moment)] = [:]
    var lastRow: Int64 = 0
    var lastItem: Int64 = 0
  }

  private(set) var contents = Contents()

  /// Every event that was ever added to the outbox, in order.
  private(set) var fired: [DurableEvent] = []

  /// Runs a transaction: if it throws, everything is as before.
  func transaction<Result>(_ body: (MemoryTables) throws -> Result) rethrows -> Result {
    let before = (contents, fired.count)
    do {
      return try body(self)
    } catch {
      contents = before.0
      fired.removeLast(fired.count - before.1)
      throw error
    }
  }

  func stored(_ id: String) -> StoredCountdown? {
    contents.numbers[id].flatMap { contents.rows[$0] }
  }

  func insert(
    _ change: DurableChange, attachment: RunAttachment, at now: Moment
  ) -> DurableRow? {
    contents.lastRow += 1
    var row = change.row
    row.number = contents.lastRow
    contents.numbers[row.id] = row.number
    contents.rows[row.number] = StoredCountdown(row: row, payload: attachment.payload)
    add(change.events, of: row, attachment.payload, at: now)
    return row
  }

  func update(
    _ change: DurableChange, attachment: RunAttachment?, at now: Moment
  ) -> Bool {
    let payload = attachment?.payload
    let number = change.row.number
    guard let old = contents.rows[number], old.row.version == change.expected else { return false }
    if let run = change.withdrawn {
      contents.outbox = contents.outbox.filter { _, item in
        item.ticket.countdown != number || item.ticket.run != run
      }
    }
    // Through the columns, as in a database.
    let row = DurableRow(DurableColumns(change.row))
    contents.rows[number] = StoredCountdown(row: row, payload: payload ?? old.payload)
    for event in change.events {
      let isNew = payload != nil && event.run == row.record.run
      add([event], of: row, isNew ? payload ?? [] : old.payload, at: now)
    }
    return true
  }

  private func add(_ events: [PendingEvent], of row: DurableRow, _ payload: [UInt8], at now: Moment)
  {
    for event in events {
      contents.lastItem += 1
      let ticket = EventTicket(number: contents.lastItem, countdown: row.number, run: event.run)
      let event = DurableEvent(
        countdown: row.id, event: event, fired: now, attachment: RunAttachment(payload: payload),
        ticket: ticket)
      contents.outbox[ticket.number] = Item(event: event, ticket: ticket)
      fired.append(event)
    }
  }

  func take(key: String, for id: String, at now: Moment) -> String? {
    if let user = contents.keys[key]?.id { return user }
    contents.keys[key] = (id, now)
    return nil
  }

  func giveBack(key: String) { contents.keys[key] = nil }
}

extension MemoryTables {
  func rows(_ fetch: NearRows.Fetch) -> NearRows.Page {
    let rows = contents.rows.values.compactMap { stored -> (NearRows.Place, DurableRow)? in
      guard let due = stored.row.due, due <= fetch.through else { return nil }
      let place = NearRows.Place(due: due, number: stored.row.number)
      return place > fetch.after ? (place, stored.row) : nil
    }
    var page = NearRows.Page()
    for (place, row) in rows.sorted(by: { $0.0 < $1.0 }).prefix(fetch.limit) {
      page.add(at: place) { row }
    }
    return page
  }

  func events(after place: OutboxPlace, limit: Int) -> OutboxPage {
    let items = contents.outbox.values.filter { item in
      item.ticket.number > place[Shards.shard(of: item.ticket.countdown)] && !item.isGivenUp
    }
    return OutboxPage(
      items.sorted { $0.ticket.number < $1.ticket.number }.prefix(limit).map(\.renewed))
  }

  func event(_ ticket: EventTicket) -> DurableEvent? {
    contents.outbox[ticket.number].flatMap { $0.isGivenUp ? nil : $0.renewed }
  }

  func note(_ outcome: DeliveryQueue.Outcome) {
    switch outcome {
    case .handled(let ticket): contents.outbox[ticket.number] = nil
    case .delayed(let ticket): contents.outbox[ticket.number]?.ticket = ticket
    case .givenUp(let ticket):
      contents.outbox[ticket.number]?.ticket = ticket
      contents.outbox[ticket.number]?.isGivenUp = true
    }
  }

  func prune(before moment: Moment) {
    contents.outbox = contents.outbox.filter { _, item in
      !(item.isGivenUp && item.ticket.notBefore < moment)
    }
    let inUse = Set(contents.outbox.values.map(\.ticket.countdown))
    for (number, stored) in contents.rows {
      guard let ended = stored.row.ended, ended < moment, !inUse.contains(number) else { continue }
      contents.rows[number] = nil
      contents.numbers[stored.row.id] = nil
    }
    contents.keys = contents.keys.filter { _, key in key.noted >= moment }
  }
}

extension MemoryTables.Item {
  /// The event with its ticket of now.
  var renewed: DurableEvent { event.with(ticket) }
}

extension OutboxPage {
  init(_ events: [DurableEvent]) {
    self.init()
    for event in events { add(number: event.ticket.number, of: event.ticket.countdown) { event } }
  }
}

extension NearRows.Page {
  init(_ rows: [DurableRow]) {
    self.init()
    for row in rows {
      add(at: NearRows.Place(due: row.due ?? .origin, number: row.number)) { row }
    }
  }
}
