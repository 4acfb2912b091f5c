import SandglassCore

/// Milestones and ends of phases that became due while no process ran a kept countdown.
///
/// Once the record is claimed, the first binding of each kind receives those that it wants. The record lists the ends of
/// phases until a closure has received them.
struct UntoldEvents {
  private var events: [CountdownEvent] = []

  /// The kinds of bindings of which the first has still to receive them.
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// Whether a closure has received the ends of phases.
  private var areHandled = false

  /// Changes with the events: reports on earlier ones have no effect.
  private(set) var number = 0

  /// The kinds of bindings that receive them.
  static let kinds: [CountdownBinding.Kind] = [.milestone, .phase, .change]

  var isEmpty: Bool { events.isEmpty }

  /// The ends of phases that no closure has received.
  var phaseEnds: [PhaseEnd] {
    areHandled
      ? [] : events.compactMap { if case .phaseEnd(let end, _) = $0 { end } else { nil } }
  }

  /// Whether the first binding of a kind has still to receive the end of a phase.
  func hasPhaseEnd(for kind: CountdownBinding.Kind) -> Bool {
    kind != .milestone && kindsToTell.contains(kind) && !phaseEnds.isEmpty
  }

  /// Replaces all events.
  mutating func set(_ events: [CountdownEvent]) {
    self.events = events
    kindsToTell = Set(Self.kinds)
    areHandled = false
    number += 1
  }

  /// Adds one more event.
  mutating func append(_ event: CountdownEvent) {
    set(areHandled ? [event] : events + [event])
  }

  /// Removes the milestones: another process reports them.
  mutating func removeMilestones() {
    events.removeAll { if case .milestone = $0 { true } else { false } }
  }

  /// The events that the first binding of a kind receives; only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> [CountdownEvent] {
    kindsToTell.remove(kind) == nil ? [] : events.filter(kind.wants)
  }

  /// A closure has received the ends of phases with that number, or its owner no longer exists; returns whether the
  /// record has to be written without them.
  mutating func report(
    _ number: Int, by kind: CountdownBinding.Kind, isHandled: Bool
  ) -> Bool {
    guard number == self.number, !areHandled else { return false }
    areHandled = isHandled
    if !isHandled { kindsToTell.insert(kind) }
    return isHandled
  }
}
