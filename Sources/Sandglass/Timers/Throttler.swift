public import Dispatch
public import SandglassCore

/// Calls a closure at most once in each interval, however often a call is requested.
///
/// Use it for work that follows a rapidly changing value, such as sending a slider's position to a server or updating a
/// label during a download.
///
/// ```swift
/// progress = Throttler(every: .milliseconds(100), with: self) { screen, bytes in screen.show(bytes) }
/// progress.call(received)  // with each packet
/// ```
///
/// An interval begins when a call is passed on. The interval does not include its end, so a call at exactly that
/// instant can be passed on. With both edges, which is the default, the first call is passed on immediately. The newest
/// of the calls that follow it is passed on at the end of the interval, which begins another interval. A single call is
/// passed on once. With the leading edge alone, the first call is passed on, and the others in the interval are
/// dropped. With the trailing edge alone, the first call also begins an interval, and the newest call is passed on at
/// the end of the interval. `Throttle` implements these rules.
///
/// Every call is delivered asynchronously on the main actor or the queue, in the order in which the calls are passed
/// on. This includes the call on the leading edge. If a value is still waiting for a busy queue when a newer value is
/// passed on, the older value is dropped.
///
/// The throttler works for as long as you keep a reference to it. When the last reference is released, or the owner is
/// deallocated, a waiting call is dropped. A closure that captures the throttler creates a reference cycle. So does a
/// closure that captures `self` if `self` holds the throttler. Use the owner that is passed to the closure instead.
///
/// Every method can be called from any thread and inside the closure.
public final class Throttler<Value: Sendable>: Sendable {
  private let calls: PacedCalls<Value, Throttle>

  private init(
    _ pace: Throttle, _ tolerance: Duration, on timekeeper: Timekeeper,
    _ receiver: TimerReceiver<Value>
  ) {
    calls = PacedCalls(
      .throttler(every: pace.interval), pace: pace, tolerance: tolerance, on: timekeeper,
      receiver: receiver)
  }

  deinit {
    calls.end()
  }

  /// Creates a throttler that calls its closure on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The interval in which at most one call is passed on. If it is zero or less, every call is passed on.
  ///   - edge: The edges of an interval at which calls are passed on.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Once the owner is
  ///     deallocated, the closure is not called any more.
  ///   - tolerance: How late a waiting call may be passed on, so that it shares a wake-up with other timers. Zero or
  ///     less means no tolerance.
  ///   - timekeeper: The timekeeper to run on.
  ///   - body: The closure to call with the value.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance, on: timekeeper,
      .main(with: owner, body))
  }

  /// Creates a throttler that calls its closure on the main actor, without an owner. Its parameters are those of
  /// ``init(every:edge:with:tolerance:on:_:)``.
  public convenience init(
    every interval: Duration,
    edge: CallEdge = .both,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance, on: timekeeper,
      .main(body))
  }

  /// Creates a throttler that calls its closure on a queue, bound to an owner. Its other parameters are those of
  /// ``init(every:edge:with:tolerance:on:_:)``.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance, on: timekeeper,
      .queue(queue, with: owner, body))
  }

  /// Creates a throttler that calls its closure on a queue, without an owner. Its parameters are those of
  /// ``init(every:edge:with:queue:tolerance:on:_:)``.
  public convenience init(
    every interval: Duration,
    edge: CallEdge = .both,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance, on: timekeeper,
      .queue(queue, body))
  }
}

extension Throttler {
  /// Whether a call is waiting to be passed on, or a value is waiting for its queue.
  public var isPending: Bool { calls.isPending }

  /// Requests a call with a value. The closure is called asynchronously on its queue, at the time that the edge
  /// determines.
  ///
  /// Once the owner is deallocated, the closure is not called any more.
  ///
  /// - Parameter value: The value to pass to the closure. Of the waiting values, only the newest is passed on.
  public func call(_ value: Value) { calls.call(value) }

  /// Passes on the waiting call immediately, although the interval is not over, and begins a new interval. Returns
  /// false if no call is waiting.
  @discardableResult
  public func flush() -> Bool { calls.flush() }

  /// Drops the waiting call, and a value that is waiting for its queue. Returns false if there is neither.
  ///
  /// The current interval continues, because calls that have been passed on must not come closer together than it. A
  /// debouncer makes no such promise, so its `cancel()` also ends the burst.
  ///
  /// If you call this on the closure's queue, or on the main actor if that is where the closure is called, no earlier
  /// call is delivered after this returns. If you call it elsewhere, the closure may still be running. The throttler
  /// can still be used.
  @discardableResult
  public func cancel() -> Bool { calls.cancel() }
}

extension Throttler: CustomStringConvertible {
  /// The throttler's interval, the type of its owner, and when it will call its closure or why it will not, for debugging.
  public var description: String { "\(calls.description)" }
}

// MARK: - No value

extension Throttler where Value == Void {
  /// Requests a call without a value.
  public func call() { call(()) }
}
