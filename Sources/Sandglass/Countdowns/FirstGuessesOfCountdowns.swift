public import SandglassCore

// What somebody writes first who has guessed otherwise, and what to write here: the compiler says it.

extension Countdown {
  /// Not there: write ``start(for:)``.
  @available(*, unavailable, renamed: "start(for:)")
  public func start(_ duration: Duration) -> Bool { false }

  /// Not there: write ``restart(for:)``.
  @available(*, unavailable, renamed: "restart(for:)")
  public func restart(_ duration: Duration) {}

  /// Not there: write ``start(at:)``.
  @available(*, unavailable, renamed: "start(at:)")
  public func start(from beginning: Moment) -> Bool { false }

  /// Not there: write ``cancel()``, or ``pause()`` to go on later.
  @available(*, unavailable, message: "Write cancel(), or pause() to go on later with resume().")
  public func stop() {}

  /// Not there: write ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Not there: write ``cancel()`` or ``restart()``.
  @available(*, unavailable, message: "Write cancel(), or restart() to begin anew at once.")
  public func reset() {}

  /// Not there: write ``currentPhase``.
  @available(*, unavailable, renamed: "currentPhase")
  public var phase: Phase? { nil }

  /// Not there: write ``skip()``.
  @available(*, unavailable, renamed: "skip()")
  public func skipPhase() -> Bool { false }

  /// Not there: write ``back()``.
  @available(*, unavailable, renamed: "back()")
  public func previousPhase() -> Bool { false }

  /// Not there: a closure has an owner, with which it ends.
  @available(
    *, unavailable,
    message:
      "Name the object that the closure works on: onTick(with: self) { screen, reading in }. It is held weakly."
  )
  public func onTick(_ body: @escaping (Reading) -> Void) {}

  /// Not there: a closure has an owner, with which it ends.
  @available(
    *, unavailable,
    message:
      "Name the object that the closure works on: onFinish(with: self) { screen in }. It is held weakly."
  )
  public func onFinish(_ body: @escaping () -> Void) {}

  /// Not there: a record has one countdown in a process, which a function returns.
  @available(
    *, unavailable,
    message: "Write Countdown.kept(\"id\", in: store, startingFrom: duration)."
  )
  public convenience init(_ duration: Duration, id: String, store: any CountdownStore) {
    self.init(duration)
  }
}

extension CountdownBoard {
  /// Not there: write ``start(_:for:)``.
  @available(*, unavailable, renamed: "start(_:for:)")
  public func start(_ id: ID, _ duration: Duration) {}

  /// Not there: write ``show(_:in:_:)``.
  @available(*, unavailable, renamed: "show(_:in:_:)")
  public func onTick<Cell: AnyObject>(
    _ id: ID, with cell: Cell, _ body: @escaping (Cell, Reading) -> Void
  ) {}

  /// Not there: write ``show(_:in:_:)``.
  @available(*, unavailable, renamed: "show(_:in:_:)")
  public func bind<Cell: AnyObject>(
    _ id: ID, to cell: Cell, _ body: @escaping (Cell, Reading) -> Void
  ) {}
}
