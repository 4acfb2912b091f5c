import Dispatch
import Foundation
import Sandglass

/// Counts down from ten seconds in tenths by decrementing, as most counters do.
@MainActor
private final class Counter {
  private(set) var shown = 100
  private let work: Double

  init(work: Double) { self.work = work }

  func tick() {
    shown -= 1
    Thread.sleep(forTimeInterval: work)
  }
}

/// Three counters that are decremented by the usual timers, and a countdown.
@MainActor
private final class Counters {
  private let timer: Counter
  private let source: Counter
  private let task: Counter
  private let countdown = Countdown(
    .seconds(10), options: CountdownOptions(unit: .milliseconds(100)))
  private let start = ContinuousClock.now
  private var stops: [() -> Void] = []

  /// Starts them. Each tick works for some seconds.
  init(work: Double = 0) {
    timer = Counter(work: work)
    source = Counter(work: work)
    task = Counter(work: work)
    countdown.start()
    let foundation = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [timer] _ in
      MainActor.assumeIsolated { timer.tick() }
    }
    let dispatch = DispatchSource.makeTimerSource(queue: .main)
    dispatch.schedule(deadline: .now() + 0.1, repeating: 0.1)
    dispatch.setEventHandler { [source] in MainActor.assumeIsolated { source.tick() } }
    dispatch.resume()
    let sleeping = Task { [task] in
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(100))
        task.tick()
      }
    }
    stops = [foundation.invalidate, dispatch.cancel, sleeping.cancel]
  }

  func stop(after disturbance: String) {
    let truth = 100 - Int((ContinuousClock.now - start) / .milliseconds(100))
    let shown = [
      ("Timer", timer.shown), ("DispatchSourceTimer", source.shown), ("Task.sleep", task.shown),
      ("Countdown", countdown.shown),
    ]
    print("\(disturbance), tenths of a second behind:")
    for (name, number) in shown { print("  \(name): \(number - truth)") }
    for stop in stops { stop() }
    countdown.cancel()
  }
}

/// Counts for three seconds, three times: with a busy main thread, suspended, and with some work.
@MainActor
func count() {
  let busy = Counters()
  wait(1)
  Thread.sleep(forTimeInterval: 1)
  wait(0.95)
  busy.stop(after: "The main thread was busy for a second")

  let suspended = Counters()
  wait(1)
  suspend()
  wait(0.95)
  suspended.stop(after: "The process was suspended for a second, as in the background")

  let working = Counters(work: 0.01)
  wait(2.95)
  working.stop(after: "The work of each tick has taken 10 ms")
}

/// Stops this process, as the system does with an app in the background, and has another one continue it.
private func suspend() {
  let shell = Process()
  shell.executableURL = URL(fileURLWithPath: "/bin/sh")
  shell.arguments = ["-c", "sleep 1; kill -CONT \(getpid())"]
  do {
    try shell.run()
  } catch {
    fatalError("/bin/sh cannot be started: \(error)")
  }
  kill(getpid(), SIGSTOP)
}

@MainActor
func wait(_ seconds: Double) {
  RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
}
