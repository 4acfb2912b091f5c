import CPeers

/// The programs of the workload `lateness`, one for each engine: a timer that ticks every 10 ms.
enum LatenessPrograms {
  static let interval: UInt64 = 10_000_000

  static let all: [String: Program] = [
    "repeating-timer": repeatingTimer,
    "dispatch-source": dispatchSource,
    "foundation-timer": foundationTimer,
    "task-sleep": taskSleep,
    "async-timer-sequence": asyncTimerSequence,
    "nio-callback": nioCallback,
    "clock-nanosleep": { request in fromC(request, clock_nanosleep_lateness) },
    "timerfd": { request in fromC(request, timerfd_lateness) },
    "libev": { request in fromC(request, libev_lateness) },
    "libuv": { request in fromC(request, libuv_lateness) },
  ]

  /// Returns a log for as many ticks as there are in the requested time.
  static func log(_ request: Request) -> LatenessLog {
    LatenessLog(Int(request.seconds * 1e9) / Int(interval))
  }

  private static func fromC(
    _ request: Request, _ measure: (Int32, UInt64, UnsafeMutablePointer<Int64>) -> Void
  ) -> Figures {
    var lateness = [Int64](repeating: 0, count: log(request).count)
    measure(Int32(lateness.count), interval, &lateness)
    return LatenessLog(lateness).figures
  }
}
