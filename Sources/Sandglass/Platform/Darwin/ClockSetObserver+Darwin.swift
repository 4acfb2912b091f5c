#if canImport(Darwin)
  import Dispatch
  import notify

  /// Tells that the wall clock was set, by the notification that the system posts to all processes then.
  ///
  /// It comes on a queue and so needs no run loop, as a command or a service may have none; Foundation's
  /// `NSSystemClockDidChange` is promised to nobody without one. And it needs no descriptor that other code might
  /// close.
  final class ClockSetObserver: Sendable {
    /// What `settimeofday` posts (Libc, `sys/settimeofday.c`; `kNotifyClockSet` in `notify_keys.h`).
    private static let notification = "com.apple.system.clock_set"

    private let token: Int32

    /// Makes an observer; nil if the system refuses.
    ///
    /// - Parameters:
    ///   - changed: Called on a queue of its own.
    ///   - lost: Never called: the system ends no registration by itself.
    init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
      var token: Int32 = 0
      let queue = DispatchQueue(label: "sandglass watch", autoreleaseFrequency: .workItem)
      let status = notify_register_dispatch(Self.notification, &token, queue) { _ in changed() }
      guard status == 0 else { return nil }
      self.token = token
    }

    /// Ends it for good.
    func invalidate() {
      notify_cancel(token)
    }
  }
#endif
