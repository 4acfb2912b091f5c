/// What tells a timekeeper that the wall clock was set.
package protocol WallClockWatch: AnyObject, Sendable {
  /// Begins or ceases to watch.
  ///
  /// The settings are numbered under the lock and made outside it. One that is overtaken by a
  /// later number does nothing.
  func set(_ isWatching: Bool, number: UInt64)

  /// Begins to watch if that has failed so far, as where the process had no descriptor left.
  func renew()

  /// Ends the watch for good.
  func invalidate()
}

extension WallClockWatch {
  package func renew() {}
}
