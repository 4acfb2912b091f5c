/// The operations of a timer engine that the workload of outstanding timers uses.
///
/// Each engine reads the clock once, when it is created, and arms timers relative to that reading.
/// The cost of reading the clock therefore favours no engine.
protocol TimerEngine: ~Copyable {
  /// A handle of an armed timer.
  associatedtype Handle

  /// The maximum number of timers with which the benchmark times cancelling one after another. With
  /// more timers, arming is measured only once, cold.
  static var greatestCountToCancel: Int { get }

  /// Arms a timer that is due `delay` nanoseconds after the creation of the engine.
  mutating func arm(_ number: Int, delay: UInt64) -> Handle

  /// Cancels a timer.
  mutating func cancel(_ handle: Handle)

  /// Waits until the engine has finished its pending work on other threads.
  mutating func settle()
}

extension TimerEngine where Self: ~Copyable {
  static var greatestCountToCancel: Int { .max }

  mutating func settle() {}
}
