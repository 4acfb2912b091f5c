import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// What has become of one of the countdowns that were to be changed.
enum KeptChange: Equatable {
  case made(KeptResult, former: KeptCountdown, KeptCountdown)

  /// The record had been removed in the meantime.
  case gone(id: String)

  case failed(CountdownStoreError)
}

/// The result of an operation on one countdown.
struct KeptResult: Equatable {
  let operation: CountdownOperation

  /// Why the operation does not apply; nil if it was made.
  let refusal: CountdownRefusal?

  /// The record before, with everything that had become due.
  let former: CountdownRecord

  /// The record to be stored.
  let record: CountdownRecord

  /// Applies the operation to a record.
  init(
    of operation: CountdownOperation, on record: CountdownRecord,
    at now: ClockInstant
  ) {
    self.operation = operation
    former = record.settled(at: now)
    var record = former
    refusal = record.apply(operation, at: now)
    self.record = refusal == nil ? record : former
  }

  /// Whether this is worth telling of a countdown that was not named: it is in a state in which the operation is possible.
  var concernsAll: Bool {
    switch refusal?.reason {
    case nil, .changesNothing, .endsAtTime: true
    case .state, .alreadySo, .noPhases, .changedSince: false
    }
  }

  /// Whether the countdown had ended.
  var hasEnded: Bool {
    guard let refusal, case .state = refusal.reason else { return false }
    return refusal.state != .running && refusal.state != .paused
  }
}

extension CountdownCatalog {
  /// Changes countdowns, whichever processes run them, in one atomic update of each record.
  ///
  /// The processes that show the countdowns follow their records. Nothing is read or written between
  /// looking at a record and changing it, so each result says what has really been done.
  ///
  /// - Parameters:
  ///   - ids: The ids of the records, each once.
  ///   - operation: The change to make.
  /// - Returns: What has become of each of them, in the same order.
  func change(_ ids: [String], by operation: CountdownOperation) -> [KeptChange] {
    let glance = Glance()
    // Ids are compared by their bytes, and strings are not.
    var results: [[UInt8]: KeptResult] = [:]
    let errors = store.update(ids) { id, record in
      let result = record.map { KeptResult(of: operation, on: $0, at: glance.now) }
      results[Array(id.utf8)] = result
      guard let result, result.refusal == nil else { return .none }
      return result.record.isEmpty ? .remove : .save(result.record)
    }
    return zip(ids, errors).map { id, error in
      if let error { return .failed(error) }
      guard let result = results[Array(id.utf8)] else { return .gone(id: id) }
      return .made(
        result, former: KeptCountdown(result.former, by: glance),
        KeptCountdown(result.record, by: glance))
    }
  }

  /// Returns what `toggle` means for several countdowns, as the space key does: it pauses all if any
  /// of them is running, and otherwise resumes all.
  static func toggle(
    _ countdowns: [KeptCountdown], _ stopwatches: [KeptStopwatch] = []
  ) -> CountdownOperation {
    guard countdowns.count + stopwatches.count > 1 || !stopwatches.isEmpty else { return .toggle }
    let states = countdowns.map(\.stateWord) + stopwatches.map(\.stateWord)
    return states.contains("running") ? .pause : .resume()
  }

  /// Returns the ids of what `words` name, each once. Stopwatches are only among them if the operation is one for them.
  func ids(
    of words: [String], for operation: CountdownOperation, warn: (String) -> Void
  ) throws(CatalogError) -> (countdowns: [String], stopwatches: [String]) {
    let hasStopwatches = operation == .toggle || StopwatchOperation(operation) != nil
    var (countdowns, stopwatches): ([String], [String]) = ([], [])
    for word in words {
      switch try named(word, warn: warn) {
      case .countdown(let id):
        if !countdowns.contains(where: { $0.utf8.elementsEqual(id.utf8) }) { countdowns.append(id) }
      case .stopwatch(let id):
        guard hasStopwatches else { throw .isStopwatch(word) }
        if !stopwatches.contains(id) { stopwatches.append(id) }
      }
    }
    return (countdowns, stopwatches)
  }
}

extension StopwatchOperation {
  /// What a stopwatch does if it is told what countdowns do; nil if it does nothing of the kind.
  init?(_ operation: CountdownOperation) {
    switch operation {
    case .pause: self = .stop
    case .resume: self = .resume
    case .cancel: self = .reset
    default: return nil
    }
  }
}
