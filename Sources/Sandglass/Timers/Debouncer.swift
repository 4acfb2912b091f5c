public import Dispatch
public import SandglassCore

/// Calls a closure once for each burst of calls, either when the calls have stopped for a while or when they begin.
///
/// Use it for work that should wait until the user pauses, such as searching or saving while the user types.
///
/// ```swift
/// search = Debouncer(for: .milliseconds(300), with: self) { screen, text in screen.search(text) }
/// search.call(field.text)  // with each letter
/// ```
///
/// A call that comes before the quiet time is over belongs to the current burst. A call exactly at the end of the quiet
/// time begins a new burst. With the trailing edge, which is the default, the newest value is passed on at the end of
/// the burst, or when a call has waited for the longest time. With the leading edge alone, the first value is passed on
/// immediately, and the others are dropped. With both edges, the first value is passed on immediately, and the newest
/// of the values that follow it is passed on at the end of the burst. A single call is passed on once. `Debounce`
/// implements these rules.
///
/// Every value is delivered asynchronously on the main actor or the queue, in the order in which the values are passed
/// on. This includes the value on the leading edge. If a value is still waiting for a busy queue when a newer value is
/// passed on, the older value is dropped.
///
/// The debouncer works for as long as you keep a reference to it. When the last reference is released, or the owner is
/// deallocated, a waiting call is dropped. A closure that captures the debouncer creates a reference cycle. So does a
/// closure that captures `self` if `self` holds the debouncer. Use the owner that is passed to the closure instead.
///
/// Every method can be called from any thread and inside the closure.
public final class Debouncer<Value: Sendable>: Sendable {
  private let calls: PacedCalls<Value, Debounce>

  private init(
    _ pace: Debounce, _ tolerance: Duration, on timekeeper: Timekeeper,
    _ receiver: TimerReceiver<Value>
  ) {
    calls = PacedCalls(
      .debouncer(for: pace.quietTime), pace: pace, tolerance: tolerance, on: timekeeper,
      receiver: receiver)
  }

  deinit {
    calls.end()
  }

  /// Creates a debouncer that calls its closure on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls that ends a burst. If it is zero or less, each call is its own burst.
  ///   - edge: The edges of a burst at which calls are passed on.
  ///   - longestWait: The longest time for which calls wait, measured from the first call that has waited since a call
  ///     was last passed on; nil for no limit. It has no effect with the leading edge alone, because no call waits
  ///     then.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Once the owner is
  ///     deallocated, the closure is not called any more.
  ///   - tolerance: How late a waiting call may be passed on, so that it shares a wake-up with other timers. Zero or
  ///     less means no tolerance.
  ///   - timekeeper: The timekeeper to run on.
  ///   - body: The closure to call with the value.
  @MainActor
  public convenience init<Owner: AnyObject>(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance, on: timekeeper,
      .main(with: owner, body))
  }

  /// Creates a debouncer that calls its closure on the main actor, without an owner. Its parameters are those of
  /// ``init(for:edge:longestWait:with:tolerance:on:_:)``.
  public convenience init(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance, on: timekeeper,
      .main(body))
  }

  /// Creates a debouncer that calls its closure on a queue, bound to an owner. Its other parameters are those of
  /// ``init(for:edge:longestWait:with:tolerance:on:_:)``.
  public convenience init<Owner: AnyObject & Sendable>(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance, on: timekeeper,
      .queue(queue, with: owner, body))
  }

  /// Creates a debouncer that calls its closure on a queue, without an owner. Its parameters are those of
  /// ``init(for:edge:longestWait:with:queue:tolerance:on:_:)``.
  public convenience init(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance, on: timekeeper,
      .queue(queue, body))
  }
}

extension Debouncer {
  /// Whether a call is waiting to be passed on, or a value is waiting for its queue.
  public var isPending: Bool { calls.isPending }

  /// Requests a call with a value. The closure is called asynchronously on its queue, at the time that the edge
  /// determines.
  ///
  /// Once the owner is deallocated, the closure is not called any more.
  ///
  /// - Parameter value: The value to pass to the closure. Of the waiting values, only the newest is passed on.
  public func call(_ value: Value) { calls.call(value) }

  /// Passes on the waiting call immediately, and ends the burst. Returns false if no call is waiting.
  @discardableResult
  public func flush() -> Bool { calls.flush() }

  /// Drops the waiting call, and a value that is waiting for its queue. Returns false if there is neither.
  ///
  /// In either case, the next call begins a new burst, as if there had been no calls before. A throttler's `cancel()`
  /// does not end its interval, because that would let two calls come closer together than the interval.
  ///
  /// If you call this on the closure's queue, or on the main actor if that is where the closure is called, no earlier
  /// call is delivered after this returns. If you call it elsewhere, the closure may still be running. The debouncer
  /// can still be used.
  @discardableResult
  public func cancel() -> Bool { calls.cancel() }
}

extension Debouncer: CustomStringConvertible {
  /// The debouncer's quiet time, the type of its owner, and when it will call its closure or why it will not, for debugging.
  public var description: String { "\(calls.description)" }
}

// MARK: - No value

extension Debouncer where Value == Void {
  /// Requests a call without a value.
  public func call() { call(()) }
}
