import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// The countdowns that a subcommand is to change.
enum KeptSelection: Equatable {
  /// Those with these ids or labels.
  case named([String])

  /// All to which the operation applies.
  case all
}

extension KeptCommands {
  /// Changes countdowns, says what has become of each of them, and exits once every end that it
  /// reports has left its record.
  func change(
    _ selection: KeptSelection, by operation: CountdownOperation, isJSON: Bool
  ) throws(CatalogError) {
    let (ids, stopwatches) = try ids(selection, operation)
    let name = operation.name
    var operation = operation
    if operation == .toggle {
      let countdowns = ids.compactMap { catalog.entry($0)?.countdown }
      operation = CountdownCatalog.toggle(
        countdowns.filter(\.isInProgress),
        stopwatches.compactMap { catalog.stopwatch($0)?.stopwatch })
    }
    var status: Int32 = 0
    var hasApplied = false
    if let operation = StopwatchOperation(operation) {
      for id in stopwatches {
        status = max(status, try change(stopwatch: id, by: operation, isJSON: isJSON))
        hasApplied = true
      }
    }
    var ended: [KeptCountdown] = []
    for change in catalog.change(ids, by: operation) {
      switch change {
      case .made(let result, _, let kept) where operation == .cancel && result.hasEnded:
        ended.append(kept)
      case .made(let result, _, _) where selection == .all && !result.concernsAll: continue
      case .made(let result, let former, let kept):
        status = max(status, report(result, former, kept, isJSON: isJSON))
      case .gone(let id):
        status = max(status, report(CatalogError.notFound(id, accepted: try catalog.ids())))
      case .failed(let error):
        status = max(status, report(CatalogError.store(error, in: catalog.store.folder)))
      }
      hasApplied = true
    }
    if !hasApplied {
      StandardStream.error.write(diagnostic: "nothing to \(name)")
      status = ExitStatus.refused
    }
    try reportEnds(of: ended, status: status, isJSON: isJSON)
  }

  /// Returns the ids of the selected countdowns. Only those in progress are started again if all are selected: what has
  /// ended is started again by its name.
  private func ids(
    _ selection: KeptSelection, _ operation: CountdownOperation
  ) throws(CatalogError) -> (countdowns: [String], stopwatches: [String]) {
    switch selection {
    case .named(let words):
      return try catalog.ids(of: words, for: operation) {
        StandardStream.error.write(diagnostic: $0)
      }
    case .all:
      let all = try catalog.entries().compactMap(\.countdown)
      return (all.filter { operation != .startAgain || $0.isInProgress }.map(\.id), [])
    }
  }

  private func report(
    _ result: KeptResult, _ former: KeptCountdown, _ kept: KeptCountdown, isJSON: Bool
  ) -> Int32 {
    let text = KeptChangeText(now: Timekeeper.shared.wallNow, localTime: localTime)
    let problem = text.problem(result, kept)
    if isJSON {
      output.write(line: text.object(result, former: former, kept))
    } else if let line = text.line(result, former: former, kept) {
      output.write(line: line)
    }
    if let problem, !isJSON { StandardStream.error.write(diagnostic: problem) }
    return problem == nil ? 0 : ExitStatus.refused
  }

  private func report(_ error: CatalogError) -> Int32 {
    StandardStream.error.write(diagnostic: error.message)
    return error.status
  }
}

extension KeptCountdown {
  fileprivate var isInProgress: Bool {
    switch state {
    case .running, .paused: true
    case .idle, .overtime, .finished: false
    }
  }
}
