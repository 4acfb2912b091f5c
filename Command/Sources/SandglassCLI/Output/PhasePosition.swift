import Sandglass
import SandglassCore

/// The phase that a countdown has reached.
struct PhasePosition: Equatable {
  var name: String
  var round: Int
  var rounds: Int

  /// The duration of all later phases.
  var later: Duration

  /// The name, which is safe to print, with the round if there are several.
  var text: String {
    VisibleText.of(name) + (rounds > 1 ? " \(round)/\(rounds)" : "")
  }
}

extension PhasePosition {
  /// Creates the phase with the given index; nil if the plan has none.
  init?(_ plan: PhasePlan, index: Int) {
    guard let phase = plan[index] else { return nil }
    let later = (index + 1..<plan.count).compactMap { plan[$0] }
    self.init(
      name: phase.name, round: plan.round(of: index), rounds: plan.rounds,
      later: later.reduce(.zero) { $0 + max(.zero, $1.duration) })
  }

  /// The members of a JSON object. The values are JSON.
  var members: [(String, String)] {
    [
      ("phase", JSONLine.quoted(name)), ("round", "\(round)"), ("rounds", "\(rounds)"),
    ]
  }
}
