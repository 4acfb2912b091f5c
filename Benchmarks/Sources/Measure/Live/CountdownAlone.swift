import Dispatch
import Sandglass

/// Ours: how late a countdown ticks that is alone, with the tolerance it has by default.
enum CountdownAlone {
  static func measure(_ request: Request) -> Figures {
    let timekeeper = Timekeeper()
    let log = LatenessLog(Int(request.seconds * 10))
    // Ten times a second, so that there is something to take a median of; the tolerance is still
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
