import SandglassCore

/// Milestones and phase ends that became due while no process ran a kept countdown.
///
/// Once the record is claimed, the first binding of each kind receives the events that it wants. The record lists the
/// phase ends until a closure has received them.
struct UntoldEvents {
  private var events: [CountdownEvent] = []

  /// The kinds of bindings of which the first is still to receive the events.
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// Whether a closure has received the phase ends.
  private var areHandled = false

  /// Changes with the events. Reports on earlier events have no effect.
  private(set) var number = 0

  /// The kinds of bindings that receive the events.
  static let kinds: [CountdownBinding.Kind] = [.milestone, .phase, .change]

  var isEmpty: Bool { events.isEmpty }

  /// The phase ends that no closure has received.
  var phaseEnds: [PhaseEnd] {
    areHandled
      ? [] : events.compactMap { if case .phaseEnd(let end, _) = $0 { end } else { nil } }
  }

  /// Returns whether the first binding of a kind is still to receive a phase end.
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

  /// Adds an event.
  mutating func append(_ event: CountdownEvent) {
    set(areHandled ? [event] : events + [event])
  }

  /// Removes the milestones, because another process reports them.
  mutating func removeMilestones() {
    events.removeAll { if case .milestone = $0 { true } else { false } }
  }

  /// Returns the events that the first binding of a kind receives. Returns them only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> [CountdownEvent] {
    kindsToTell.remove(kind) == nil ? [] : events.filter(kind.wants)
  }

  /// A closure has received the phase ends with that number, or its owner no longer exists. Returns whether the record
  /// has to be written without them.
  mutating func report(
    _ number: Int, by kind: CountdownBinding.Kind, isHandled: Bool
  ) -> Bool {
    guard number == self.number, !areHandled else { return false }
    areHandled = isHandled
    if !isHandled { kindsToTell.insert(kind) }
    return isHandled
  }
}
