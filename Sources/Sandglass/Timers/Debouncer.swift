public import Dispatch
public import SandglassCore

/// Calls a closure once for a burst of calls: when they have stopped for a while, or when they begin.
///
/// For work that is worth doing when somebody has stopped: a search while somebody types, saving what is edited.
///
/// ```swift
/// search = Debouncer(for: .milliseconds(300), with: self) { screen, text in screen.search(text) }
/// search.call(field.text)  // with each letter
/// ```
///
/// Each call before the quiet time has gone by belongs to the burst; one at that very instant begins another. With the
/// trailing edge, the standard, the newest value is passed on at the end of the burst, or when a call has waited for the
/// longest time. With the leading edge the first is, at once, and the others are dropped. With both, the end of the
/// burst passes on the newest of those that followed the first; a single call is passed on once. See `Debounce`,
/// which decides.
///
/// Everything is delivered on the main actor or the queue, in the order in which it is passed on: the leading
/// edge as well, a turn of the queue later. A value that still waits for a queue that is busy gives way to a newer one.
///
/// The debouncer lasts as long as its handle; what waits then is forgotten, and so is what waits for an owner that is
/// gone. A closure that captures the handle, or `self` beside the owner where `self` has the handle, keeps all of
/// them for ever: use what it is handed.
///
/// Every method may be called from any thread and inside the closure.
public final class Debouncer<Value: Sendable>: Sendable {
  private let calls: PacedCalls<Value, Debounce>

  private init(
    _ pace: Debounce, tolerance: Duration, on timekeeper: Timekeeper,
    receiver: TimerReceiver<Value>, madeAt: SourceLine
  ) {
    calls = PacedCalls(
      .debouncer(for: pace.quietTime), pace: pace, tolerance: tolerance, on: timekeeper,
      receiver: receiver, madeAt: madeAt)
  }

  deinit {
    calls.end()
  }

  /// Makes one that calls on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
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
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner, Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .main(with: owner, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on the main actor.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  public convenience init(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .main(body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
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
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner, Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .queue(queue, with: owner, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
  ///   - queue: Where to call.
  ///   - tolerance: How much later a call that waits may be passed on to share a wake-up with others; zero or less
  ///     for not at all.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to call, with the value.
  public convenience init(
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .queue(queue, body),
      madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension Debouncer {
  /// Whether a call waits to be passed on, or is on its way.
  public var isPending: Bool { calls.isPending }

  /// Calls, with a value: the closure is called as the edge says, on a turn of its queue.
  ///
  /// Once the owner is gone nothing is called any more.
  ///
  /// - Parameter value: What the closure is handed; of the calls that wait, the newest one counts.
  public func call(_ value: Value) { calls.call(value) }

  /// Passes on now what waits, and ends the burst; false if nothing waits.
  @discardableResult
  public func flush() -> Bool { calls.flush() }

  /// Forgets what waits or is on its way; false if nothing does. The next call begins another burst in any case.
  ///
  /// After a call made on the queue of the closure, be it the main actor's, nothing of the calls so far is delivered
  /// there any more; elsewhere the closure may be running. The debouncer can be used as before.
  @discardableResult
  public func cancel() -> Bool { calls.cancel() }
}

extension Debouncer: CustomStringConvertible {
  /// What it is, when it calls or why it does not, and where it was made; for debugging.
  public var description: String { "\(calls.description)" }
}

// MARK: - No value

extension Debouncer where Value == Void {
  /// Makes one that calls on the main actor, bound to an owner, with no value.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
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
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .main(with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Makes one that calls on a queue, bound to an owner, with no value.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; nil for no limit. It means nothing with the leading edge alone, where nothing waits.
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
    for quietTime: Duration,
    edge: CallEdge = .trailing,
    longestWait: Duration? = nil,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    self.init(
      Debounce(for: quietTime, edge: edge, longestWait: longestWait), tolerance: tolerance,
      on: timekeeper,
      receiver: .queue(queue, with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Calls, with no value.
  public func call() { call(()) }
}
