import Dispatch
import Foundation
import Sandglass
import SandglassCore
import SandglassTesting

/// Counts the allocations of operations in steady state and compares them with the allowed numbers.
/// Unlike times, these counts do not depend on how busy the machine is. `Benchmarks/allocations` preloads the library that
/// counts.
@main
enum Allocations {
  private static let rounds = 100_000

  /// After this many rounds, nearly every slot has reached its maximum capacity.
  private static let warmUp = 200_000

  /// The allowance for random deadlines, with which a slot occasionally grows beyond its previous
  /// capacity.
  private static let fullerSlots = 0.0001

  static func main() {
    guard count != nil else {
      print("Run Benchmarks/allocations, which preloads CountAllocations.c.")
      exit(64)
    }
    let checks = [
      wheelRearm, wheelMove, wheelFiring, timeoutRearm, closureRearm, callMove,
      countdownLife, countdownTick, stopwatchTick,
    ]
    let hasPassed = checks.map { check in check().report() }
    exit(hasPassed.allSatisfy { $0 } ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  private typealias Count = @convention(c) @Sendable () -> UInt64

  /// The function of the library; nil if it is not preloaded. The library declares it with this type.
  private static let count: Count? =
    dlsym(dlopen(nil, RTLD_NOW), "allocation_count").map { unsafeBitCast($0, to: Count.self) }

  /// The number of allocations by this thread.
  private static var allocations: UInt64 { count?() ?? 0 }

  /// Measures the allocations of one round of `operation` after a warm-up, or of each of the
  /// `parts` of a round.
  private static func measure(
    _ name: String, allowed: Double, parts: Int = 1, _ operation: (Int) -> Void
  ) -> Outcome {
    let warmUp = warmUp / parts
    let rounds = rounds / parts
    for round in 0..<warmUp { operation(round) }
    let before = allocations
    for round in warmUp..<warmUp + rounds { operation(round) }
    let counted = Double(allocations - before) / Double(rounds * parts)
    return Outcome(name: name, counted: counted, allowed: allowed)
  }
}

// MARK: - The wheel

extension Allocations {
  private static func wheelRearm() -> Outcome {
    var wheel = TimingWheel<Int>(now: moment(0))
    var tokens = (0..<1000).map { wheel.insert($0, at: deadline($0)) }
    return measure("a wheel: cancel and rearm", allowed: fullerSlots) { round in
      wheel.remove(tokens[round % 1000])
      tokens[round % 1000] = wheel.insert(round, at: deadline(round))
    }
  }

  private static func wheelMove() -> Outcome {
    var wheel = TimingWheel<Int>(now: moment(0))
    let tokens = (0..<1000).map { wheel.insert($0, at: deadline($0)) }
    return measure("a wheel: move a deadline", allowed: fullerSlots) { round in
      wheel.move(tokens[round % 1000], to: deadline(round))
    }
  }

  /// Fires a thousand repeating timers, so that the wheel goes round many times.
  private static func wheelFiring() -> Outcome {
    var wheel = TimingWheel<Int>(now: moment(0))
    var now: UInt64 = 0
    for number in 0..<1000 { wheel.insert(number, at: moment(UInt64(number) * 1_000_000)) }
    return measure("a wheel: fire and rearm", allowed: 0) { _ in
      now += 1_000_000
      while let due = wheel.popFirst(dueBy: moment(now)) {
        wheel.insert(due.payload, at: due.deadline + .seconds(1))
      }
    }
  }
}

// MARK: - The timekeeper and a countdown

extension Allocations {
  private final class Owner: Sendable {}

  private static func timeoutRearm() -> Outcome {
    let timekeeper = Timekeeper()
    let timeouts = Timeouts(on: timekeeper) { _, _ in }
    let start = timekeeper.now + .seconds(3600)
    var waiting = (0..<1000).map { timeouts.schedule($0, at: start + .milliseconds($0)) }
    return measure("timeouts: cancel and rearm, and move", allowed: 0) { round in
      let number = round % 1000
      timeouts.cancel(waiting[number])
      waiting[number] = timeouts.schedule(number, at: start + .microseconds(round))
      timeouts.reschedule(waiting[number], to: start + .microseconds(2 * round))
    }
  }

  private static func closureRearm() -> Outcome {
    let timekeeper = Timekeeper()
    let start = timekeeper.now + .seconds(3600)
    func arm(_ number: Int) -> ScheduledCall {
      timekeeper.schedule(at: start + .microseconds(number)) { _ in print(number) }
    }
    var calls = (0..<1000).map(arm)
    return measure("a timekeeper: cancel and rearm, with a closure", allowed: 1) { round in
      timekeeper.cancel(calls[round % 1000])
      calls[round % 1000] = arm(round)
    }
  }

  private static func callMove() -> Outcome {
    let timekeeper = Timekeeper()
    let start = timekeeper.now + .seconds(3600)
    let calls = (0..<1000).map { number in
      timekeeper.schedule(at: start + .milliseconds(number)) { _ in print(number) }
    }
    return measure("a timekeeper: move a deadline", allowed: 0) { round in
      timekeeper.reschedule(calls[round % 1000], to: start + .microseconds(round))
    }
  }

  private static func countdownLife() -> Outcome {
    let timekeeper = Timekeeper()
    return measure("a countdown: made, started, cancelled", allowed: 1) { _ in
      let countdown = Countdown(.seconds(3600), on: timekeeper)
      countdown.start()
      countdown.cancel()
    }
  }

  /// Delivers a thousand ticks at the same instant, each to its own closure. The only allocation is
  /// for the hop.
  private static func countdownTick() -> Outcome {
    let time = VirtualTime()
    let owner = Owner()
    let queue = DispatchQueue(label: "ticks")
    let countdowns = (0..<1000).map { _ in
      let countdown = Countdown(.seconds(3600), on: time.timekeeper)
      countdown.onTick(with: owner, queue: queue) { _, _ in }
      countdown.start()
      return countdown
    }
    return withExtendedLifetime(countdowns) {
      measure("a countdown: a tick, of a thousand together", allowed: 0.02, parts: 1000) { _ in
        time.advance(by: .seconds(1))
      }
    }
  }
}

// MARK: - A stopwatch

extension Allocations {
  /// The same as for a countdown: the only allocation is for the hop.
  private static func stopwatchTick() -> Outcome {
    let time = VirtualTime()
    let owner = Owner()
    let queue = DispatchQueue(label: "ticks")
    let stopwatches = (0..<1000).map { _ in
      let stopwatch = Stopwatch(on: time.timekeeper)
      stopwatch.onTick(with: owner, queue: queue) { _, _ in }
      stopwatch.start()
      stopwatch.lap()
      return stopwatch
    }
    return withExtendedLifetime(stopwatches) {
      measure("a stopwatch: a tick, of a thousand together", allowed: 0.02, parts: 1000) { _ in
        time.advance(by: .milliseconds(100))
      }
    }
  }
}

// MARK: - Deadlines

extension Allocations {
  private static func moment(_ nanoseconds: UInt64) -> Moment {
    Moment(nanoseconds: 1_000_000_000 + nanoseconds)
  }

  /// Returns a deadline within a minute, the same in each round.
  private static func deadline(_ number: Int) -> Moment {
    moment(UInt64(number) &* 0x9E37_79B9_7F4A_7C15 % 60_000_000_000)
  }
}

/// The number of allocations in one round of an operation, and the number that is allowed.
struct Outcome {
  let name: String
  let counted: Double
  let allowed: Double

  /// Prints a line and returns whether the number is within the limit.
  func report() -> Bool {
    let hasPassed = counted <= allowed
    let figures = String(format: "%.5f, %.5f allowed", counted, allowed)
    print("\(hasPassed ? "passed" : "FAILED")  \(figures)  \(name)")
    return hasPassed
  }
}
