public import Sandglass
public import SandglassLedger

/// A place where countdowns are kept, and what keeps them: a folder, a key-value store, memory, or one of your own.
///
/// An app creates one store, and asks it for its countdowns:
///
/// ```swift
/// let store = FileCountdownStore(named: "Countdowns")
/// let tea = store.countdown("tea", startingFrom: .seconds(180))
/// ```
///
/// All countdowns of a store run on its timekeeper. Only a type that keeps records in a place of its own has to know what
/// a record is. It conforms to `CountdownRecordStore` of SandglassLedger, and with nothing further to this protocol.
public protocol CountdownStore: Sendable {
  /// What reads and changes the records. To name its type, import SandglassLedger.
  var countdownRecords: any CountdownRecordStore { get }

  /// The timekeeper that the countdowns run on, by default ``Timekeeper/shared``.
  var timekeeper: Timekeeper { get }
}

/// A place where stopwatches are kept, and what keeps them. The library's stores keep both countdowns and stopwatches.
public protocol StopwatchStore: Sendable {
  /// What reads and changes the records. To name its type, import SandglassLedger.
  var stopwatchRecords: any StopwatchRecordStore { get }

  /// The timekeeper that the stopwatches run on, by default ``Timekeeper/shared``.
  var timekeeper: Timekeeper { get }
}

extension CountdownStore {
  /// The shared timekeeper.
  public var timekeeper: Timekeeper { .shared }
}

extension StopwatchStore {
  /// The shared timekeeper.
  public var timekeeper: Timekeeper { .shared }
}

extension CountdownStore where Self: StopwatchStore {
  /// The shared timekeeper.
  public var timekeeper: Timekeeper { .shared }
}

extension CountdownStore where Self: CountdownRecordStore {
  /// This store itself.
  public var countdownRecords: any CountdownRecordStore { self }
}

extension StopwatchStore where Self: StopwatchRecordStore {
  /// This store itself.
  public var stopwatchRecords: any StopwatchRecordStore { self }
}
