#if canImport(Darwin)
  import Dispatch
  import Network

  /// Reports that the system has a path to the network.
  // Sendable: nothing changes after the initialiser, and a monitor may be cancelled on every thread.
  final class NetworkWatch: @unchecked Sendable {
    private let monitor = NWPathMonitor()

    /// Creates a watch. The system never refuses.
    init?(changed: @escaping @Sendable () -> Void) {
      monitor.pathUpdateHandler = { path in
        if path.status == .satisfied { changed() }
      }
      monitor.start(queue: DispatchQueue(label: "sandglass network"))
    }

    func invalidate() {
      monitor.cancel()
    }
  }
#endif
