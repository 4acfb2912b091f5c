import Sandglass

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
    _ selection: KeptSelection, by operation: KeptOperation, isJSON: Bool
  ) throws(CatalogError) {
    let ids = try ids(selection, operation)
    var operation = operation
    if operation == .toggle {
      operation = CountdownCatalog.toggle(ids.compactMap { catalog.entry($0)?.countdown })
    }
    var status: Int32 = ids.isEmpty ? ExitStatus.refused : 0
    if ids.isEmpty { StandardStream.error.write(diagnostic: "nothing to \(operation.name)") }
    var ended: [KeptCountdown] = []
    for change in catalog.change(ids, by: operation) {
      switch change {
      case .made(let result, _, let kept) where operation == .cancel && result.outcome == .ended:
        ended.append(kept)
      case .made(let result, let former, let kept):
        status = max(status, report(result, former, kept, isJSON: isJSON))
      case .gone(let id):
        status = max(status, report(CatalogError.notFound(id, accepted: try catalog.ids())))
      case .failed(let error):
        status = max(status, report(CatalogError.store(error, in: catalog.store.folder)))
      }
    }
    try reportEnds(of: ended, status: status, isJSON: isJSON)
  }

  /// Returns the ids of the selected countdowns. If all are selected, those are left out to which the
  /// operation does not apply.
  private func ids(
    _ selection: KeptSelection, _ operation: KeptOperation
  ) throws(CatalogError) -> [String] {
    switch selection {
    case .named(let words):
      return try catalog.ids(of: words) { StandardStream.error.write(diagnostic: $0) }
    case .all:
      return try catalog.entries().compactMap(\.countdown).filter { $0.accepts(operation) }.map(
        \.id)
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
  /// Whether the operation is worth trying if it is for all countdowns.
  func accepts(_ operation: KeptOperation) -> Bool {
    switch operation {
    case .pause: stateWord == "running"
    case .resume: stateWord == "paused"
    case .skip, .back: ended == nil && phase != nil
    case .cancel: true
    case .extend: state != .idle && stateWord != "finished"
    case .toggle, .shorten, .restart, .rename: ended == nil && state != .idle
    }
  }
}
