/// Where a trusted clock keeps what it knows across processes: one text of a few lines.
///
/// ```swift
/// let store = TrustedTimeStore(
///   read: { defaults.string(forKey: "trusted time") },
///   write: { defaults.set($0, forKey: "trusted time") })
/// ```
///
/// A text that is lost, torn or old costs a burst of questions and nothing else: what does not hold is not believed. Whoever
/// can write there can forge the time, as on a device that its user controls; the server that decides asks nobody there.
public struct TrustedTimeStore: Sendable {
  let read: @Sendable () -> String?
  let write: @Sendable (String) -> Void

  /// Makes a store. Both closures are called from any thread, and never two at a time by one clock.
  ///
  /// - Parameters:
  ///   - read: What was written last; nil if there is nothing.
  ///   - write: Writes in the place of what was there.
  public init(
    read: @escaping @Sendable () -> String?, write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.read = read
    self.write = write
  }
}
