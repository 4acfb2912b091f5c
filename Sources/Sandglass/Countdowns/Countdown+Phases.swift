public import Dispatch
public import SandglassCore

extension Countdown {
  /// A phase of a countdown, under the name that a nested type would have.
  public typealias Phase = SandglassCore.Phase

  /// Creates a countdown that runs through phases, such as the work and the breaks of a Pomodoro.
  ///
  /// ```swift
  /// let pomodoro = Countdown(
  ///   phases: [Phase("Focus", .seconds(1_500)), Phase("Break", .seconds(300))], rounds: 4)
  /// ```
  ///
  /// Each phase ends at its own deadline, and the next one begins at that moment, even if the process notices it late.
  /// Readings describe the current phase. The countdown finishes with the last phase. Only the last phase may count
  /// past zero.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round. Without phases, the countdown finishes immediately each time that it is
  ///     started.
  ///   - rounds: The number of rounds. A number less than one is treated as one. All rounds together have at most
  ///     ``PhasePlan/limit`` phases. Further phases are left out.
  ///   - options: The unit, the rounding, the milestones of each phase, and whether overtime is counted after the last
  ///     phase.
  ///   - timekeeper: The timekeeper to run on.
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

// MARK: - Other phases

extension Countdown {
  /// Starts running through the given phases, which later starts also use. Does nothing and returns false if the
  /// countdown is running or paused.
  ///
  /// A kept countdown has them in its record as well.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round, which replace the previous target. Without phases, the countdown finishes
  ///     immediately.
  ///   - rounds: The number of rounds, limited as in ``init(phases:rounds:options:on:)``.
  /// - Returns: Whether the countdown has started.
  @discardableResult
  public func start(phases: [Phase], rounds: Int = 1) -> Bool {
    change { core, now, state in
      core.start(
        self, towards: .phases(PhasePlan(phases, rounds: rounds)), at: now, in: &state)
    }
  }

  /// Starts again with the given phases, which later starts also use. A run in progress is cancelled first, and its end
  /// is reported as cancelled.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round, which replace the previous target. Without phases, the countdown finishes
  ///     immediately.
  ///   - rounds: The number of rounds, limited as in ``init(phases:rounds:options:on:)``.
  public func restart(phases: [Phase], rounds: Int = 1) {
    change { core, now, state in
      core.restart(
        self, towards: .phases(PhasePlan(phases, rounds: rounds)), at: now, in: &state)
    }
  }

  /// Returns to the full time of the first of the given phases, which later starts use. See ``reset()``.
  ///
  /// - Parameters:
  ///   - phases: The phases of one round, which replace the previous target.
  ///   - rounds: The number of rounds, limited as in ``init(phases:rounds:options:on:)``.
  public func reset(phases: [Phase], rounds: Int = 1) {
    reset(to: .phases(PhasePlan(phases, rounds: rounds)))
  }
}

// MARK: - The current phase

extension Countdown {
  /// The phases of one round; empty for a countdown without phases.
  public var phases: [Phase] { planned { plan, _ in plan.phases } ?? [] }

  /// The number of rounds; one for a countdown without phases.
  public var rounds: Int { planned { plan, _ in plan.rounds } ?? 1 }

  /// The current phase; nil without phases. Before a start it is the first phase, and after the finish the last one.
  public var currentPhase: Phase? { planned { plan, index in plan[index] } }

  /// The next phase; nil in the last phase, after the finish, and without phases. Before a start it is the second one.
  public var nextPhase: Phase? { planned { plan, index in plan[index + 1] } }

  /// The index of the current phase, counted from zero through all rounds. Before a start it is zero, and after the
  /// finish it is the index of the last phase.
  public var phaseIndex: Int {
    observed(\.state, ticks: false) { core, _ in core.machine.phaseIndex }
  }

  /// The number of the current round, counted from one. Before a start it is one, and after the finish it is the number
  /// of the last round.
  public var round: Int { planned { plan, index in plan.round(of: index) } ?? 1 }

  /// The total remaining time of the current phase and all later ones. Without phases, it is the same as ``remaining``.
  public var totalRemaining: Duration {
    observed(\.reading, ticks: true, renews: true) { core, now in
      _ = core.reading(at: now, on: timekeeper)
      return core.machine.totalRemaining(at: now)
    }
  }

  /// Calls `value` with the plan and the index of its current phase, and returns the result; nil without phases. Before
  /// a start, this uses the plan of the next run.
  private func planned<Value>(_ value: (PhasePlan, Int) -> Value?) -> Value? {
    observed(\.state, ticks: false) { core, _ in
      let plan = core.machine.state == .idle ? core.nextTarget.plan : core.machine.plan
      return plan.flatMap { value($0, core.machine.phaseIndex) }
    }
  }
}

// MARK: - Moving between phases

extension Countdown {
  /// Ends the current phase before its time is over. Returns false if there are no phases, or if the countdown is
  /// neither running nor paused.
  ///
  /// The end of the phase is reported with ``PhaseEnd/isSkipped`` set to true. The next phase begins immediately, and
  /// is paused if this one was. If the last phase is skipped, the countdown finishes.
  @discardableResult
  public func skip() -> Bool {
    change { core, now, state in core.skip(self, at: now, in: &state) }
  }

  /// Goes back to the beginning of the previous phase, or of the first phase if there is no previous one. Returns false
  /// if there are no phases, or if the countdown is neither running nor paused.
  ///
  /// A paused countdown stays paused.
  @discardableResult
  public func back() -> Bool {
    change { core, now, state in core.back(self, at: now, in: &state) }
  }
}

// MARK: - Closures

extension Countdown {
  /// Calls `body` on the main actor at the end of each phase, including the last one, exactly once and in order.
  ///
  /// This closure does not handle the finish of a kept countdown. Bind a closure to the finish too, or call
  /// ``acknowledgeFinish()``.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the end, which contains the phase, the moment and the next phase.
  @MainActor
  public func onPhaseEnd<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, PhaseEnd) -> Void
  ) {
    bindOnMain(.phase, with: owner) { owner, event in
      if case .phaseEnd(let end, _) = event { body(owner, end) }
    }
  }

  /// Calls `body` on `queue` at the end of each phase, including the last one, exactly once and in order.
  ///
  /// This closure does not handle the finish of a kept countdown. Bind a closure to the finish too, or call
  /// ``acknowledgeFinish()``.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - queue: The queue to call the closure on.
  ///   - body: The closure to call with the owner and the end, which contains the phase, the moment and the next phase.
  public func onPhaseEnd<Owner: AnyObject & Sendable>(
    with owner: Owner,
    queue: DispatchQueue,
    _ body: @escaping @Sendable (Owner, PhaseEnd) -> Void
  ) {
    addBinding(.phase, with: owner, on: queue) { owner, event in
      if case .phaseEnd(let end, _) = event { body(owner, end) }
    }
  }
}
