public import Dispatch
public import SandglassCore

extension Countdown {
  /// Makes a countdown through phases that follow each other, such as the work and the breaks of a Pomodoro.
  ///
  /// ```swift
  /// let pomodoro = Countdown(
  ///   phases: [Phase("Focus", .seconds(1_500)), Phase("Break", .seconds(300))], rounds: 4)
  /// ```
  ///
  /// Each phase ends at its own deadline and the next one begins there, however late that is noticed. What the
  /// countdown shows is the present phase. It finishes with the last phase, and that alone may count past zero.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round. Without any, each start finishes at once.
  ///   - rounds: How often they are gone through; fewer than one counts as one. All rounds together have at most
  ///     ``PhasePlan/limit`` phases, and what is beyond is left out.
  ///   - options: The unit, the rounding, the milestones of each phase, and what comes after the last.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    phases: [Phase],
    rounds: Int = 1,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(
      to: .phases(PhasePlan(phases, rounds: rounds)), options: options, on: timekeeper)
  }
}

// MARK: - Where it is

extension Countdown {
  /// The phases of one round; none for a countdown without.
  public var phases: [Phase] { planned { plan, _ in plan.phases } ?? [] }

  /// How often the phases are gone through; one for a countdown without.
  public var rounds: Int { planned { plan, _ in plan.rounds } ?? 1 }

  /// The present phase: the first before a start, the last after the finish; nil without phases.
  public var currentPhase: Phase? { planned { plan, index in plan[index] } }

  /// The phase that comes next; nil in the last, and without phases.
  public var nextPhase: Phase? { planned { plan, index in plan[index + 1] } }

  /// The number of the present phase, counted from zero through all rounds.
  public var phaseIndex: Int {
    observed(\.state, ticks: false) { core, _ in core.machine.phaseIndex }
  }

  /// The number of the present round, from one.
  public var round: Int { planned { plan, index in plan.round(of: index) } ?? 1 }

  /// What remains in the present phase and in all that follow; without phases, the same as ``remaining``.
  public var totalRemaining: Duration {
    observed(\.reading, ticks: true) { core, now in
      _ = core.reading(at: now, on: timekeeper)
      return core.machine.totalRemaining(at: now)
    }
  }

  /// A property of the plan, and of the index of the present phase in it; nil without phases. Before a start it is the plan of
  /// the next one.
  private func planned<Value>(_ value: (PhasePlan, Int) -> Value?) -> Value? {
    observed(\.state, ticks: false) { core, _ in
      let plan = core.machine.state == .idle ? core.nextTarget.plan : core.machine.plan
      return plan.flatMap { value($0, core.machine.phaseIndex) }
    }
  }
}

// MARK: - What can be done with it

extension Countdown {
  /// Ends the present phase before its time is over; false unless it is running or paused, or without phases.
  ///
  /// Its end is told as skipped. The next phase begins now, and is paused if this one was; after the last phase the
  /// countdown has finished.
  @discardableResult
  public func skip() -> Bool {
    change { core, now, state in
      core.movePhase(of: self, in: &state) { $0.skip(at: now, tell: $1) }
    }
  }

  /// Goes back to the beginning of the phase before, or of the first; false unless it is running or paused, or
  /// without phases.
  ///
  /// It is paused there if it was.
  @discardableResult
  public func back() -> Bool {
    change { core, now, state in
      core.movePhase(of: self, in: &state) { $0.back(at: now, tell: $1) }
    }
  }
}

// MARK: - Closures

extension Countdown {
  /// Calls `body` on the main actor at the end of each phase, the last one included, exactly once and in order.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the end, which says which phase has ended, when, and what follows.
  @preconcurrency @MainActor
  public func onPhaseEnd<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, PhaseEnd) -> Void
  ) {
    bindOnMain(.phase, with: owner) { owner, event in
      if case .phaseEnd(let end, _) = event { body(owner, end) }
    }
  }

  /// Calls `body` on `queue` at the end of each phase, the last one included, exactly once and in order.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - queue: Where to call.
  ///   - body: What to do with the owner and the end, which says which phase has ended, when, and what follows.
  public func onPhaseEnd<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, PhaseEnd) -> Void
  ) {
    bind(.phase, with: owner, on: queue) { owner, event in
      if case .phaseEnd(let end, _) = event { body(owner, end) }
    }
  }
}
