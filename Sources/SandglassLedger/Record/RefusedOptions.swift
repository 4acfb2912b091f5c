public import SandglassCore

/// The target and options that a call requested for a kept countdown that already existed with different ones.
public struct RefusedOptions: Sendable, Equatable, CustomStringConvertible {
  /// The requested target.
  public let target: CountdownTarget

  /// The requested options.
  public let options: CountdownOptions

  /// The target of the countdown's next start.
  public let presentTarget: CountdownTarget

  /// The options of the countdown.
  public let presentOptions: CountdownOptions

  package init(
    target: CountdownTarget, options: CountdownOptions,
    presentTarget: CountdownTarget,
    presentOptions: CountdownOptions
  ) {
    self.target = target
    self.options = options
    self.presentTarget = presentTarget
    self.presentOptions = presentOptions
  }

  /// One line with the requested and the actual target and options.
  public var description: String {
    var parts: [String] = []
    if target != presentTarget {
      parts.append(
        "the requested target is \(target.text), but its target is \(presentTarget.text)")
    }
    if options != presentOptions { parts.append("the requested options differ from its options") }
    return "the countdown already exists: \(parts.joined(separator: "; "))"
  }
}

extension CountdownTarget {
  fileprivate var text: String {
    switch self {
    case .duration(let duration): duration.compactText
    case .wall(let end): end.rfc3339()
    case .phases(let plan): "\(plan.phases.count) phases in \(plan.rounds) rounds"
    }
  }
}
