import Sandglass
import SandglassCore
public import SandglassLedger

/// A store of countdowns and stopwatches in memory, for previews and tests. Its records are lost when it is released.
public final class MemoryCountdownStore: CountdownStore, StopwatchStore {
  private let records = MemoryRecords()

  /// Creates a store without records.
  public init() {}

  /// What reads and changes the records of countdowns. To use it, import SandglassLedger.
  public var countdownRecords: any CountdownRecordStore { records }

  /// What reads and changes the records of stopwatches. To use it, import SandglassLedger.
  public var stopwatchRecords: any StopwatchRecordStore { records }
}
