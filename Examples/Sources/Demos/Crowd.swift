import Dispatch
import Sandglass

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts the events of all countdowns.
@MainActor
final class Audience {
  var readings = 0
  var finishes = 0

  /// The number of readings and finishes that did not follow the sequence 10, 9, … 1.
  var outOfTurn = 0
}

/// Receives the readings of one countdown and checks their order.
@MainActor
final class Member {
  private let audience: Audience
  private var lastShown = 11

  init(of audience: Audience) {
    self.audience = audience
  }

  func report(_ reading: Reading) {
    audience.readings += 1
    if reading.shown != lastShown - 1 { audience.outOfTurn += 1 }
    lastShown = reading.shown
  }

  func finish() {
    audience.finishes += 1
    if lastShown != 1 { audience.outOfTurn += 1 }
  }
}

/// Countdowns of 10 s on one timekeeper, and their cost. The starts are spread evenly over one second.
@MainActor
enum Crowd {
  static func run(_ count: Int) async throws {
    let timekeeper = Timekeeper()
    let audience = Audience()
    var members: [Member] = []

    let start = timekeeper.now
    for number in 0..<count {
      // Start a batch every millisecond, so that the ticks are spread over the whole second.
      let due = start + .milliseconds(1000 * number / count)
      if due > timekeeper.now { try await timekeeper.sleep(until: due) }
      let countdown = Countdown(.seconds(10), on: timekeeper)
      let member = Member(of: audience)
      countdown.onTick(with: member) { member, reading in member.report(reading) }
      countdown.onFinish(with: member) { member, _ in member.finish() }
      countdown.start()
      members.append(member)
    }
    while audience.finishes < count {
      try await timekeeper.sleep(for: .milliseconds(100))
    }

    let counters = timekeeper.counters
    print("countdowns      \(count)")
    print("readings        \(audience.readings), \(10 * count) expected")
    print("finishes        \(audience.finishes), \(count) expected")
    print("out of turn     \(audience.outOfTurn)")
    print("wake-ups        \(counters.wakeUps)")
    print("alarm settings  \(counters.alarmSettings)")
    print("seconds         \(secondsText(timekeeper.now - start))")
    print("CPU seconds     \(secondsText(processorTime()))")
  }

  /// Returns the CPU time that this process has used.
  static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func secondsText(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
    return "\(milliseconds / 1000).\(zeros)\(fraction)"
  }
}
