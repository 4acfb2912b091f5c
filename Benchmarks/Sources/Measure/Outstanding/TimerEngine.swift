/// A timer engine, as far as the workload of outstanding timers uses it.
///
/// Each engine reads the clock once, when it is made, and arms at instants counted from then: the
/// cost of reading the clock is nobody's advantage.
protocol TimerEngine: ~Copyable {
  /// What names an armed timer.
  associatedtype Handle

  /// The greatest number of timers that the engine can be asked to cancel one after the other;
  /// with more, arming is measured once, cold.
  static var greatestCountToCancel: Int { get }

  /// Arms a timer that comes due `delay` nanoseconds after the engine was made.
  mutating func arm(_ number: Int, delay: UInt64) -> Handle

  /// Takes a timer back.
  mutating func cancel(_ handle: Handle)

  /// Waits until the engine has done what it still does on other threads.
  mutating func settle()
}

extension TimerEngine where Self: ~Copyable {
  static var greatestCountToCancel: Int { .max }

  mutating func settle() {}
}
