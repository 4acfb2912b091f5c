import CPeers
import Foundation

extension LatenessPrograms {
  /// A repeating timer on the run loop of its own thread.
  ///
  /// The timer is given its first fire date because, on Linux, a timer that is given only its
  /// interval fires at once.
  static func foundationTimer(_ request: Request) -> Figures {
    let log = log(request)
    let thread = Thread {
      let start = steady_nanoseconds()
      let seconds = Double(interval) / 1e9
      let first = Date(timeIntervalSinceNow: seconds)
      let timer = Timer(fire: first, interval: seconds, repeats: true) { _ in
        log.noteNext(since: start, every: interval)
      }
      RunLoop.current.add(timer, forMode: .default)
      RunLoop.current.run()
    }
    thread.start()
    log.done.wait()
    return log.figures
  }
}
