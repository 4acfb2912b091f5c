import Sandglass
import SandglassCore
import SandglassLedger

/// What a subcommand says about the countdowns that it has changed.
struct KeptChangeText {
  let now: WallMoment
  let localTime: LocalTimeRule

  /// Returns the line for a countdown that was changed, or need not be; nil for a failure.
  func line(_ result: KeptResult, former: KeptCountdown, _ kept: KeptCountdown) -> String? {
    let name = VisibleText.of(former.name)
    if let refusal = result.refusal {
      return refusal.isNeedless
        ? name + " " + already(result.operation, kept) + left(kept) : nil
    }
    return result.operation == .cancel
      ? name + " cancelled" + left(former) : done(result.operation, kept, name)
  }

  /// Returns what is wrong, in one line; nil if nothing is.
  func problem(_ result: KeptResult, _ kept: KeptCountdown) -> String? {
    guard let refusal = result.refusal, !refusal.isNeedless else { return nil }
    let notice = MissedFinishNotice(now: now, localTime: localTime)
    let problem =
      result.hasEnded
      ? kept.ended.map { notice.text($0, kept.certainty) } ?? "was cancelled" : nil
    return "\"\(kept.name)\" \(problem ?? refusal.problem); accepted for \(refusal.operation): "
      + refusal.accepted
  }

  private func done(_ operation: CountdownOperation, _ kept: KeptCountdown, _ name: String)
    -> String
  {
    switch operation {
    case .pause: name + " paused" + left(kept)
    case .resume: name + " resumed" + left(kept)
    case .toggle: name + (kept.stateWord == "paused" ? " paused" : " resumed") + left(kept)
    case .extend: name + " extended" + left(kept)
    case .shorten: name + " shortened" + left(kept)
    case .startAgain: name + " restarted" + left(kept)
    case .skip: name + " skipped" + phase(kept) + left(kept)
    case .back: name + " went back" + phase(kept) + left(kept)
    case .setLabel(let label): name + " renamed to " + VisibleText.of(label ?? kept.id)
    default: name + " " + operation.name
    }
  }

  private func already(_ operation: CountdownOperation, _ kept: KeptCountdown) -> String {
    switch operation {
    case .shorten: "is not shortened: at least a second remains"
    case .setLabel: "already has this name"
    default: "is already " + kept.stateWord
    }
  }

  private func left(_ kept: KeptCountdown) -> String {
    switch kept.state {
    case .running, .paused: ", " + kept.face + " left"
    case .idle: ""
    case .overtime: ", " + kept.face
    case .finished: ", done"
    }
  }

  private func phase(_ kept: KeptCountdown) -> String {
    guard kept.ended == nil, let phase = kept.phase else { return "" }
    return " to " + VisibleText.of(phase.name)
  }
}

// MARK: - For programs

extension KeptChangeText {
  /// Returns the JSON object for one countdown. If it was cancelled, the object has the time that was left.
  func object(_ result: KeptResult, former: KeptCountdown, _ kept: KeptCountdown) -> String {
    var members = [
      ("operation", JSONLine.quoted(result.operation.name)),
      ("result", JSONLine.quoted(Self.word(result.refusal))),
    ]
    members += KeptList.members(
      kept, atTimesOf: result.operation == .cancel && result.refusal == nil ? former : kept)
    if let problem = problem(result, kept) { members.append(("error", JSONLine.quoted(problem))) }
    return JSONLine.object(members)
  }

  /// What has become of an operation, in a word.
  static func word<State>(_ refusal: OperationRefusal<State>?) -> String {
    guard let refusal else { return "changed" }
    return refusal.isNeedless ? "unchanged" : "refused"
  }
}
