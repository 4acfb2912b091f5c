/// When calls are passed on that come faster than they are wanted: a pure value that is told of each call, and of
/// the time.
///
/// It knows nothing of what is passed on. Of the calls that wait only the newest is passed on, so there is one answer
/// for all of them.
package protocol CallPace: Sendable {
  /// When a call that waits is to be passed on; nil if none waits.
  var due: Moment? { get }

  /// Whether a call waits to be passed on.
  var isPending: Bool { get }

  /// Notes a call, once ``pass(at:)`` was asked at that moment; answers whether it is to be passed on at once.
  mutating func call(at now: Moment) -> Bool

  /// Answers whether the newest call that waits is to be passed on now, because that is due.
  mutating func pass(at now: Moment) -> Bool

  /// Answers whether a call waits, which is to be passed on now, before that is due.
  mutating func flush(at now: Moment) -> Bool

  /// Forgets what waits; answers whether anything did.
  mutating func cancel() -> Bool
}

/// Which calls of several that come close together are passed on.
public enum CallEdge: Sendable, Hashable, CaseIterable {
  /// The first one, at once; those that follow closely are dropped.
  case leading

  /// The newest one, later.
  case trailing

  /// The first one, at once, and then the newest of those that have followed, if any have.
  case both

  /// Whether the first call is passed on at once.
  var passesFirst: Bool { self != .trailing }

  /// Whether a call can wait to be passed on later.
  var passesLater: Bool { self != .leading }
}
