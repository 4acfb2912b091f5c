import Dispatch
import Sandglass

extension LatenessPrograms {
  /// Ours, ticking on the timekeeper's own thread. What a stall has held up is told tick by tick,
  /// so that it counts as it does for the others.
  static func repeatingTimer(_ request: Request) -> Figures {
    let log = log(request)
    let timekeeper = Timekeeper()
    let timer = RepeatingTimer(
      every: .nanoseconds(interval), queue: nil, options: TickOptions(missedTicks: .burst),
      on: timekeeper
    ) { tick in
      log.note(timekeeper.now - tick.scheduled)
    }
    log.done.wait()
    timer.cancel()
    return log.figures
  }
}
