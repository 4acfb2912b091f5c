/// When calls are passed on of which there may be at most one in an interval.
///
/// The interval is counted from what was passed on last, and is over at its end: a call at that very instant may be
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
/// With the trailing edge alone the first call begins an interval too, and is passed on at its end unless a newer one
/// has come. A pure value that is told the time. Before each call ask ``pass(at:)``: what is due is passed on first.
///
/// ```swift
/// var throttle = Throttle(every: .milliseconds(100))
/// let isPassedOn = throttle.call(at: now)
/// ```
public struct Throttle: Sendable, Hashable {
  /// The time in which at most one call is passed on.
  public let interval: Duration

  /// Which calls of an interval are passed on.
  public let edge: CallEdge

  /// When the latest interval is over; nil if there was none.
  private var intervalEnd: Moment?

  /// Whether a call waits to be passed on.
  public private(set) var isPending = false

  /// Makes the state before the first call.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most one call is passed on; with zero or less all are.
  ///   - edge: Which calls of an interval are passed on.
  public init(every interval: Duration, edge: CallEdge = .both) {
    self.interval = interval
    self.edge = edge
  }

  /// When the call that waits is to be passed on: at the end of the interval; nil if none waits.
  public var due: Moment? { isPending ? intervalEnd : nil }

  /// Notes a call; answers whether it is passed on at once.
  public mutating func call(at now: Moment) -> Bool {
    let isFirst = intervalEnd.map { $0 <= now } ?? true
    if isFirst { beginInterval(at: now) }
    if isFirst, edge.passesFirst { return true }
    if edge.passesLater { isPending = true }
    return false
  }

  /// Answers whether the newest call that waits is passed on now, because that is due.
  public mutating func pass(at now: Moment) -> Bool {
    guard let due, due <= now else { return false }
    return flush(at: now)
  }

  /// Answers whether a call waits, which is passed on now; another interval begins.
  public mutating func flush(at now: Moment) -> Bool {
    guard cancel() else { return false }
    beginInterval(at: now)
    return true
  }

  /// Forgets the call that waits; answers whether one did. The interval goes on.
  public mutating func cancel() -> Bool {
    defer { isPending = false }
    return isPending
  }

  private mutating func beginInterval(at now: Moment) {
    intervalEnd = now + max(.zero, interval)
  }
}

extension Throttle: CallPace {}
