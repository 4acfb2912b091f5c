/// A debouncer, which passes on a call when a burst of calls begins, when the burst is over, or both.
///
/// A burst is a series of calls in which each call comes less than the quiet time after the previous one. The burst
/// is over once the quiet time has passed without a call. A call at exactly that instant begins a new burst.
///
/// ```
/// calls        1 2 3             4
/// leading      1                 4
/// trailing             3                 4       the quiet time after the last call of a burst
/// both         1       3         4               a single call is passed on once
/// ```
///
/// A debouncer is a pure value, and the caller passes in the time. Before each ``call(at:)``, call ``pass(at:)``, so
/// that a due call is passed on first.
///
/// ```swift
/// var debounce = Debounce(for: .milliseconds(300))
/// let isPassedOn = debounce.call(at: now)
/// ```
public struct Debounce: Sendable, Equatable {
  /// The time without calls after which a burst is over.
  public let quietTime: Duration

  /// Which calls of a burst are passed on.
  public let edge: CallEdge

  /// The longest time that a call stays pending, however long the burst lasts; `nil` for no limit.
  public let longestWait: Duration?

  /// The moment at which the latest burst is over unless another call is made; `nil` if there is no burst.
  private var burstEnd: Moment?

  /// The moment at which the pending call has waited for ``longestWait``, or the distant future if there is no limit;
  /// `nil` if no call is pending.
  private var patienceEnd: Moment?

  /// Creates the state before the first call.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over. With zero or less, each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call stays pending, counted from the first call that became pending after
  ///     a call was last passed on. A negative time counts as zero. The parameter has no effect with only the leading
  ///     edge, because no call is ever pending then.
  public init(
    for quietTime: Duration, edge: CallEdge = .trailing, longestWait: Duration? = nil
  ) {
    self.quietTime = quietTime
    self.edge = edge
    self.longestWait = longestWait
  }

  /// The time at which the pending call is to be passed on: at the end of the burst, or when the call has waited for
  /// ``longestWait``; `nil` if no call is pending.
  public var due: Moment? {
    guard let burstEnd, let patienceEnd else { return nil }
    return min(burstEnd, patienceEnd)
  }

  /// Whether a call is pending.
  public var isPending: Bool { patienceEnd != nil }

  /// Records a call, and returns whether to pass it on immediately.
  public mutating func call(at now: Moment) -> Bool {
    let isFirst = burstEnd.map { $0 <= now } ?? true
    burstEnd = now + max(.zero, quietTime)
    if isFirst, edge.passesFirst { return true }
    if edge.passesLater, patienceEnd == nil {
      patienceEnd = longestWait.map { now + max(.zero, $0) } ?? .distantFuture
    }
    return false
  }

  /// Returns whether a pending call is due now. If so, pass on the newest one.
  public mutating func pass(at now: Moment) -> Bool {
    guard let due, due <= now else { return false }
    patienceEnd = nil
    return true
  }

  /// Returns whether a call is pending. If so, pass on the newest one now. The burst is then over.
  public mutating func flush(at now: Moment) -> Bool { isPending && cancel() }

  /// Ends the burst and discards the pending call. Returns whether there was a pending call.
  public mutating func cancel() -> Bool {
    burstEnd = nil
    return patienceEnd.take() != nil
  }
}

extension Debounce: CallPace {}
