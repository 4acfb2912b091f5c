// What somebody writes first who knows other timers, and what to write here: the compiler says it.

extension RepeatingTimer {
  /// Not there: write ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Not there: write ``cancel()``, or ``pause()`` to go on later.
  @available(*, unavailable, message: "Write cancel(), or pause() to go on later with resume().")
  public func stop() {}

  /// Not there: a timer starts when it is made.
  @available(
    *, unavailable,
    message: "A timer starts when it is made. After pause() it goes on with resume()."
  )
  public func start() {}

  /// Not there: a repeating timer always repeats, and hands a tick to its closure.
  @available(
    *, unavailable,
    message:
      "Write RepeatingTimer(every: .seconds(1), with: self) { owner, tick in }, and OneShotTimer(after:) for once."
  )
  public convenience init(
    timeInterval: Double, repeats: Bool, block: @escaping @MainActor (RepeatingTimer) -> Void
  ) {
    self.init(every: .seconds(timeInterval)) { _ in }
  }
}

extension OneShotTimer {
  /// Not there: write ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func invalidate() {}

  /// Not there: write ``cancel()``, or ``pause()`` to go on later.
  @available(*, unavailable, message: "Write cancel(), or pause() to go on later with resume().")
  public func stop() {}

  /// Not there: a timer starts when it is made, and ``restart()`` arms it again.
  @available(
    *, unavailable, message: "A timer starts when it is made. restart() arms it again."
  )
  public func start() {}

  /// Not there: write ``restart()``.
  @available(*, unavailable, renamed: "restart()")
  public func reset() {}

  /// Not there: a one-shot timer never repeats.
  @available(
    *, unavailable,
    message:
      "Write OneShotTimer(after: .seconds(1), with: self) { owner in }, and RepeatingTimer(every:) to repeat."
  )
  public convenience init(
    timeInterval: Double, repeats: Bool, block: @escaping @MainActor (OneShotTimer) -> Void
  ) {
    self.init(after: .seconds(timeInterval)) {}
  }
}
