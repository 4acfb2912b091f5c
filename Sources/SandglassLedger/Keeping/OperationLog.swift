package import SandglassCore

/// A record that processes change by operations.
package protocol OperableRecord: Sendable, Hashable {
  associatedtype Operation: Sendable, Hashable
  associatedtype Refusal: Sendable

  /// Whether the record says nothing, and need not exist.
  var isEmpty: Bool { get }

  /// Applies an operation as of the instant of its call. It does not take effect before anything that the record
  /// already says. Returns why it does not apply, if it does not.
  @discardableResult
  mutating func apply(_ operation: Operation, at call: ClockInstant) -> Refusal?

  /// The operation that replaces any record with this one.
  var replacement: Operation { get }

  /// Returns whether an operation replaces any record.
  static func isReplacement(_ operation: Operation) -> Bool

  /// Takes over what outlives a record that is removed. A record that is written later begins with it.
  mutating func inherit(from former: Self)
}

extension OperableRecord {
  package mutating func inherit(from former: Self) {}
}

/// The newest record that a process has seen, and the process's own operations that are not in the store yet, as a pure
/// value.
///
/// The operations are applied to the record at once, and later to the newest record in the store, in one atomic update.
/// So no operation waits for the store, and none is lost if another process was faster: it is applied to what the other
/// has written.
///
/// ```
///                    begin                    succeed
///   ┌───────┐ ───────────────▶ ┌──────────┐ ─────────▶ ┌───────┐
///   │ ready │                  │ updating │            │ ready │
///   └───────┘                  └──────────┘ ─────────▶ └───────┘
///                                   ▲         fail     ┌────────┐
///                                   └───────────────── │ failed │
///                                        begin         └────────┘
/// ```
package struct OperationLog<Record: OperableRecord>: Sendable, Hashable {
  // Records are large. Here they are in arrays of at most one, so that a log is small, and takes little code to copy.

  private var present: [Record] = []

  /// Whether this process has learned at least once what the store has.
  package private(set) var isKnown = false

  /// The operations of this process that are not in the store yet, and the instants of their calls.
  package private(set) var calls: [Call] = []

  /// The record with the operations of this process, if it is another one than the stored record.
  private var ahead: [Record] = []

  /// Whether the record has something that an operation must say.
  package private(set) var isAhead = false

  private var store = Store.ready

  /// The record before the first operation, which is never stored.
  private var blank: [Record]

  /// How this process gets on with the store.
  private enum Store: Sendable, Hashable {
    case ready

    /// An update with the first `count` operations has been in progress since `began`.
    case updating(count: Int, began: Moment)

    /// The latest update has failed.
    case failed
  }

  /// An operation that is not in the store yet.
  package struct Call: Sendable, Hashable {
    package let operation: Record.Operation

    /// The instant of the call.
    package let called: ClockInstant
  }

  /// Creates the log of a record that does not exist, as far as this process knows.
  package init(_ blank: Record) {
    self.blank = [blank]
  }

  /// The time after which a store that does not answer counts as failed.
  package static var patience: Duration { .seconds(1) }

  /// The maximum number of operations to remember.
  private static var limit: Int { 128 }
}

extension OperationLog {
  /// The newest record in the store that this process knows; `nil` if there is none.
  package var stored: Record? { present.first }

  private mutating func noteStored(_ record: Record?) {
    present = record.map { [$0] } ?? []
    isKnown = true
    replay()
  }

  /// The record as this process sees it, with its own operations.
  package var record: Record { ahead.first ?? stored ?? blank[0] }

  /// Returns a record with the operations of this process.
  package func applied(to newest: Record?) -> Record {
    var record = newest ?? blank[0]
    for call in calls { record.apply(call.operation, at: call.called) }
    return record
  }

  /// Applies the operations again, because they or the record before them have changed.
  private mutating func replay() {
    ahead = calls.isEmpty ? [] : [applied(to: stored)]
    isAhead = false
    blank[0].inherit(from: record)
  }

  /// How many of the operations are being written.
  private var inFlight: Int {
    if case .updating(let count, _) = store { count } else { 0 }
  }

  /// Whether the operations replace any record with what this process knows.
  package var replacesRecord: Bool { calls.contains { Record.isReplacement($0.operation) } }

  /// Forgets the last operation if it is of a kind and not being written. Another one that says the same and more must
  /// follow.
  package mutating func forgetLast(if isOfKind: (Call) -> Bool) {
    guard calls.count > inFlight, let last = calls.last, isOfKind(last) else { return }
    calls.removeLast()
  }

  /// Applies an operation of this process.
  package mutating func append(_ operation: Record.Operation, at now: ClockInstant) {
    change { $0.apply(operation, at: now) }
    note(performed: operation, at: now)
  }

  /// Changes the record as this process sees it. An operation that says the same must follow if it is then ahead.
  @discardableResult
  package mutating func change<Answer>(
    isAhead: Bool = true, _ body: (inout Record) -> Answer
  ) -> Answer {
    if ahead.isEmpty { ahead = [record] }
    self.isAhead = isAhead
    defer { blank[0].inherit(from: ahead[0]) }
    return body(&ahead[0])
  }

  /// Notes an operation that the record has already, and that is to be applied to the newest one.
  package mutating func note(
    performed operation: Record.Operation, at now: ClockInstant
  ) {
    isAhead = false
    calls.append(Call(operation: operation, called: now))
    guard calls.count > inFlight + Self.limit else { return }
    // The store has not accepted anything for long. What this process sees then replaces what the store has.
    let replacement = record.replacement
    calls.removeSubrange(inFlight...)
    calls.append(Call(operation: replacement, called: now))
    replay()
  }

  /// Forgets the operations up to the last one of a kind. Does nothing while an update is in progress.
  package mutating func forget(throughLast isLast: (Record.Operation) -> Bool) {
    guard !isUpdating, let last = calls.lastIndex(where: { isLast($0.operation) }) else { return }
    calls.removeSubrange(...last)
    replay()
  }

  /// Notes the record that the store has, because it was read. Does nothing while an update is in progress, whose
  /// result will be newer.
  package mutating func learn(_ record: Record?) {
    if !isUpdating { noteStored(record) }
  }
}

// MARK: - Updates

extension OperationLog {
  /// When the update in progress began; `nil` if there is none.
  package var began: Moment? {
    if case .updating(_, let began) = store { began } else { nil }
  }

  package var isUpdating: Bool { began != nil }

  /// Begins an update with all operations, whose result must be passed to ``succeed(_:)`` or ``fail()``.
  package mutating func begin(at now: Moment) {
    store = .updating(count: calls.count, began: now)
  }

  /// Notes that the update in progress is in the store, with the record that it has left.
  package mutating func succeed(_ record: Record?) {
    guard case .updating(let count, _) = store else { return }
    calls.removeFirst(count)
    noteStored(record)
    store = .ready
  }

  /// Notes that the update in progress has changed nothing. Its operations are kept for the next one.
  package mutating func fail() {
    guard isUpdating else { return }
    store = .failed
  }

  /// Returns whether the store does not work: the latest update has failed, or has not been answered for long.
  package func hasFailed(at now: Moment) -> Bool {
    switch store {
    case .ready: false
    case .updating(_, let began): now >= began + Self.patience
    case .failed: true
    }
  }
}
