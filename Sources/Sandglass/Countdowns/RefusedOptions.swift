public import SandglassCore

/// The target and options that a call requested for a kept countdown that already existed with different ones.
public struct RefusedOptions: Sendable, Hashable, CustomStringConvertible {
  /// The requested target.
  public let target: CountdownRecord.Target

  /// The requested options.
  public let options: CountdownOptions

  /// The target of the countdown's next start.
  public let presentTarget: CountdownRecord.Target

  /// The options of the countdown.
  public let presentOptions: CountdownOptions

  /// One line with the requested and the actual target and options.
  public var description: String {
    var parts: [String] = []
    if target != presentTarget { parts.append("\(target.text), but it has \(presentTarget.text)") }
    if options != presentOptions { parts.append("different options") }
    return "the countdown already exists: asked for \(parts.joined(separator: "; and for "))"
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
