#if canImport(Darwin)
  import Darwin
  import Dispatch
  import notify

  /// Tells that the wall clock was set, by the notification that the system posts to all processes then.
  ///
  /// It comes through a descriptor, and so needs no run loop, as a command or a service may have none.
  /// Foundation's `NSSystemClockDidChange` is promised to nobody without one.
  final class ClockSetObserver: Sendable {
    /// What `settimeofday` posts (Libc, `sys/settimeofday.c`; `kNotifyClockSet` in `notify_keys.h`).
    private static let notification = "com.apple.system.clock_set"

    private let source: Locked<any DispatchSourceRead>

    /// Makes an observer; nil if the system has no descriptor left.
    ///
    /// - Parameters:
    ///   - changed: Called on a queue of its own.
    ///   - lost: Never called: the system ends no registration by itself.
    init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
      var descriptor: Int32 = -1
      var token: Int32 = 0
      let status = notify_register_file_descriptor(
        Self.notification, &descriptor, 0, &token)
      guard status == UInt32(NOTIFY_STATUS_OK) else { return nil }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "sandglass watch"))
      source.setEventHandler { [descriptor] in
        // Each notification is the registration's number, in four bytes.
        var number: Int32 = 0
        _ = read(descriptor, &number, MemoryLayout<Int32>.size)
        changed()
      }
      source.setCancelHandler { [token] in
        // Closes the descriptor as well.
        _ = notify_cancel(token)
      }
      source.activate()
      self.source = Locked(source)
    }

    /// Ends it for good.
    func invalidate() {
      source.withLock { $0.cancel() }
    }
  }
#endif
