/// A debouncer, which passes on calls that come in bursts when a burst begins, when it is over, or both.
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
public struct Debounce: Sendable, Hashable {
  /// The time without calls after which a burst is over.
  public let quietTime: Duration

  /// Which calls of a burst are passed on.
  public let edge: CallEdge

  /// The longest time that a call stays pending, however long the burst lasts; `nil` for no limit.
  public let longestWait: Duration?

  /// When the latest burst is over unless another call comes; `nil` if there is none.
  private var burstEnd: Moment?

  /// When the pending call has waited for the longest time, or the distant future without a limit; `nil` if no call
  /// is pending.
  private var patienceEnd: Moment?

  /// Creates the state before the first call.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over. With zero or less, each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call stays pending, counted from the first pending call since a call
  ///     was last passed on. Zero or less counts as zero. It has no effect with the leading edge alone, where no call
  ///     is ever pending.
  public init(
    for quietTime: Duration, edge: CallEdge = .trailing, longestWait: Duration? = nil
  ) {
    self.quietTime = quietTime
    self.edge = edge
    self.longestWait = longestWait
  }

  /// The time at which the pending call is to be passed on: at the end of the burst, or when it has waited for the
  /// longest time; `nil` if no call is pending.
  public var due: Moment? {
    guard let burstEnd, let patienceEnd else { return nil }
    return min(burstEnd, patienceEnd)
  }

  /// Whether a call is pending.
  public var isPending: Bool { patienceEnd != nil }

  /// Records a call, and returns whether to pass it on at once.
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

  /// Returns whether a call is pending. If so, pass it on now; the burst is then over.
  public mutating func flush(at now: Moment) -> Bool { isPending && cancel() }

  /// Ends the burst and discards the pending call. Returns whether there was a pending call.
  public mutating func cancel() -> Bool {
    burstEnd = nil
    return patienceEnd.take() != nil
  }
}

extension Debounce: CallPace {}
