import SandglassCore

/// Milestones and phase ends that became due while no process ran a kept countdown.
///
/// Once the record is claimed, the first binding of each kind receives the events that it wants. The record lists the
/// phase ends until a closure has received them.
struct UntoldEvents {
  private struct Entry {
    let event: CountdownEvent

    /// The number of the entry, which is unique.
    let number: Int

    /// The kinds of bindings of which the first is still to receive the event.
    var kindsToTell = Set(UntoldEvents.kinds)

    /// Whether a closure has received the event.
    var isHandled = false

    var phaseEnd: PhaseEnd? {
      if case .phaseEnd(let end, _) = event { end } else { nil }
    }
  }

  private var entries: [Entry] = []

  /// The number of the latest entry.
  private var number = 0

  /// The kinds of bindings that receive the events.
  static let kinds: [CountdownBinding.Kind] = [.milestone, .phase, .change]

  var isEmpty: Bool { entries.isEmpty }

  /// The phase ends that no closure has received.
  var phaseEnds: [PhaseEnd] {
    entries.compactMap { $0.isHandled ? nil : $0.phaseEnd }
  }

  /// Returns whether the first binding of a kind is still to receive a phase end.
  func hasPhaseEnd(for kind: CountdownBinding.Kind) -> Bool {
    kind != .milestone
      && entries.contains {
        $0.phaseEnd != nil && !$0.isHandled && $0.kindsToTell.contains(kind)
      }
  }

  /// Replaces all events.
  mutating func set(_ events: [CountdownEvent]) {
    entries = []
    for event in events { append(event) }
  }

  /// Adds an event, and removes those that a closure has received.
  mutating func append(_ event: CountdownEvent) {
    number += 1
    entries.removeAll(where: \.isHandled)
    entries.append(Entry(event: event, number: number))
  }

  /// Removes the milestones, because another process reports them.
  mutating func removeMilestones() {
    entries.removeAll { if case .milestone = $0.event { true } else { false } }
  }

  /// Returns the events that the first binding of a kind receives, and their numbers. Returns each event only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> [(event: CountdownEvent, number: Int)] {
    entries.indices.compactMap { index in
      guard entries[index].kindsToTell.remove(kind) != nil else { return nil }
      let entry = entries[index]
      return kind.wants(entry.event) ? (entry.event, entry.number) : nil
    }
  }

  /// Notes that a closure has received a phase end, or that the closure's owner no longer exists.
  ///
  /// - Parameters:
  ///   - number: The number of the phase end. If it has been removed, nothing happens.
  ///   - kind: The kind of the binding.
  ///   - isHandled: Whether the closure has received the phase end. If no closure has, the next binding of the kind
  ///     receives it.
  /// - Returns: Whether the record must be written without the phase end.
  mutating func report(
    _ number: Int, by kind: CountdownBinding.Kind, isHandled: Bool
  ) -> Bool {
    guard let index = entries.firstIndex(where: { $0.number == number }), !entries[index].isHandled
    else { return false }
    if isHandled {
      entries[index].isHandled = true
    } else {
      entries[index].kindsToTell.insert(kind)
    }
    return isHandled
  }
}
