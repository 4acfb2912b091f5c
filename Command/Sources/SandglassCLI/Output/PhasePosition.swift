import Sandglass
import SandglassCore

/// The phase that a countdown has reached.
struct PhasePosition: Equatable {
  var name: String
  var round: Int

  /// The number of rounds; nil if they are as many as a plan can have, which is for ever.
  var rounds: Int?

  /// The duration of all later phases; zero if they go on for ever.
  var later: Duration

  /// The name of the phase with which each round begins; nil if it is not known.
  var first: String?

  /// The name, which is safe to print, with the round if there are several.
  var text: String {
    guard let rounds else { return VisibleText.of(name) + " \(round)" }
    return VisibleText.of(name) + (rounds > 1 ? " \(round)/\(rounds)" : "")
  }
}

extension PhasePosition {
  /// Creates the phase with the given index; nil if the plan has none.
  init?(_ plan: PhasePlan, index: Int) {
    guard let phase = plan[index] else { return nil }
    let later = plan.isEndless ? [] : (index + 1..<plan.count).compactMap { plan[$0] }
    self.init(
      name: phase.name, round: plan.begun(before: index + 1),
      rounds: plan.isEndless ? nil : plan.begun(before: plan.count),
      later: later.reduce(.zero) { $0 + max(.zero, $1.duration) }, first: plan.phases.first?.name)
  }

  /// The members of a JSON object. The values are JSON.
  var members: [(String, String)] {
    [
      ("phase", JSONLine.quoted(name)), ("round", "\(round)"),
      ("rounds", rounds.map { "\($0)" } ?? "null"),
    ]
  }
}

extension PhasePlan {
  /// Whether there is no room for another round, which is as good as for ever.
  fileprivate var isEndless: Bool { rounds > 1 && count > Self.limit - phases.count }

  /// Returns how many rounds have begun before the phase with an index. Each begins with the first phase, which may come
  /// several times in what the plan repeats, so that some rounds end with a longer break.
  fileprivate func begun(before index: Int) -> Int {
    let first = phases.first
    let (repeated, rest) = index.quotientAndRemainder(dividingBy: max(1, phases.count))
    return repeated * phases.count { $0 == first } + phases.prefix(rest).count { $0 == first }
  }
}
