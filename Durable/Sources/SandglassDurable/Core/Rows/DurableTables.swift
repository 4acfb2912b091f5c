package import SandglassCore

/// The tables of a store inside one transaction. If a method throws, the transaction is rolled back.
package protocol DurableTables {
  /// Returns the countdown with an id.
  func stored(_ id: String) throws -> StoredCountdown?

  /// As ``stored(_:)``, and nobody else changes the countdown until the transaction ends.
  func locked(_ id: String) throws -> StoredCountdown?

  /// Adds the row of a change, and its events to the outbox. Returns the row with its number; nil, and does nothing, if
  /// another transaction has added the countdown first.
  func insert(
    _ change: DurableChange, attachment: RunAttachment, at now: Moment
  ) throws -> DurableRow?

  /// Replaces a row, and the attachment unless it is nil. Adds the events to the outbox, each with that of its run, and
  /// removes those that are withdrawn. Returns false and does nothing if the row has another version than the change
  /// expects.
  func update(
    _ change: DurableChange, attachment: RunAttachment?, at now: Moment
  ) throws -> Bool

  /// Notes a key as used for a countdown. If it was used before, returns the id of its countdown, and does nothing.
  func take(key: String, for id: String, at now: Moment) throws -> String?

  /// Undoes ``take(key:for:at:)``.
  func giveBack(key: String) throws
}

extension DurableTables {
  /// Nothing more is needed where only one transaction writes at a time.
  package func locked(_ id: String) throws -> StoredCountdown? { try stored(id) }

  /// Does what a caller asks for.
  package func perform(_ request: DurableRequest, at now: Moment) throws -> DurableAnswer {
    if let key = request.key, let user = try take(key: key, for: request.id, at: now) {
      guard user == request.id else { throw DurableError.keyUsed(key: key, id: user) }
      guard let stored = try stored(request.id) else { throw DurableError.unknown(id: request.id) }
      return DurableAnswer(stored: stored, change: nil, moment: now)
    }
    do {
      return try change(request, at: now)
    } catch {
      // The caller's own transaction may go on. If it cannot, the key is given back with all the rest.
      if let key = request.key { try? giveBack(key: key) }
      throw error
    }
  }

  private func change(_ request: DurableRequest, at now: Moment) throws -> DurableAnswer {
    while true {
      let stored = try locked(request.id)
      let change = try request.change(of: stored?.row, at: now)
      if let stored {
        guard try update(change, attachment: request.newAttachment, at: now) else {
          throw DurableError.damaged("a row has changed inside a transaction")
        }
        return DurableAnswer(to: request, change, of: change.row, stored.payload, at: now)
      }
      if let row = try insert(change, attachment: request.attachment, at: now) {
        return DurableAnswer(to: request, change, of: row, [], at: now)
      }
      // The next statement sees what another transaction has added first.
    }
  }

  /// Fires what is due by `now`. Rows that have changed in the meantime are left alone, and are not returned.
  ///
  /// - Returns: The rows as they are now. Those that are not due yet are unchanged.
  package func fireEach(_ rows: [DurableRow], at now: Moment) throws -> [DurableRow] {
    var result: [DurableRow] = []
    result.reserveCapacity(rows.count)
    for row in rows {
      guard let change = row.firing(at: now) else {
        result.append(row)
        continue
      }
      if try update(change, attachment: nil, at: now) { result.append(change.row) }
    }
    return result
  }
}
