import Sandglass
import SandglassCore
import SandglassLedger

/// The record of a kept countdown or stopwatch: where it is, and what this process knows of it and wants to change.
///
/// Everything mutable is accessed only under the timekeeper's lock.
protocol RecordKeeper: AnyObject, Sendable {
  associatedtype Record: OperableRecord, StoredRecord

  var key: RecordKey { get }

  /// The boot of this process, or what the saver has in its place.
  var boot: BootIdentity { get }
  var log: OperationLog<Record> { get set }

  /// The error from the latest update, or from reading the record.
  var error: CountdownStoreError? { get set }

  /// Where the store has last had the record; nil if it has not.
  var folder: FolderIdentity? { get set }

  /// Increases whenever this process learns or changes the record. What was read before may be out of date.
  var changes: UInt64 { get set }

  /// The process with the record's lease; nil if there is none.
  var lessee: ProcessIdentity? { get }

  /// Begins an update. Returns the closure that changes the newest record; nil if no update is necessary.
  func beginUpdate(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> RecordChanger<Record>?
}

/// Returns the record that takes the place of the newest one; nil if there must be none.
typealias RecordChanger<Record> = (
  _ newest: Record?, _ now: ClockInstant, _ life: (ProcessIdentity) -> ProcessLife
) -> Record?

/// What the store says of a record.
indirect enum RecordNews<Record> {
  /// The record that was read, or the error.
  case found(Result<Record?, CountdownStoreError>)

  /// The record that an update has left, the one that it has found, and its error.
  case updated(Record?, over: Record?, CountdownStoreError?)

  /// What the store had before this process changed it; nil if that is unknown.
  var found: Record?? {
    switch self {
    case .found(.success(let record)): record
    case .updated(_, over: let record, let error):
      error == nil || error?.kind == .notDurable ? .some(record) : nil
    case .found(.failure): nil
    }
  }
}

extension RecordKeeper {
  var id: String { key.id }

  /// The instant of a moment that was read just now, on all clocks.
  func instant(at now: Moment, on timekeeper: Timekeeper) -> ClockInstant {
    timekeeper.instant(at: now, boot: boot)
  }

  /// Notes a change that this process has made.
  func append(_ operation: Record.Operation, at now: ClockInstant) {
    changes += 1
    log.append(operation, at: now)
  }

  /// Notes what the store says. Returns whether the error has changed.
  func note(_ news: RecordNews<Record>) -> Bool {
    changes += 1
    let former = error
    switch news {
    case .found(.success(let record)):
      log.learn(record)
      // What is said of a record that was set aside is said until there is another one.
      if case .damaged = error?.kind, record == nil { break }
      error = nil
    case .found(.failure(let failure)):
      error = failure
    case .updated(let record, _, let failure):
      error = failure
      failure == nil || failure?.kind == .notDurable ? log.succeed(record) : log.fail()
    }
    return former != error
  }
}
