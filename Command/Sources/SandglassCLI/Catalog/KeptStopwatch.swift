import Sandglass
import SandglassCore
import SandglassLedger

/// The state of a kept stopwatch, computed without running it.
struct KeptStopwatch: Equatable {
  let id: String
  let reading: StopwatchReading
  let certainty: Certainty

  /// The unit of the displayed times, where they do not change while somebody looks at them.
  static let unit = Duration.milliseconds(100)

  /// The state in one word.
  var stateWord: String {
    switch reading.state {
    case .idle: "reset"
    case .running: "running"
    case .stopped: "stopped"
    }
  }

  /// The time in whole seconds, as a clock face.
  var face: String { Duration.seconds(reading.elapsed.components.seconds).clockFace }

  /// The time until ``face`` changes; nil if it does not.
  var untilNextNumber: Duration? {
    let elapsed = reading.elapsed
    guard reading.state == .running else { return nil }
    return .seconds(elapsed.components.seconds + 1) - elapsed
  }

  /// The members of its JSON object. The values are JSON.
  var members: [(String, String)] {
    let laps = reading.laps.map { JSONLine.seconds($0.duration) }
    return [
      ("id", JSONLine.quoted(id)), ("state", JSONLine.quoted(stateWord)),
      ("elapsed", JSONLine.seconds(reading.elapsed)), ("face", JSONLine.quoted(face)),
      ("laps", "[" + laps.joined(separator: ",") + "]"),
      ("known", JSONLine.quoted(certainty.text)),
    ]
  }
}

extension KeptStopwatch {
  /// Computes the current state of the stopwatch in a record.
  init(_ record: StopwatchRecord, by glance: Glance = Glance()) {
    let now = glance.now
    var machine = StopwatchMachine(unit: Self.unit)
    machine.follow(record, at: now)
    self.init(
      id: record.id, reading: machine.reading(at: now.steady),
      certainty: record.certainty(at: now))
  }

  /// Returns the stopwatch that a status line is about if no name was given: one that is running, if
  /// there is one.
  static func foremost(_ stopwatches: [KeptStopwatch]) -> KeptStopwatch? {
    stopwatches.first { $0.reading.state == .running } ?? stopwatches.first
  }
}
