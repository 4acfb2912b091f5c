import CPeers
import Dispatch
import Sandglass

/// The programs of the workload `life`: create, start and cancel one object, and measure the memory
/// of a running one.
enum LifePrograms {
  private static let operations = 200_000

  static let all: [String: Program] = [
    "countdown": { request in countdown(request, beside: nil) },
    "countdown-in-company": { request in countdown(request, beside: .seconds(900)) },
    "dispatch-source": dispatchSource,
    "task-sleep": taskSleep,
    "timerfd": { _ in ["life": timerfd_life(Int32(operations))] },
  ]

  /// A countdown alone, which sets the system's alarm at its start and again at its end. With
  /// another countdown that is due earlier, the alarm is unchanged.
  private static func countdown(_ request: Request, beside other: Duration?) -> Figures {
    let timekeeper = Timekeeper()
    let company = other.map { Countdown.started($0, on: timekeeper) }
    return withExtendedLifetime(company) {
      measure(
        request,
        begin: { Countdown.started(.seconds(1000), on: timekeeper) },
        end: { $0.cancel() })
    }
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
