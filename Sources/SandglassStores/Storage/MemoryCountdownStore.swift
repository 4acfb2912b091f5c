public import Sandglass
import SandglassCore
public import SandglassLedger

/// A store of countdowns and stopwatches in memory, for previews and tests. All copies share the records, which are lost
/// with the last of them.
public struct MemoryCountdownStore: CountdownStore, StopwatchStore {
  private let records: MemoryRecords

  /// The timekeeper that the countdowns and stopwatches run on.
  public let timekeeper: Timekeeper

  /// Creates a store without records.
  ///
  /// - Parameter timekeeper: The timekeeper to run on.
  public init(on timekeeper: Timekeeper = .shared) {
    self.init(MemoryRecords(), on: timekeeper)
  }

  private init(_ records: MemoryRecords, on timekeeper: Timekeeper) {
    self.records = records
    self.timekeeper = timekeeper
  }

  /// Returns the same store on another timekeeper, as another process has it in a test:
  ///
  /// ```swift
  /// let later = time.relaunched()
  /// let tea = try store.on(later.timekeeper).countdown("tea")
  /// ```
  public func on(_ timekeeper: Timekeeper) -> MemoryCountdownStore {
    MemoryCountdownStore(records, on: timekeeper)
  }

  /// What reads and changes the records of countdowns. To name its type, import SandglassLedger.
  public var countdownRecords: any CountdownRecordStore { records }

  /// What reads and changes the records of stopwatches. To name its type, import SandglassLedger.
  public var stopwatchRecords: any StopwatchRecordStore { records }
}
