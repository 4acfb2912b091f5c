#if canImport(Darwin)
  import Dispatch
  import notify

  /// Reports that the wall clock was set, using a notification that the system posts to all processes.
  ///
  /// The notification arrives on a queue, so it does not require a run loop, which a command-line tool or a service may
  /// not have. Foundation does not promise to post its `NSSystemClockDidChange` without a run loop. The notification
  /// also does not use a file descriptor, which other code might close.
  final class ClockSetObserver: Sendable {
    /// The notification that `settimeofday` posts (Libc, `sys/settimeofday.c`; `kNotifyClockSet` in `notify_keys.h`).
    private static let notification = "com.apple.system.clock_set"

    private let token: Int32

    /// Creates an observer. Returns nil if the system refuses.
    ///
    /// - Parameters:
    ///   - changed: The closure to call on the observer's own queue.
    ///   - lost: A closure that is never called, because the system never ends a registration by itself.
    init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
      var token: Int32 = 0
      let queue = DispatchQueue(label: "sandglass watch", autoreleaseFrequency: .workItem)
      let status = notify_register_dispatch(Self.notification, &token, queue) { _ in changed() }
      guard status == 0 else { return nil }
      self.token = token
    }

    /// Ends the observation permanently.
    func invalidate() {
      notify_cancel(token)
    }
  }
#endif
