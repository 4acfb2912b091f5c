#if os(Linux)
  /// Tells that the wall clock was set, by a timer descriptor that is cancelled then.
  final class ClockSetObserver: Sendable {
    private let timer: KernelTimer

    /// Makes an observer with a thread of its own; nil if the process has no descriptor or no thread left.
    ///
    /// - Parameters:
    ///   - changed: Called on that thread.
    ///   - lost: Called when the observer cannot go on.
    init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
      let made = KernelTimer(threadName: "sandglass watch", calls: .watch) { _, event in
        switch event {
        // Another descriptor has come in place of one that was closed: the clock may have been set meanwhile.
        case .clockSet, .due: changed()
        case .lost: lost()
        }
      }
      guard let made else { return nil }
      timer = made
    }

    /// Ends it for good.
    func invalidate() {
      timer.invalidate()
    }
  }
#endif
