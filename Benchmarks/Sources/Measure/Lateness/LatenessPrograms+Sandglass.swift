import Dispatch
import Sandglass

extension LatenessPrograms {
  /// Our timer, which ticks on the timekeeper's own thread. Ticks that a stall has delayed are
  /// delivered one by one, so that they count as they do for the other engines.
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
