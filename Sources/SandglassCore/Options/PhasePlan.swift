/// One part of a countdown that has several, such as the work and the break of a Pomodoro.
public struct Phase: Sendable, Hashable {
  /// What people call it.
  public let name: String

  /// How long it lasts; zero or less ends as it begins.
  public let duration: Duration

  /// Makes a phase.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - duration: How long it lasts; zero or less ends as it begins.
  public init(_ name: String, _ duration: Duration) {
    self.name = name
    self.duration = duration
  }

  /// Its duration as a countdown counts it: in whole nanoseconds, from zero to 584 years.
  var countedDuration: Duration { Duration(nanoseconds: Int128(duration.clampedNanoseconds)) }
}

/// Phases that follow each other, in rounds.
public struct PhasePlan: Sendable, Hashable {
  /// The most phases that a plan has, all rounds together.
  public static let limit = 10_000

  /// The phases of one round.
  public let phases: [Phase]

  /// How often they are gone through; at least once.
  public let rounds: Int

  /// For each phase of a round, how long those after it in the round last in all.
  private let durationsAfter: [Duration]

  /// How long a round lasts.
  private let roundDuration: Duration

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round. Those beyond ``limit`` are left out.
  ///   - rounds: How often they are gone through. Fewer than one counts as one, and rounds that would exceed
  ///     ``limit`` are left out.
  public init(_ phases: [Phase], rounds: Int = 1) {
    let phases = Array(phases.prefix(Self.limit))
    self.phases = phases
    self.rounds = max(1, min(rounds, Self.limit / max(1, phases.count)))
    // Ten thousand times 584 years is far from what a duration holds.
    var (durations, sum) = ([Duration](), Duration.zero)
    for phase in phases.reversed() {
      durations.append(sum)
      sum += phase.countedDuration
    }
    durationsAfter = durations.reversed()
    roundDuration = sum
  }

  /// The number of phases, all rounds together.
  public var count: Int { phases.count * rounds }

  /// The phase with that number, counted from zero through all rounds; nil beyond the last.
  public subscript(index: Int) -> Phase? {
    index >= 0 && index < count ? phases[index % phases.count] : nil
  }

  /// The number of a phase's round, from one.
  ///
  /// - Parameter index: The number of the phase, counted from zero through all rounds.
  /// - Returns: The round.
  public func round(of index: Int) -> Int {
    phases.isEmpty ? 1 : min(index / phases.count + 1, rounds)
  }

  /// How long the phases after one last in all; O(1).
  func duration(after index: Int) -> Duration {
    guard self[index] != nil else { return .zero }
    let (round, phase) = index.quotientAndRemainder(dividingBy: phases.count)
    return durationsAfter[phase] + roundDuration * (rounds - 1 - round)
  }

  /// Where a count stands that had come to a phase.
  ///
  /// - Parameters:
  ///   - index: The phase it had come to.
  ///   - remaining: What is left of that, negative for the time since its end.
  /// - Returns: The phase that it is in, and what is left of that, negative or zero only in the last.
  func position(from index: Int, remaining: Duration) -> (index: Int, remaining: Duration) {
    var (index, remaining) = (index, remaining)
    while remaining <= .zero, let next = self[index + 1] {
      index += 1
      remaining = remaining.addingSaturated(next.countedDuration)
    }
    return (index, remaining)
  }
}

/// How a phase of a countdown ended.
public struct PhaseEnd: Sendable, Hashable {
  /// The phase.
  public let phase: Phase

  /// Its number, counted from zero through all rounds.
  public let index: Int

  /// The number of its round, from one.
  public let round: Int

  /// The phase that follows; nil after the last.
  public let next: Phase?

  /// The instant at which it ended, however late that was noticed.
  public let moment: Moment

  /// Whether it was skipped before its time was over.
  public let isSkipped: Bool

  /// How many ticks before the end were never delivered, because the process did not run in time.
  public let missed: Int
}
