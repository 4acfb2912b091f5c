import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

extension KeptCommands {
  /// Changes a stopwatch, says what has become of it, and returns the exit status.
  func change(
    stopwatch id: String, by operation: StopwatchOperation, isJSON: Bool
  ) throws(CatalogError) -> Int32 {
    guard let change = try catalog.change(stopwatch: id, by: operation) else {
      throw .noStopwatch(id, accepted: (try? catalog.store.stopwatchIDs()) ?? [])
    }
    if isJSON {
      output.write(line: change.object)
    } else if let problem = change.problem {
      StandardStream.error.write(diagnostic: problem)
    } else {
      output.write(line: change.line)
    }
    return change.problem == nil ? 0 : ExitStatus.refused
  }
}

/// What has become of a stopwatch that was to be changed.
struct StopwatchChange {
  let operation: StopwatchOperation

  /// Why the operation does not apply; nil if it was made.
  let refusal: StopwatchRefusal?

  /// The stopwatch before; nil if there was no record.
  let former: KeptStopwatch?
  let kept: KeptStopwatch
}

// MARK: - In words

extension StopwatchChange {
  /// The line, unless there is a ``problem``.
  var line: String {
    let name = VisibleText.of(kept.id) + " "
    let time = kept.reading.clockFace
    if refusal != nil { return name + "is already \(kept.stateWord), \(time)" }
    switch operation {
    case .start, .resume: return name + (former == nil ? "started" : "goes on, " + time)
    case .stop: return name + "stopped, " + time
    case .lap:
      guard let lap = kept.reading.laps.last else { return name }
      return name + "lap \(lap.number), \(lap.clockFace), \(time) in all"
    default: return name + "reset, " + (former?.reading.clockFace ?? time)
    }
  }

  /// What is wrong, in one line; nil if nothing is.
  var problem: String? {
    guard let refusal, !refusal.isNeedless else { return nil }
    return "\"\(kept.id)\" \(refusal)"
  }

  /// The JSON object. After a reset, it has the time that the stopwatch had.
  var object: String {
    var members = [
      ("operation", JSONLine.quoted(operation.name)),
      ("result", JSONLine.quoted(KeptChangeText.word(refusal))),
    ]
    members += (operation == .reset ? former ?? kept : kept).members
    if let problem { members.append(("error", JSONLine.quoted(problem))) }
    return JSONLine.object(members)
  }
}
