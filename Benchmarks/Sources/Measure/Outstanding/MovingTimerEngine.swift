/// A timer engine that can give an armed timer another deadline.
protocol MovingTimerEngine: TimerEngine, ~Copyable {
  /// Has a timer come due `delay` nanoseconds after the engine was made, instead of as before.
  mutating func move(_ handle: Handle, delay: UInt64)
}
