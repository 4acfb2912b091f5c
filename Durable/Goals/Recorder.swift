#if DURABLE
  import CoreMetrics
  import Sandglass

  /// Keeps what the engine tells swift-metrics.
  final class Recorder: MetricsFactory, Sendable {
    private let timers = Locked<[String: Times]>([:])

    /// The times of a timer in nanoseconds, ascending.
    func times(_ label: String) -> [Int64] { timer(label).times.withLock { $0.sorted() } }

    func count(_ label: String) -> Int { timer(label).times.withLock { $0.count } }

    private func timer(_ label: String) -> Times {
      timers.withLock { timers in
        let timer = timers[label] ?? Times()
        timers[label] = timer
        return timer
      }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
      timer(label)
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      NOOPMetricsHandler.instance
    }

    func makeRecorder(
      label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
      NOOPMetricsHandler.instance
    }

    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}

    private final class Times: TimerHandler, Sendable {
      let times = Locked<[Int64]>([])

      func recordNanoseconds(_ duration: Int64) { times.withLock { $0.append(duration) } }
    }
  }
#endif
