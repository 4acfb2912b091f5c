import CPeers
import Dispatch
import Sandglass

/// The workload of row P3: several threads rearm timers on one timekeeper at once.
///
/// Each thread has its own timers, `count` in all, and its own object that their closures capture.
/// The measurement is thus of the timekeeper, and not of two threads that count references to one
/// object. The figure is the time for all operations of all threads, divided by their number.
struct Contention {
  private static let operations = 1_000_000

  private let timekeeper = Timekeeper()
  private let origin: Moment
  private let threads: Int
  private let countOfThread: Int

  init(_ request: Request, threads: Int) {
    self.threads = threads
    origin = timekeeper.now
    countOfThread = request.count / threads
  }

  func measure() -> Figures {
    let armed = DispatchGroup()
    let started = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    for thread in 0..<threads {
      armed.enter()
      DispatchQueue(label: "thread \(thread)").async(group: done) {
        let silence = Silence()
        var random = random_sequence(state: UInt64(thread))
        var calls = (0..<countOfThread).map { arm($0, delay: random_delay(&random), silence) }
        armed.leave()
        started.wait()
        for _ in 0..<(Self.operations / threads) {
          let number = Int(random_below(&random, UInt64(countOfThread)))
          timekeeper.cancel(calls[number])
          calls[number] = arm(number, delay: random_delay(&random), silence)
        }
      }
    }
    armed.wait()
    let stopwatch = Stopwatch()
    for _ in 0..<threads { started.signal() }
    done.wait()
    return ["rearm": stopwatch.nanoseconds / Double(Self.operations)]
  }

  private func arm(_ number: Int, delay: UInt64, _ silence: Silence) -> ScheduledCall {
    timekeeper.schedule(at: Moment(nanoseconds: origin.nanoseconds + delay)) { _ in
      silence.broken(by: number)
    }
  }
}
