public import Sandglass
public import SandglassLedger
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassCore

/// A store that saves records in any key-value store, such as `UserDefaults`.
///
/// ```swift
/// let store = KeyValueCountdownStore(
///   identity: "defaults", read: { defaults.data(forKey: $0) },
///   write: { key, value in defaults.set(value, forKey: key) },
///   keys: { Array(defaults.dictionaryRepresentation().keys) })
/// ```
///
/// A record is as durable as the underlying values. `UserDefaults` writes its values to disk later, so the latest
/// records may be lost if the system crashes. A damaged record is moved to a different key when it is updated. The store
/// does not report changes.
public struct KeyValueCountdownStore: CountdownStore, StopwatchStore {
  private let records: KeyValueRecords

  /// The timekeeper that the countdowns and stopwatches run on.
  public let timekeeper: Timekeeper

  /// Creates a store on top of a key-value store. The closures may be called on any thread.
  ///
  /// - Parameters:
  ///   - identity: The identity of the key-value store, such as the name of a suite. It distinguishes the key-value
  ///     store from others.
  ///   - read: The closure that returns the value for a key; nil if there is none.
  ///   - write: The closure that sets the value for a key, or removes it if the value is nil.
  ///   - keys: The closure that returns all keys. Keys that do not begin with "sandglass " are ignored.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    identity: String,
    read: @escaping @Sendable (_ key: String) -> Data?,
    write: @escaping @Sendable (_ key: String, _ value: Data?) -> Void,
    keys: @escaping @Sendable () -> [String],
    on timekeeper: Timekeeper = .shared
  ) {
    records = KeyValueRecords(identity: identity, read: read, write: write, keys: keys)
    self.timekeeper = timekeeper
  }

  private init(_ records: KeyValueRecords, on timekeeper: Timekeeper) {
    self.records = records
    self.timekeeper = timekeeper
  }

  /// Returns the same store on another timekeeper, for a test in which another process uses it.
  public func on(_ timekeeper: Timekeeper) -> KeyValueCountdownStore {
    KeyValueCountdownStore(records, on: timekeeper)
  }

  /// What reads and changes the records of countdowns. To name its type, import SandglassLedger.
  public var countdownRecords: any CountdownRecordStore { records }

  /// What reads and changes the records of stopwatches. To name its type, import SandglassLedger.
  public var stopwatchRecords: any StopwatchRecordStore { records }
}
