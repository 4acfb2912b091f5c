// Runs the timers that people use today beside a countdown, while the main thread is busy for a second, as after a
// long layout, and prints what each of them shows after three seconds. The article "Coming from other timers" has the
// table.
import Dispatch
import Foundation
import Sandglass

/// Counts down from ten seconds in tenths by decrementing, as most counters do.
@MainActor
final class Counter {
  private(set) var shown = 100

  func tick() { shown -= 1 }
}

/// A screen with a repeating timer whose closure captures the screen, which holds the timer.
@MainActor
final class Screen {
  private var timer: Timer?
  private var ticks = 0

  func appear() {
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
      MainActor.assumeIsolated { self.ticks += 1 }
    }
  }
}

let interval = 0.1
let counters = (timer: Counter(), source: Counter(), task: Counter())

let timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { _ in
  MainActor.assumeIsolated { counters.timer.tick() }
}

let source = DispatchSource.makeTimerSource(queue: .main)
source.schedule(deadline: .now() + interval, repeating: interval)
source.setEventHandler { MainActor.assumeIsolated { counters.source.tick() } }
source.resume()

let task = Task { @MainActor in
  while !Task.isCancelled {
    try await Task.sleep(for: .milliseconds(100))
    counters.task.tick()
  }
}

let countdown = Countdown(
  .seconds(10), options: CountdownOptions(unit: .milliseconds(100)))
countdown.start()
let start = ContinuousClock.now

weak var screen: Screen?
do {
  let shown = Screen()
  shown.appear()
  screen = shown
}

RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
Thread.sleep(forTimeInterval: 1)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.95))

let truth = 100 - Int((ContinuousClock.now - start) / .milliseconds(100))
print("The truth: \(truth) tenths of a second remain.")
for (name, counter) in [
  ("Timer, decrementing", counters.timer), ("DispatchSourceTimer, decrementing", counters.source),
  ("Task.sleep in a loop, decrementing", counters.task),
] {
  print("\(name): \(counter.shown), \(counter.shown - truth) behind")
}
print("Countdown: \(countdown.shown), \(countdown.shown - truth) behind")
print("The screen that has gone is still in memory: \(screen != nil)")
