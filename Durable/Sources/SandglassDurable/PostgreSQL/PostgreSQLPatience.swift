#if POSTGRESQL
  import Sandglass

  /// How long a connection waits for an answer.
  final class PostgreSQLPatience: Sendable {
    private let longest: Duration
    private let stopped = Locked<ContinuousClock.Instant?>(nil)

    init(_ longest: Duration = .seconds(3600)) {
      self.longest = longest
    }

    /// From now on, nothing waits for longer than half a second.
    func stop() { stopped.withLock { $0 = $0 ?? .now } }

    func goOn() { stopped.withLock { $0 = nil } }

    var isStopped: Bool { stopped.withLock { $0 != nil } }

    /// When a wait ends that has begun at some time.
    func end(ofWaitSince begin: ContinuousClock.Instant) -> ContinuousClock.Instant {
      guard let stopped = stopped.withLock({ $0 }) else { return begin + longest }
      return min(begin + longest, max(begin, stopped) + .milliseconds(500))
    }
  }
#endif
