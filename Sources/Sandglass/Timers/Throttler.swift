public import Dispatch
public import SandglassCore

/// Calls a closure at most once in an interval, however often it is asked to.
///
/// For work that keeps up with something: the position of a slider that is sent to a server, a label that follows a
/// download.
///
/// ```swift
/// progress = Throttler(every: .milliseconds(100), with: self) { screen, bytes in screen.show(bytes) }
/// progress.call(received)  // with each packet
/// ```
///
/// The interval is counted from what was passed on last, and is over at its end: a call at that very instant may be
/// passed on. With both edges, the standard, the first call is passed on at once and the newest of those that followed at
/// the end of the interval, which begins another; a single call is passed on once. With the leading edge the
/// others are dropped. With the trailing edge the first call begins an interval as well, and the newest is passed on at
/// its end. See `Throttle`, which decides.
///
/// Everything is delivered on the main actor or the queue, in the order in which it is passed on: the leading
/// edge as well, a turn of the queue later. A value that still waits for a queue that is
/// busy gives way to a newer one.
///
/// The throttler lasts as long as its handle; what waits then is forgotten, and so is what waits for an owner that is
/// gone. A closure that captures the handle, or `self` beside the owner where `self` has the handle, keeps all of
/// them for ever: use what it is handed.
///
/// Every method may be called from any thread and inside the closure.
public final class Throttler<Value: Sendable>: Sendable {
  private let calls: PacedCalls<Value, Throttle>

  private init(
    _ pace: Throttle, tolerance: Duration, on timekeeper: Timekeeper,
    receiver: TimerReceiver<Value>, madeAt: SourceLine
  ) {
    calls = PacedCalls(
      .throttler(every: pace.interval), pace: pace, tolerance: tolerance, on: timekeeper,
      receiver: receiver, madeAt: madeAt)
  }

  deinit {
    calls.end()
  }

  /// Makes one that calls on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone nothing is called.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .main(with: owner, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on the main actor.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  public convenience init(
    every interval: Duration,
    edge: CallEdge = .both,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .main(body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone nothing is called.
  ///   - queue: Where to call.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner, Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .queue(queue, with: owner, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - queue: Where to call.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  public convenience init(
    every interval: Duration,
    edge: CallEdge = .both,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .queue(queue, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension Throttler {
  /// Whether a call waits to be passed on, or is on its way.
  public var isPending: Bool { calls.isPending }

  /// Calls, with a value: the closure is called as the edge says, on a turn of its queue.
  ///
  /// Once the owner is gone nothing is called any more.
  ///
  /// - Parameter value: What the closure is handed; of the calls that wait, the newest one counts.
  public func call(_ value: Value) { calls.call(value) }

  /// Passes on now what waits, though the interval is not over, and begins another; false if nothing waits.
  @discardableResult
  public func flush() -> Bool { calls.flush() }

  /// Forgets what waits or is on its way; false if nothing does. The interval goes on.
  ///
  /// After a call made on the queue of the closure, be it the main actor's, nothing of the calls so far is delivered
  /// there any more; elsewhere the closure may be running. The throttler can be used as before.
  @discardableResult
  public func cancel() -> Bool { calls.cancel() }
}

extension Throttler: CustomStringConvertible {
  /// What it is, when it calls or why it does not, and where it was made; for debugging.
  public var description: String { "\(calls.description)" }
}

// MARK: - No value

extension Throttler where Value == Void {
  /// Makes one that calls on the main actor, bound to an owner, with no value.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone nothing is called.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .main(with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue, bound to an owner, with no value.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone nothing is called.
  ///   - queue: Where to call.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    edge: CallEdge = .both,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    self.init(
      Throttle(every: interval, edge: edge), tolerance: tolerance, on: timekeeper,
      receiver: .queue(queue, with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Calls, with no value.
  public func call() { call(()) }
}
