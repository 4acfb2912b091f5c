/// A policy that decides when frequent calls are passed on. It is a pure value, and the caller passes in the time of
/// each call.
///
/// The policy does not store the calls. Only the newest of several pending calls is passed on, so all pending calls
/// have the same due time.
package protocol CallPace: Sendable {
  /// The time at which the pending call is to be passed on; `nil` if no call is pending.
  var due: Moment? { get }

  /// Whether a call is pending.
  var isPending: Bool { get }

  /// Records a call, and returns whether to pass it on immediately. Call ``pass(at:)`` with the same moment first.
  mutating func call(at now: Moment) -> Bool

  /// Returns whether a pending call is due now. If so, the newest one is to be passed on.
  mutating func pass(at now: Moment) -> Bool

  /// Returns whether a call is pending. If so, the newest one is to be passed on now, even if it is not due yet.
  mutating func flush(at now: Moment) -> Bool

  /// Discards the pending call, and returns whether there was one.
  mutating func cancel() -> Bool
}

/// A choice of which calls in a rapid series are passed on.
public enum CallEdge: Sendable, Hashable, CaseIterable {
  /// The first call is passed on immediately, and the calls that follow closely are dropped.
  case leading

  /// The newest call is passed on later.
  case trailing

  /// The first call is passed on immediately, and the newest of the calls that follow, if any, is passed on later.
  case both

  /// Whether the first call is passed on immediately.
  var passesFirst: Bool { self != .trailing }

  /// Whether a call can be pending, to be passed on later.
  var passesLater: Bool { self != .leading }
}
