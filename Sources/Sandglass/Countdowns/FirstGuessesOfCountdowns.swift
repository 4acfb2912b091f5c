public import SandglassCore

// Names that developers who know other timers may try first. For each of them, the compiler suggests the right name.

extension Milestone {
  /// Unavailable: use ``remaining(_:)`` or ``elapsed(_:)``.
  @available(
    *, unavailable,
    message: "Say which: .remaining(.seconds(10)) before the end, or .elapsed(.seconds(10))."
  )
  public static func seconds(_ seconds: Double) -> Milestone { .remaining(.seconds(seconds)) }
}

extension Countdown {
  /// Unavailable: use ``start(for:)``.
  @available(*, unavailable, renamed: "start(for:)")
  public func start(_ duration: Duration) -> Bool { false }

  /// Unavailable: use ``restart(for:)``.
  @available(*, unavailable, renamed: "restart(for:)")
  public func restart(_ duration: Duration) {}

  /// Unavailable: use ``start(at:)``.
  @available(*, unavailable, renamed: "start(at:)")
  public func start(from beginning: Moment) -> Bool { false }

  /// Unavailable: use ``cancel()``, or ``pause()`` to continue later.
  @available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
  public func stop() {}

  /// Unavailable: use ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Unavailable: use ``cancel()`` or ``restart()``.
  @available(*, unavailable, message: "Use cancel(), or restart() to begin again immediately.")
  public func reset() {}

  /// Unavailable: use ``currentPhase``.
  @available(*, unavailable, renamed: "currentPhase")
  public var phase: Phase? { nil }

  /// Unavailable: use ``skip()``.
  @available(*, unavailable, renamed: "skip()")
  public func skipPhase() -> Bool { false }

  /// Unavailable: use ``back()``.
  @available(*, unavailable, renamed: "back()")
  public func previousPhase() -> Bool { false }

  /// Unavailable: use ``skip()``.
  @available(*, unavailable, renamed: "skip()")
  public func skipToNextPhase() -> Bool { false }

  /// Unavailable: use ``back()``.
  @available(*, unavailable, renamed: "back()")
  public func skipToPreviousPhase() -> Bool { false }

  /// Unavailable: use ``extend(by:)``.
  @available(*, unavailable, renamed: "extend(by:)")
  public func add(_ duration: Duration) -> Bool { false }

  /// Unavailable: use ``shorten(by:)``.
  @available(*, unavailable, renamed: "shorten(by:)")
  public func subtract(_ duration: Duration) -> Bool { false }

  /// Unavailable: a closure is bound to an owner, and is removed when the owner is deallocated.
  @available(
    *, unavailable,
    message:
      "Pass the object that the closure works on, which is held weakly: onTick(with: self) { screen, reading in }."
  )
  public func onTick(_ body: @escaping (Reading) -> Void) {}

  /// Unavailable: a closure is bound to an owner, and is removed when the owner is deallocated.
  @available(
    *, unavailable,
    message:
      "Pass the object that the closure works on, which is held weakly: onFinish(with: self) { screen in }."
  )
  public func onFinish(_ body: @escaping () -> Void) {}

  /// Unavailable: the milestones are options, and a closure is bound to all of them.
  @available(
    *, unavailable,
    message:
      "Set options.milestones = [.remaining(.seconds(10))], and bind onMilestone(with: self) { screen, reached in }."
  )
  public func onMilestone(_ remaining: Duration, _ body: @escaping () -> Void) {}

  /// Unavailable: use ``init(_:options:on:)``.
  @available(*, unavailable, renamed: "init(_:on:)")
  public convenience init(_ duration: Duration, timekeeper: Timekeeper) {
    self.init(duration)
  }

  /// Unavailable: use ``init(phases:rounds:options:on:)``.
  @available(*, unavailable, renamed: "init(phases:rounds:)")
  public convenience init(phases: [Phase], repeating rounds: Int) {
    self.init(phases: phases)
  }

  /// Unavailable: use ``init(phases:rounds:options:on:)``.
  @available(*, unavailable, renamed: "init(phases:rounds:)")
  public convenience init(phases: [Phase], repeats rounds: Int) {
    self.init(phases: phases)
  }

  /// Unavailable: each timekeeper has at most one countdown for a record, so a static method returns that countdown.
  @available(
    *, unavailable,
    message: "Use Countdown.kept(\"id\", in: store, startingFrom: duration)."
  )
  public convenience init(_ duration: Duration, id: String, store: any CountdownStore) {
    self.init(duration)
  }
}

extension CountdownBoard {
  /// Unavailable: use ``start(_:for:)``.
  @available(*, unavailable, renamed: "start(_:for:)")
  public func start(_ id: ID, _ duration: Duration) {}

  /// Unavailable: use ``show(_:in:_:)``.
  @available(*, unavailable, renamed: "show(_:in:_:)")
  public func onTick<Cell: AnyObject>(
    _ id: ID, with cell: Cell, _ body: @escaping (Cell, Reading) -> Void
  ) {}

  /// Unavailable: use ``show(_:in:_:)``.
  @available(*, unavailable, renamed: "show(_:in:_:)")
  public func bind<Cell: AnyObject>(
    _ id: ID, to cell: Cell, _ body: @escaping (Cell, Reading) -> Void
  ) {}
}
