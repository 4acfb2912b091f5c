import Sandglass
import SandglassCore

/// A change of a kept countdown, which any process can make.
enum KeptOperation: Equatable {
  case pause
  case resume

  /// Pauses a countdown that is running, and resumes one that is paused.
  case toggle

  case extend(Duration)
  case shorten(Duration)
  case restart
  case skip
  case back
  case cancel
  case rename(String)

  /// The name of the subcommand.
  var name: String {
    switch self {
    case .pause: "pause"
    case .resume: "resume"
    case .toggle: "toggle"
    case .extend: "extend"
    case .shorten: "shorten"
    case .restart: "restart"
    case .skip: "skip"
    case .back: "back"
    case .cancel: "cancel"
    case .rename: "rename"
    }
  }

  /// The time that a countdown keeps when it is shortened, so that shortening never ends it.
  static let leastRemaining = Duration.seconds(1)

  /// Returns by how much a countdown can be shortened.
  ///
  /// - Parameters:
  ///   - duration: By how much it is to be shortened.
  ///   - remaining: The remaining time.
  /// - Returns: `duration`, or what can be taken without ending the countdown; at least zero.
  static func shortening(by duration: Duration, of remaining: Duration) -> Duration {
    max(.zero, min(duration, remaining - leastRemaining))
  }
}

/// The result of a ``KeptOperation`` on one countdown.
struct KeptResult: Equatable {
  /// What has become of the countdown.
  enum Outcome: Equatable {
    case changed

    /// The countdown already is as it was to be.
    case unchanged

    /// The countdown had ended.
    case ended

    /// The operation does not apply to the countdown, for this reason.
    case refused(String)
  }

  /// The operation; for `toggle`, what it turned out to be.
  var operation: KeptOperation
  var outcome: Outcome

  /// The record before, with everything that had become due.
  var former: CountdownRecord

  /// The record to be stored.
  var record: CountdownRecord
}

extension KeptOperation {
  /// Applies the operation to a record.
  func applied(to record: CountdownRecord, at now: CountdownRecord.Instant) -> KeptResult {
    let former = record.settled(at: now)
    var record = former
    let outcome = apply(to: &record, at: now)
    return KeptResult(operation: self, outcome: outcome, former: former, record: record)
  }

  private func apply(
    to record: inout CountdownRecord, at now: CountdownRecord.Instant
  ) -> KeptResult.Outcome {
    switch (self, record.phase(at: now)) {
    case (.rename(let label), _):
      guard record.label != label else { return .unchanged }
      record.apply(.setLabel(label), at: now)
    case (.restart, _):
      if case .wall = record.target { return .refused("counts down to a time") }
      // A user who restarts has seen the end.
      record.apply(.discard, at: now)
      record.apply(.restart(record.target, record.options, order: now.wall), at: now)
    case (.pause, .paused), (.resume, .running): return .unchanged
    case (.pause, .running), (.toggle, .running): record.apply(.pause, at: now)
    case (.resume, .paused), (.toggle, .paused): record.apply(.resume, at: now)
    case (.extend(let duration), .running), (.extend(let duration), .paused),
      (.extend(let duration), .overtime):
      record.apply(.extend(by: duration), at: now)
    case (.shorten(let duration), .running(let left)), (.shorten(let duration), .paused(let left)):
      let taken = Self.shortening(by: duration, of: left)
      guard taken > .zero else { return .unchanged }
      record.apply(.extend(by: .zero - taken), at: now)
    case (.skip, .running), (.skip, .paused), (.back, .running), (.back, .paused):
      guard record.target.plan != nil else { return .refused("has no phases") }
      record.apply(self == .skip ? .skip : .back, at: now)
    case (.cancel, .running), (.cancel, .paused), (.cancel, .overtime):
      record.apply(.cancel, at: now)
    case (_, .idle), (_, .finished), (_, .overtime): return .ended
    }
    return .changed
  }
}

extension CountdownRecord {
  fileprivate func phase(at now: Instant) -> RestoredCountdown.State { restored(at: now).state }
}
