public import SandglassCore

/// What somebody asked a kept countdown for that it does not do, as it lived already with something else.
public struct RefusedOptions: Sendable, Hashable, CustomStringConvertible {
  /// What was asked for to count down to.
  public let target: CountdownRecord.Target

  /// How it was to count.
  public let options: CountdownOptions

  /// What it counts down to at its next start.
  public let presentTarget: CountdownRecord.Target

  /// How it counts.
  public let presentOptions: CountdownOptions

  /// One line that says what was asked for and what there is.
  public var description: String {
    var parts: [String] = []
    if target != presentTarget { parts.append("\(target.text), but it has \(presentTarget.text)") }
    if options != presentOptions { parts.append("other options than it has") }
    return "the countdown lives already: asked for \(parts.joined(separator: "; and for "))"
  }
}

extension CountdownRecord.Target {
  fileprivate var text: String {
    switch self {
    case .duration(let duration): duration.exactText
    case .wall(let end): end.exactText
    case .phases(let plan): "\(plan.phases.count) phases in \(plan.rounds) rounds"
    }
  }
}
