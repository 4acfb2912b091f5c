extension Timekeeper {
  /// Serves everything that has come due, without waiting to be woken up.
  ///
  /// A process that was frozen calls this as soon as it runs again, so that nothing late waits for
  /// the alarm. With nothing due it does nothing.
  public func refresh() {
    serve()
  }
}
