/// A throttler, which passes on at most one call per interval.
///
/// The interval begins when a call is passed on. It does not include its end, so a call at exactly that instant can be
/// passed on. Two calls are never passed on closer together than the interval, except by ``flush(at:)``.
///
/// ```
/// calls        1 2 3                 4
/// interval     |-------|-------|     |-------|
/// leading      1                     4
/// trailing             3                     4
/// both         1       3             4
/// ```
///
/// With only the trailing edge, the first call also begins an interval, and is passed on at the end of the interval
/// unless a newer call is made in the meantime. A throttler is a pure value, and the caller passes in the time. Before
/// each ``call(at:)``, call ``pass(at:)``, so that a due call is passed on first.
///
/// ```swift
/// var throttle = Throttle(every: .milliseconds(100))
/// let isPassedOn = throttle.call(at: now)
/// ```
public struct Throttle: Sendable, Equatable {
  /// The time in which at most one call is passed on.
  public let interval: Duration

  /// Which calls in an interval are passed on.
  public let edge: CallEdge

  /// The moment at which the latest interval ends; `nil` if there has been none.
  private var intervalEnd: Moment?

  /// Whether a call is pending.
  public private(set) var isPending = false

  /// Creates the state before the first call.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on. With zero or less, all calls are passed on.
  ///   - edge: Which calls in an interval are passed on.
  public init(every interval: Duration, edge: CallEdge = .both) {
    self.interval = interval
    self.edge = edge
  }

  /// The time at which the pending call is to be passed on, which is the end of the interval; `nil` if no call is
  /// pending.
  public var due: Moment? { isPending ? intervalEnd : nil }

  /// Records a call, and returns whether to pass it on immediately.
  public mutating func call(at now: Moment) -> Bool {
    let isFirst = intervalEnd.map { $0 <= now } ?? true
    if isFirst { beginInterval(at: now) }
    if isFirst, edge.passesFirst { return true }
    if edge.passesLater { isPending = true }
    return false
  }

  /// Returns whether a pending call is due now. If so, pass on the newest one.
  public mutating func pass(at now: Moment) -> Bool {
    guard let due, due <= now else { return false }
    return flush(at: now)
  }

  /// Returns whether a call is pending. If so, pass on the newest one now. A new interval begins.
  public mutating func flush(at now: Moment) -> Bool {
    guard cancel() else { return false }
    beginInterval(at: now)
    return true
  }

  /// Discards the pending call, and returns whether there was one. The interval continues.
  public mutating func cancel() -> Bool {
    defer { isPending = false }
    return isPending
  }

  private mutating func beginInterval(at now: Moment) {
    intervalEnd = now + max(.zero, interval)
  }
}

extension Throttle: CallPace {}
