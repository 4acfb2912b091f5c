import Sandglass

/// What is known of a kept countdown without running it.
struct KeptCountdown: Equatable {
  let id: String
  let label: String?

  /// What it is doing now.
  let state: RestoredCountdown.State

  /// How that is known.
  let certainty: Certainty

  /// The process that runs it, if one does.
  var process: Int32?

  /// What people know it by.
  var name: String { label ?? id }

  /// What it is doing, in a word.
  var stateWord: String {
    switch state {
    case .running: "running"
    case .paused: "paused"
    case .overtime: "overtime"
    case .finished: "finished"
    }
  }

  /// What remains; nothing once it has ended.
  var remaining: Duration {
    switch state {
    case .running(let remaining), .paused(let remaining): remaining
    case .overtime, .finished: .zero
    }
  }

  /// What remains, or has passed since the end, as a clock face.
  var face: String {
    if case .overtime(let past, _) = state { return ClockFace(overtime: past).description }
    return remaining.clockFace
  }

  /// When it ended, if it has.
  var ended: WallMoment? { state.ended }

  /// Whether it ended while nobody ran it, so that the end is to be told.
  var hasUntoldEnd: Bool {
    if case .finished = state { process == nil } else { false }
  }
}

/// What is asked of the system once for a look at any number of records.
struct Glance {
  let claimant = Timekeeper.shared.claimant.rememberingLives()
  private let boot = Timekeeper.shared.bootIdentity

  /// The present instant.
  var now: CountdownRecord.Instant {
    CountdownRecord.Instant(
      steady: Timekeeper.shared.now, wall: Timekeeper.shared.wallNow, boot: boot)
  }
}

extension KeptCountdown {
  /// What has become of a record by now.
  init(_ record: CountdownRecord, by glance: Glance = Glance()) {
    let restored = record.restored(at: glance.now)
    var process: Int32?
    if case .taken(let owner, _) = glance.claimant.standing(of: record) {
      process = owner.number
    }
    self.init(
      id: record.id, label: record.label, state: restored.state, certainty: restored.certainty,
      process: process)
  }
}

extension MissedFinishNotice {
  /// The line for a kept countdown that has ended; nil for one that has not.
  func line(_ kept: KeptCountdown) -> String? {
    kept.ended.map { VisibleText.of(kept.name) + " " + text($0, kept.certainty) }
  }
}

extension RestoredCountdown.State {
  /// When it ended, if it has.
  var ended: WallMoment? {
    switch self {
    case .running, .paused: nil
    case .overtime(_, let ended), .finished(let ended): ended
    }
  }
}

extension Certainty {
  /// What a person should know of a time that is told; nil if it is exact.
  var note: String? {
    switch self {
    case .exact: nil
    case .estimated:
      "estimated: the system was restarted, and the wall clock says how much time has passed"
    case .suspect:
      "suspect: the clocks contradict the record; no more than this is left"
    }
  }
}
