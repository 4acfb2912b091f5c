import Dispatch
import Sandglass

/// Our countdowns, which tick once a second for display.
///
/// A countdown ticks whole seconds before its end, so random durations are random phases. The
/// countdowns need not be started at random times. They last longer than the measurement, which
/// does not include their end.
struct LiveCountdowns {
  private let timekeeper = Timekeeper()
  private let queue = DispatchQueue(label: "ticks")
  private let ticks = TickCount()
  private let window: LiveWindow
  private let count: Int

  init(_ request: Request) {
    window = LiveWindow(request)
    count = request.count
  }

  /// Measures countdowns whose ticks may be late by `tolerance`, or by the default if it is nil.
  func measure(tolerance: Duration?) -> Figures {
    let options = CountdownOptions(tolerance: tolerance)
    var phases = LivePhases()
    let countdowns = (0..<count).map { _ in
      Countdown(.seconds(1000) + .nanoseconds(phases.next()), options: options, on: timekeeper)
    }
    for countdown in countdowns {
      show(countdown)
      countdown.start()
    }
    return figures(keeping: countdowns)
  }

  /// Measures the rows of a board whose numbers all change at the same instants.
  func measureAligned() -> Figures {
    let board = CountdownBoard<Int>(flipsTogether: true, on: timekeeper)
    var phases = LivePhases()
    for number in 0..<count {
      show(board.start(number, for: .seconds(1000) + .nanoseconds(phases.next())))
    }
    return figures(keeping: board)
  }

  /// Measures countdowns that were running and have been paused.
  func measurePaused() -> Figures {
    let countdowns = (0..<count).map { _ in Countdown.started(.seconds(1000), on: timekeeper) }
    for countdown in countdowns {
      show(countdown)
      countdown.pause()
    }
    return figures(keeping: countdowns)
  }

  private func show(_ countdown: Countdown) {
    countdown.onTick(with: ticks, queue: queue) { ticks, _ in ticks.add() }
  }

  private func figures(keeping kept: some Any) -> Figures {
    withExtendedLifetime(kept) {
      window.measure(ticks: { ticks.value }, wakeUps: { timekeeper.counters.wakeUps })
    }
  }
}
