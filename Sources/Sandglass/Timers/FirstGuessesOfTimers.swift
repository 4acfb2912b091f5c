// Names that developers who know other timers may try first. For each of them, the compiler suggests the right name.

extension RepeatingTimer {
  /// Unavailable: use ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Unavailable: use ``cancel()``, or ``pause()`` to continue later.
  @available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
  public func stop() {}

  /// Unavailable: a timer starts when it is created.
  @available(
    *, unavailable,
    message: "A timer starts when it is created. After pause(), it continues with resume()."
  )
  public func start() {}

  /// Unavailable: a repeating timer always repeats, and passes a tick to its closure.
  @available(
    *, unavailable,
    message:
      "Use RepeatingTimer(every: .seconds(1), with: self) { owner, tick in }, or OneShotTimer(after:) to fire once."
  )
  public convenience init(
    timeInterval: Double, repeats: Bool, block: @escaping @MainActor (RepeatingTimer) -> Void
  ) {
    self.init(every: .seconds(timeInterval)) { _ in }
  }
}

extension OneShotTimer {
  /// Unavailable: use ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Unavailable: use ``cancel()``, or ``pause()`` to continue later.
  @available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
  public func stop() {}

  /// Unavailable: a timer starts when it is created, and ``restart()`` starts it again.
  @available(
    *, unavailable, message: "A timer starts when it is created. restart() starts it again."
  )
  public func start() {}

  /// Unavailable: use ``restart()``.
  @available(*, unavailable, renamed: "restart()")
  public func reset() {}

  /// Unavailable: a one-shot timer never repeats.
  @available(
    *, unavailable,
    message:
      "Use OneShotTimer(after: .seconds(1), with: self) { owner in }, or RepeatingTimer(every:) to repeat."
  )
  public convenience init(
    timeInterval: Double, repeats: Bool, block: @escaping @MainActor (OneShotTimer) -> Void
  ) {
    self.init(after: .seconds(timeInterval)) {}
  }
}

extension Debouncer {
  /// Unavailable: the duration has a label.
  @available(*, unavailable, renamed: "init(for:with:_:)")
  public convenience init<Owner: AnyObject>(
    _ duration: Duration, with owner: Owner, _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(for: duration) { _ in }
  }
}

extension Throttler {
  /// Unavailable: the duration has a label.
  @available(*, unavailable, renamed: "init(every:with:_:)")
  public convenience init<Owner: AnyObject>(
    _ duration: Duration, with owner: Owner, _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(every: duration) { _ in }
  }
}
