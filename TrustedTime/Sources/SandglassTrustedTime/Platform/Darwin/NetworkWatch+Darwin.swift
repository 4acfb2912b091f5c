#if canImport(Darwin)
  import Dispatch
  import Network

  /// Reports that the system has a path to the network.
  // Sendable: nothing changes after the initialiser, and a monitor may be cancelled on every thread.
  final class NetworkWatch: @unchecked Sendable {
    private let monitor = NWPathMonitor()

    /// Creates a watch. Returns nil on watchOS, where a path is never satisfied for an app that is not playing audio or
    /// in a call (TN3135). There, the network's return is noticed when the next request succeeds.
    init?(changed: @escaping @Sendable () -> Void) {
      #if os(watchOS)
        return nil
      #else
        monitor.pathUpdateHandler = { path in
          if path.status == .satisfied { changed() }
        }
        monitor.start(queue: DispatchQueue(label: "sandglass network"))
      #endif
    }

    func invalidate() {
      monitor.cancel()
    }
  }
#endif
