/// A phase of a countdown, such as the work or the break of a Pomodoro.
public struct Phase: Sendable, Hashable {
  /// The name to display.
  public let name: String

  /// The duration of the phase. If it is zero or less, the phase ends as soon as it begins.
  public let duration: Duration

  /// Creates a phase.
  ///
  /// - Parameters:
  ///   - name: The name to display.
  ///   - duration: The duration of the phase. If it is zero or less, the phase ends as soon as it begins.
  public init(_ name: String, _ duration: Duration) {
    self.name = name
    self.duration = duration
  }

  /// The duration that a countdown counts down in this phase, in whole nanoseconds, clamped to the range from zero to
  /// 584 years.
  package var countedDuration: Duration {
    .nanoseconds(duration.clampedNanoseconds)
  }
}

/// A sequence of phases, which may be repeated in rounds.
public struct PhasePlan: Sendable, Hashable {
  /// The maximum number of phases in a plan, counted through all rounds.
  public static let limit = 10_000

  /// Every countdown has room for a plan, so a plan is no larger than a reference.
  private let contents: Contents

  private final class Contents: Sendable {
    let phases: [Phase]
    let rounds: Int

    /// For each phase of a round, the total duration of the later phases in the round.
    let durationsAfter: [Duration]

    /// The duration of a round.
    let roundDuration: Duration

    init(_ phases: [Phase], rounds: Int) {
      self.phases = phases
      self.rounds = rounds
      // Ten thousand times 584 years is far below the maximum of `Duration`.
      var (durations, sum) = ([Duration](), Duration.zero)
      for phase in phases.reversed() {
        durations.append(sum)
        sum += phase.countedDuration
      }
      durationsAfter = durations.reversed()
      roundDuration = sum
    }
  }

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round. Phases beyond ``limit`` are left out.
  ///   - rounds: The number of rounds. A number less than one counts as one. Rounds that would exceed ``limit`` are
  ///     left out.
  public init(_ phases: [Phase], rounds: Int = 1) {
    let phases = Array(phases.prefix(Self.limit))
    contents = Contents(
      phases, rounds: max(1, min(rounds, Self.limit / max(1, phases.count))))
  }

  /// The phases of one round.
  public var phases: [Phase] { contents.phases }

  /// The number of rounds, at least one.
  public var rounds: Int { contents.rounds }

  /// The number of phases, counted through all rounds.
  public var count: Int { phases.count * rounds }

  /// The phase at the given index, counted from zero through all rounds; `nil` if there is no such phase.
  public subscript(index: Int) -> Phase? {
    index >= 0 && index < count ? phases[index % phases.count] : nil
  }

  /// Returns the number of the round that a phase belongs to, counted from one.
  ///
  /// - Parameter index: The index of the phase, counted from zero through all rounds.
  /// - Returns: The number of the round.
  public func round(of index: Int) -> Int {
    phases.isEmpty ? 1 : min(index / phases.count + 1, rounds)
  }

  /// Returns the total duration of all phases after the one at `index`. O(1).
  func duration(after index: Int) -> Duration {
    guard self[index] != nil else { return .zero }
    let (round, phase) = index.quotientAndRemainder(dividingBy: phases.count)
    return contents.durationsAfter[phase] + contents.roundDuration * (rounds - 1 - round)
  }
}

extension PhasePlan {
  /// Returns whether two plans have the same phases and rounds.
  public static func == (left: PhasePlan, right: PhasePlan) -> Bool {
    left.contents === right.contents
      || (left.rounds == right.rounds && left.phases == right.phases)
  }

  /// Hashes the phases and rounds.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(phases)
    hasher.combine(rounds)
  }
}

/// The end of a phase of a countdown.
public struct PhaseEnd: Sendable, Hashable {
  /// The phase that ended.
  public let phase: Phase

  /// The index of the phase, counted from zero through all rounds.
  public let index: Int

  /// The number of the phase's round, counted from one.
  public let round: Int

  /// The next phase; `nil` after the last phase.
  public let next: Phase?

  /// The instant at which the phase ended, however late the process noticed it.
  public var moment: Moment { instant.moment }

  /// Whether the phase was skipped before its deadline.
  public let isSkipped: Bool

  /// The number of ticks before the end that were never delivered, because the process was not running at the time.
  public let missed: Int

  /// The wall-clock time of ``moment``. For a kept countdown it is that of the record, which is right even if the phase
  /// ended before the device was booted.
  public private(set) var wallMoment = WallMoment(secondsSince1970: 0)

  /// How long after ``moment`` the closure was called; never negative.
  public private(set) var lateness = Duration.zero

  package private(set) var instant: PastMoment

  init(
    _ phase: Phase, index: Int, at instant: PastMoment, isSkipped: Bool, missed: Int,
    in plan: PhasePlan
  ) {
    self.init(
      phase, index: index, round: plan.round(of: index), next: plan[index + 1], at: instant,
      isSkipped: isSkipped, missed: missed)
  }

  package init(
    _ phase: Phase, index: Int, round: Int, next: Phase?, at instant: PastMoment,
    isSkipped: Bool, missed: Int
  ) {
    self.phase = phase
    self.index = index
    self.round = round
    self.next = next
    self.instant = instant
    self.isSkipped = isSkipped
    self.missed = missed
  }
}

extension PhaseEnd {
  /// Returns the same end on a clock that reads `shift` nanoseconds less.
  func moved(backBy shift: UInt64) -> PhaseEnd {
    var end = self
    end.instant = instant.moved(backBy: shift)
    return end
  }

  /// Returns the end as a receiver gets it. The machine that reports it does not know the wall clock, nor when a closure
  /// is called.
  package func received(late lateness: Duration, wallMoment: WallMoment) -> PhaseEnd {
    var end = self
    end.lateness = max(.zero, lateness)
    end.wallMoment = wallMoment
    return end
  }
}
