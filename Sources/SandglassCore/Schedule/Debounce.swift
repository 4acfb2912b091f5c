/// When calls are passed on that come in bursts: once a burst is over, or once it begins.
///
/// A burst is calls of which each comes before the quiet time after the one before it has gone by. It is over when
/// that time has gone by: a call at that very instant begins another burst.
///
/// ```
/// calls        1 2 3             4
/// leading      1                 4
/// trailing             3                 4       the quiet time after the last call of a burst
/// both         1       3         4               one call alone is passed on once
/// ```
///
/// A pure value that is told the time. Before each call ask ``pass(at:)``: what is due is passed on first.
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

  /// The longest time that a call waits, however long the burst goes on; nil for no limit.
  public let longestWait: Duration?

  /// When the burst that goes on is over unless there is another call; nil if there is none.
  private var burstEnd: Moment?

  /// When a call that waits has waited for the longest time, or the distant future; nil if none waits.
  private var patienceEnd: Moment?

  /// Makes the state before the first call.
  ///
  /// - Parameters:
  ///   - quietTime: The time without calls after which a burst is over; with zero or less each call is a burst.
  ///   - edge: Which calls of a burst are passed on.
  ///   - longestWait: The longest time that a call waits, counted from the first that has waited since something was
  ///     passed on; zero or less counts as zero. It means nothing with the leading edge alone, where nothing waits.
  public init(
    for quietTime: Duration, edge: CallEdge = .trailing, longestWait: Duration? = nil
  ) {
    self.quietTime = quietTime
    self.edge = edge
    self.longestWait = longestWait
  }

  /// When a call that waits is to be passed on: at the end of the burst, or when it has waited for the longest time;
  /// nil if none waits.
  public var due: Moment? {
    guard let burstEnd, let patienceEnd else { return nil }
    return min(burstEnd, patienceEnd)
  }

  /// Whether a call waits to be passed on.
  public var isPending: Bool { patienceEnd != nil }

  /// Notes a call; answers whether it is passed on at once.
  public mutating func call(at now: Moment) -> Bool {
    let isFirst = burstEnd.map { $0 <= now } ?? true
    burstEnd = now + max(.zero, quietTime)
    if isFirst, edge.passesFirst { return true }
    if edge.passesLater, patienceEnd == nil {
      patienceEnd = longestWait.map { now + max(.zero, $0) } ?? .distantFuture
    }
    return false
  }

  /// Answers whether the newest call that waits is passed on now, because that is due.
  public mutating func pass(at now: Moment) -> Bool {
    guard let due, due <= now else { return false }
    patienceEnd = nil
    return true
  }

  /// Answers whether a call waits, which is passed on now; then the burst is over.
  public mutating func flush(at now: Moment) -> Bool { isPending && cancel() }

  /// Forgets the burst and the call that waits; answers whether one did.
  public mutating func cancel() -> Bool {
    burstEnd = nil
    return patienceEnd.take() != nil
  }
}

extension Debounce: CallPace {}
