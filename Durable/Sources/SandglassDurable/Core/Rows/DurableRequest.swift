package import SandglassCore

/// A call that changes a countdown.
package struct DurableRequest: Sendable, Hashable {
  package let id: String
  package let operation: CountdownOperation

  /// What a start attaches to its run.
  package var attachment: RunAttachment

  /// Identifies the request, so that it is done once however often it is made; nil if it is done each time.
  package let key: String?

  /// The version that the countdown must have; nil for any.
  package let version: Int?

  /// Checks what can be checked without the countdown.
  package init(
    _ operation: CountdownOperation, _ id: String, payload: [UInt8] = [], key: String?,
    version: Int?
  ) throws(DurableError) {
    try DurableLimits.check(id: id)
    try DurableLimits.check(key: key)
    try DurableLimits.check(payload: payload)
    self.operation = operation
    self.id = id
    attachment = RunAttachment(payload: payload)
    self.key = key
    self.version = version
  }
}

extension DurableRequest {
  /// The attachment to write; nil if it stays.
  package var newAttachment: RunAttachment? { operation.isStart ? attachment : nil }

  /// Returns what the request makes of a countdown; nil stands for one that is not there.
  package func change(of row: DurableRow?, at now: Moment) throws(DurableError) -> DurableChange {
    if row == nil, !operation.isStart { throw .unknown(id: id) }
    let row = row ?? DurableRow(id: id, at: now)
    if let version, version != row.version {
      throw .otherVersion(id: id, version: row.version, expected: version)
    }
    return try row.performing(operation, at: now)
  }
}

extension CountdownOperation {
  /// Whether this is a start. If a transaction undoes one, it does no harm that the engine has heard of a row that is not
  /// there. Of any other change the engine must hear what is left, because it forgets the row from before.
  package var isStart: Bool { if case .start = self { true } else { false } }

  /// A start. The row says when it is.
  package static func start(
    _ target: CountdownTarget, milestones: [Milestone] = []
  ) -> Self {
    .start(
      target, CountdownOptions(milestones: milestones), order: WallMoment(secondsSince1970: 0))
  }
}

/// What every event of a run carries.
package struct RunAttachment: Sendable, Hashable {
  package let payload: [UInt8]

  /// The trace of whoever started the run; nil if there was none.
  package var trace: String?

  package init(payload: [UInt8], trace: String? = nil) {
    self.payload = payload
    self.trace = trace
  }
}

/// A countdown as it is stored, with the payload of its start.
package struct StoredCountdown: Sendable, Hashable {
  package let row: DurableRow
  package let payload: [UInt8]

  package init(row: DurableRow, payload: [UInt8]) {
    self.row = row
    self.payload = payload
  }
}

/// What a request has done.
package struct DurableAnswer: Sendable, Hashable {
  package let stored: StoredCountdown

  /// The change that was written; nil if the same request had been done before.
  package let change: DurableChange?

  /// The instant of the request, by the clock of the database.
  package let moment: Moment
}

extension DurableAnswer {
  /// Creates the answer to a request that has written a change.
  package init(
    to request: DurableRequest, _ change: DurableChange, of row: DurableRow, _ oldPayload: [UInt8],
    at moment: Moment
  ) {
    self.init(
      stored: StoredCountdown(row: row, payload: request.newAttachment?.payload ?? oldPayload),
      change: change,
      moment: moment)
  }
}
