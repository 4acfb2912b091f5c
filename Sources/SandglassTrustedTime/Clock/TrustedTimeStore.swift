/// The place where a trusted clock saves its record for later processes: one text of a few lines.
///
/// ```swift
/// let store = TrustedTimeStore(
///   read: { defaults.string(forKey: "trusted time") },
///   write: { defaults.set($0, forKey: "trusted time") })
/// ```
///
/// If the text is lost, damaged or old, the clock ignores it and sends a burst of requests, with no other consequence.
/// Anyone who can write to the store can forge the time, such as the user of the device. So the server must decide by
/// its own clock.
public struct TrustedTimeStore: Sendable {
  let read: @Sendable () -> String?
  let write: @Sendable (String) -> Void

  /// Makes a store. Both closures are called from any thread. One clock never calls two of them at the same time.
  ///
  /// - Parameters:
  ///   - read: Returns the text that was written last, or nil if there is none.
  ///   - write: Replaces the text.
  public init(
    read: @escaping @Sendable () -> String?, write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.read = read
    self.write = write
  }
}
