#if os(Linux) || os(Android)
  /// Reports that the wall clock was set, using a timer descriptor that the kernel cancels when this happens.
  final class ClockSetObserver: Sendable {
    private let timer: KernelTimer

    /// Creates an observer with its own thread. Returns nil if the process has no descriptors or threads left.
    ///
    /// - Parameters:
    ///   - changed: The closure to call on the observer's thread.
    ///   - lost: The closure to call if the observer cannot continue.
    init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
      let made = KernelTimer(threadName: "sandglass watch", calls: .watch) { _, event in
        switch event {
        // `due` means that a new descriptor has replaced a closed one, so the clock may have been set in the meantime.
        case .clockSet, .due: changed()
        case .lost: lost()
        }
      }
      guard let made else { return nil }
      timer = made
    }

    /// Ends the observation permanently.
    func invalidate() {
      timer.invalidate()
    }
  }
#endif
