import Dispatch
import Sandglass

/// Measures the lateness of a single countdown's ticks, with the default tolerance.
enum CountdownAlone {
  static func measure(_ request: Request) -> Figures {
    let timekeeper = Timekeeper()
    let log = LatenessLog(Int(request.seconds * 10))
    // Tick ten times a second, so that there are enough values for a median. The tolerance is still
    // a tenth of the unit.
    let options = CountdownOptions(unit: .milliseconds(100))
    let duration = Duration.milliseconds(100) * log.count
    let countdown = Countdown(duration, options: options, on: timekeeper)
    let start = timekeeper.now
    countdown.onTick(with: log, queue: DispatchQueue(label: "ticks")) { log, reading in
      let due = start + duration - .milliseconds(100) * reading.shown
      log.note(timekeeper.now - due)
    }
    countdown.start()
    log.done.wait()
    return log.figures
  }
}
