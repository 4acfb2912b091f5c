import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// The state of a kept countdown, computed without running it.
struct KeptCountdown: Equatable {
  let id: String
  let label: String?

  /// The current state.
  let state: RestoredCountdown.State

  /// The certainty of the state.
  let certainty: Certainty

  /// The PID of the process that is running the countdown; nil if there is none.
  var process: Int32?

  /// The whole duration of the run, or of its current phase.
  var total = Duration.zero

  /// The current phase; nil without phases.
  var phase: PhasePosition?

  /// The label, or else the id.
  var name: String { label ?? id }

  /// The state in one word.
  var stateWord: String {
    switch state {
    case .idle: "cancelled"
    case .running: "running"
    case .paused: "paused"
    case .overtime: "overtime"
    case .finished: "finished"
    }
  }

  /// The remaining time, or zero once the countdown has ended.
  var remaining: Duration {
    switch state {
    case .running(let remaining), .paused(let remaining): remaining
    case .idle, .overtime, .finished: .zero
    }
  }

  /// The remaining time, or the time since the end, as a clock face.
  var face: String {
    if case .overtime(let past, _) = state { return ClockFace(overtime: past).description }
    return remaining.clockFace
  }

  /// The time at which the countdown ended; nil if it has not ended.
  var ended: WallMoment? { state.ended }

  /// The elapsed part of ``total``, from 0 to 1.
  var progress: Double {
    guard total > .zero else { return 1 }
    return min(1, max(0, 1 - remaining / total))
  }
}

/// The parts of the system's state that are read only once for any number of records.
struct Glance {
  private let boot = Timekeeper.shared.bootIdentity

  /// Returns the PID of the process that reports the countdown's end; nil if there is none.
  func process(of record: CountdownRecord) -> Int32? {
    Timekeeper.shared.process(reporting: record, at: now)
  }

  /// The current instant.
  var now: ClockInstant {
    Timekeeper.shared.instant(at: Timekeeper.shared.now, boot: boot)
  }
}

extension KeptCountdown {
  /// Computes the current state of the countdown in a record.
  init(_ record: CountdownRecord, by glance: Glance = Glance()) {
    let restored = record.restored(at: glance.now)
    self.init(
      id: record.id, label: record.label, state: restored.state, certainty: restored.certainty,
      process: glance.process(of: record), total: restored.total,
      phase: record.target.plan.flatMap { PhasePosition($0, index: restored.phaseIndex) })
  }
}

extension MissedFinishNotice {
  /// Returns the line for a kept countdown that has ended, or nil if it has not ended.
  func line(_ kept: KeptCountdown) -> String? {
    kept.ended.map { VisibleText.of(kept.name) + " " + text($0, kept.certainty) }
  }
}

extension RestoredCountdown.State {
  /// The time at which the countdown ended; nil if it has not ended.
  var ended: WallMoment? {
    switch self {
    case .idle, .running, .paused: nil
    case .overtime(_, let ended), .finished(let ended): ended
    }
  }
}

extension Certainty {
  /// A note for the user about a displayed time, or nil if the time is exact.
  var note: String? {
    switch self {
    case .exact: nil
    case .estimated:
      "estimated: the system was restarted, so the elapsed time is taken from the wall clock"
    case .suspect:
      "suspect: the clocks contradict the record, so less time may be left than is shown"
    }
  }
}
