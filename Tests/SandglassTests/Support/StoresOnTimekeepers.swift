import Sandglass
import SandglassLedger
import SandglassStores

/// The records of a store, as one of several processes has them.
struct StoreOfProcess: CountdownStore {
  let countdownRecords: any CountdownRecordStore
  let timekeeper: Timekeeper
}

/// The same for stopwatches.
struct StopwatchStoreOfProcess: StopwatchStore {
  let stopwatchRecords: any StopwatchRecordStore
  let timekeeper: Timekeeper
}

extension CountdownRecordStore {
  func on(_ timekeeper: Timekeeper) -> StoreOfProcess {
    StoreOfProcess(countdownRecords: self, timekeeper: timekeeper)
  }
}

extension CountdownStore {
  func on(_ timekeeper: Timekeeper) -> StoreOfProcess { countdownRecords.on(timekeeper) }
}

extension StopwatchRecordStore {
  func on(_ timekeeper: Timekeeper) -> StopwatchStoreOfProcess {
    StopwatchStoreOfProcess(stopwatchRecords: self, timekeeper: timekeeper)
  }
}
