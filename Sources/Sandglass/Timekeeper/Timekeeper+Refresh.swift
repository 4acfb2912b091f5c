extension Timekeeper {
  /// Reads both clocks anew and serves everything that has come due, without waiting to be woken
  /// up.
  ///
  /// A process that was frozen calls this as soon as it runs again, so that nothing late waits for
  /// the alarm, and countdowns to a wall-clock time follow a clock that was set meanwhile. A kept
  /// countdown whose record could not be written tries again. With nothing of that it does nothing.
  public func refresh() {
    perform { state, now in state.refreshFollowers(at: now) }
    serve()
  }
}
