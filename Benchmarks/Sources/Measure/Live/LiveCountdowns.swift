import Dispatch
import Sandglass

/// Ours: countdowns with seconds for somebody to see.
///
/// A countdown ticks whole seconds before its end. So random durations are random phases, and the
/// countdowns need not be started at random times. They last longer than all that is measured: how
/// they finish is no part of this.
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

  /// Countdowns whose ticks may be late by `tolerance`; by what is usual if it is nil.
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

  /// The rows of a board whose numbers all change at the same instants.
  func measureAligned() -> Figures {
    let board = CountdownBoard<Int>(flipsTogether: true, on: timekeeper)
    var phases = LivePhases()
    for number in 0..<count {
      show(board.start(number, for: .seconds(1000) + .nanoseconds(phases.next())))
    }
    return figures(keeping: board)
  }

  /// Countdowns that were running and are paused.
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
