/// The place where a trusted clock saves its record for later processes: a string of a few lines.
///
/// ```swift
/// let store = TrustedTimeStore(
///   read: { defaults.string(forKey: "trusted time") },
///   write: { defaults.set($0, forKey: "trusted time") })
/// ```
///
/// If the string is lost, damaged or from an earlier boot, the clock ignores it and sends a burst of requests. There is
/// no other consequence. Anyone who can write to the store, such as the user of the device, can forge the time. If
/// anything depends on the time being genuine, your server must therefore check the time against its own clock.
public struct TrustedTimeStore: Sendable {
  package let read: @Sendable () -> String?
  let write: @Sendable (String) -> Void

  /// Creates a store. Both closures may be called on any thread. A clock never makes two calls to these closures at the
  /// same time.
  ///
  /// - Parameters:
  ///   - read: A closure that returns the string that was written last, or nil if there is none.
  ///   - write: A closure that replaces the string.
  public init(
    read: @escaping @Sendable () -> String?, write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.read = read
    self.write = write
  }
}
