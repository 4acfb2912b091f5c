package import SandglassCore
import SandglassLedger

/// Random operations on a countdown with a random target, for tests that compare those who perform them.
package struct RandomOperations {
  package let target: CountdownTarget
  package let options: CountdownOptions

  /// What undoes the operations that were performed and not undone.
  package var changes: [RunChange] = []

  package init(from random: inout SeededGenerator, at wall: WallMoment) {
    options = CountdownOptions(
      milestones: Self.milestones(&random), countsPastZero: random.once(in: 3))
    let length = Duration.milliseconds(random.number(0...40_000))
    switch random.number(0...2) {
    case 0: target = .duration(length)
    case 1: target = .wall(wall + length)
    default:
      let phases = (0..<random.number(1...3)).map {
        Phase("\($0)", .milliseconds(random.number(0...20_000)))
      }
      target = .phases(PhasePlan(phases, rounds: random.number(1...2)))
    }
  }

  private static func milestones(_ random: inout SeededGenerator) -> [Milestone] {
    (0..<random.number(0...3)).map { _ in
      switch random.number(0...4) {
      case 0: .elapsed(.milliseconds(random.number(1...30_000)))
      case 1: .progress(Double(random.number(1...99)) / 100)
      default: .remaining(.milliseconds(random.number(1...30_000)))
      }
    }
  }

  /// Returns the next operation, which may undo an earlier one.
  package mutating func next(
    _ random: inout SeededGenerator, at wall: WallMoment
  ) -> CountdownOperation {
    let time = Duration.milliseconds(random.number(1...20_000))
    switch random.number(0...20) {
    case 0...3: return .start(target, options, order: wall)
    case 4: return .restart(target, options, order: wall)
    case 5: return .startAgain
    case 6: return .pause
    case 7: return .resume(age: random.once(in: 2) ? .zero : time / 5)
    case 8: return .toggle
    case 9: return .extend(by: time)
    case 10: return .extend(by: .zero - time)
    case 11: return .shorten(by: time, leaving: .seconds(1))
    case 12: return .moveEnd(to: wall + time - .seconds(5), after: nil)
    case 13: return .skip
    case 14: return .back
    case 15: return random.once(in: 3) ? .cancel : .stopOvertime
    case 16: return .correct(by: time / 10 - .seconds(1))
    case 17: return .reset
    default: return changes.popLast().map { .undo($0) } ?? .toggle
    }
  }

  /// Returns how much time passes before the next operation. None is frequent.
  package static func wait(_ random: inout SeededGenerator) -> Duration {
    .milliseconds(random.once(in: 4) ? 0 : random.number(0...12_000))
  }
}
