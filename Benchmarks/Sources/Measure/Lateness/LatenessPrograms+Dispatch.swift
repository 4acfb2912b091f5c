import Dispatch

extension LatenessPrograms {
  /// A repeating source with the strictest leeway that it accepts.
  static func dispatchSource(_ request: Request) -> Figures {
    let log = log(request)
    let queue = DispatchQueue(label: "ticks", qos: .userInteractive)
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    let start = DispatchTime.now().uptimeNanoseconds
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: start + interval),
      repeating: .nanoseconds(Int(interval)), leeway: .nanoseconds(0))
    timer.setEventHandler {
      for _ in 0..<timer.data { log.noteNext(since: start, every: interval) }
    }
    timer.activate()
    log.done.wait()
    timer.cancel()
    return log.figures
  }
}
