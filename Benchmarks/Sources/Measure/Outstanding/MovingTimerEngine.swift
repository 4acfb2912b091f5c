/// A timer engine that can give an armed timer another deadline.
protocol MovingTimerEngine: TimerEngine, ~Copyable {
  /// Moves a timer's deadline to `delay` nanoseconds after the creation of the engine.
  mutating func move(_ handle: Handle, delay: UInt64)
}
