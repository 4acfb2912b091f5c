import CMeasuring
import Dispatch
import Sandglass

/// The programs of the workload `life`: something made, started and cancelled, and the memory of a
/// running one.
enum LifePrograms {
  private static let operations = 200_000

  static let all: [String: Program] = [
    "countdown": countdown,
    "dispatch-source": dispatchSource,
    "task-sleep": taskSleep,
  ]

  private static func countdown(_ request: Request) -> Figures {
    let timekeeper = Timekeeper()
    return measure(
      request,
      begin: { Countdown.started(.seconds(1000), on: timekeeper) },
      end: { $0.cancel() })
  }

  private static func dispatchSource(_ request: Request) -> Figures {
    let queue = DispatchQueue(label: "timers")
    let silence = Silence()
    return measure(
      request,
      begin: {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { silence.broken(by: 0) }
        timer.schedule(deadline: .now() + 1000)
        timer.activate()
        return timer
      },
      end: { $0.cancel() })
  }

  private static func taskSleep(_ request: Request) -> Figures {
    measure(
      request,
      begin: { Task.immediateDetached { try? await Task.sleep(for: .seconds(1000)) } },
      end: { $0.cancel() })
  }

  private static func measure<Timer>(
    _ request: Request, begin: () -> Timer, end: (Timer) -> Void
  ) -> Figures {
    let stopwatch = Stopwatch()
    for _ in 0..<operations { end(begin()) }
    let nanoseconds = stopwatch.nanoseconds / Double(operations)

    var running: [Timer] = []
    running.reserveCapacity(request.count)
    let before = allocated_bytes()
    for _ in 0..<request.count { running.append(begin()) }
    let bytes = Double(allocated_bytes() - before) / Double(request.count)
    return withExtendedLifetime(running) { ["life": nanoseconds, "bytes": bytes] }
  }
}
