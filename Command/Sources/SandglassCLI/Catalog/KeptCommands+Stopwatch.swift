import Sandglass

extension KeptCommands {
  /// Changes a stopwatch, says what has become of it, and returns the exit status.
  func change(
    stopwatch id: String, by operation: StopwatchOperation, isJSON: Bool
  ) throws(CatalogError) -> Int32 {
    let (former, kept) = try catalog.change(stopwatch: id, by: operation)
    guard former != nil || operation == .start else {
      throw .noStopwatch(id, accepted: (try? catalog.store.stopwatchIDs()) ?? [])
    }
    let text = StopwatchChangeText(operation: operation, former: former, kept: kept)
    if isJSON {
      output.write(line: text.object)
    } else if let problem = text.problem {
      StandardStream.error.write(diagnostic: problem)
    } else {
      output.write(line: text.line)
    }
    return text.problem == nil ? 0 : ExitStatus.refused
  }
}

/// What a subcommand says about a stopwatch that it has changed.
struct StopwatchChangeText {
  let operation: StopwatchOperation
  let former: KeptStopwatch?
  let kept: KeptStopwatch

  private var isChanged: Bool { kept.reading.state != former?.reading.state || operation == .lap }

  /// The line, unless there is a ``problem``.
  var line: String {
    let name = VisibleText.of(kept.id) + " "
    let time = kept.reading.clockFace
    switch operation {
    case .start, .stop:
      guard isChanged else { return name + "is already \(kept.stateWord), \(time)" }
      if operation == .stop { return name + "stopped, " + time }
      return name + (former == nil ? "started" : "goes on, " + time)
    case .lap:
      guard let lap = kept.reading.laps.last else { return name }
      return name + "lap \(lap.number), \(lap.clockFace), \(time) in all"
    case .reset: return name + "reset, " + (former?.reading.clockFace ?? time)
    }
  }

  /// What is wrong, in one line; nil if nothing is.
  var problem: String? {
    guard operation == .lap, kept.reading.state == .stopped else { return nil }
    return "\"\(kept.id)\" is stopped; accepted for lap: a stopwatch that is running"
  }

  /// The JSON object. After a reset, it has the time that the stopwatch had.
  var object: String {
    let result = problem != nil ? "refused" : isChanged ? "changed" : "unchanged"
    var members = [
      ("operation", JSONLine.quoted(operation.rawValue)), ("result", JSONLine.quoted(result)),
    ]
    members += (operation == .reset ? former ?? kept : kept).members
    if let problem { members.append(("error", JSONLine.quoted(problem))) }
    return JSONLine.object(members)
  }
}
