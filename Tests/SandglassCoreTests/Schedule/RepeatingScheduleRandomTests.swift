import Foundation
import SandglassCore
import SandglassTestSupport
import Testing

/// A naive schedule that follows the documentation: it lists what is due.
private struct ListedSchedule {
  var interval: Int
  var policy: MissedTickPolicy
  var tolerance: Int
  var left: Int
  var index = 0
  var next: Int

  /// The due instants, and the start; none before a first tick at the start.
  var past: [Int]

  struct Told: Equatable {
    var index: Int
    var scheduled: Int
    var lateness: Int
    var missed: Int
  }

  var due: Int? { left == 0 ? nil : next }

  mutating func tick(at now: Int) -> Told? {
    guard left > 0 else { return nil }
    var listed: [Int] = []
    var instant = next
    while instant <= now {
      listed.append(instant)
      instant += interval
    }
    guard let earliest = listed.first, let latest = listed.last else { return nil }

    let reportsAll =
      switch policy {
      case .skip: false
      case .burst: true
      case .delay: now - earliest <= 5_000_000 || now - earliest <= tolerance
      }
    left -= 1
    past.append(reportsAll ? earliest : policy == .delay ? now : latest)
    if reportsAll {
      next = earliest + interval
      index += 1
      return Told(index: index - 1, scheduled: earliest, lateness: now - earliest, missed: 0)
    }
    next = (policy == .delay ? now : latest) + interval
    index += listed.count
    return Told(
      index: index - 1, scheduled: latest, lateness: now - latest,
      missed: listed.dropLast().filter { now - $0 > tolerance }.count)
  }

  mutating func move(to instant: Int) {
    past = past.map { $0 + instant - next }
    next = instant
  }

  mutating func setInterval(_ interval: Int, from start: IntervalStart, at now: Int) {
    self.interval = interval
    // Ticks that are due come first, and the rest is counted from the latest of them.
    if next <= now { return }
    if start == .now { next = now + interval }
    if start == .latestTick, let latest = past.last {
      next = latest + interval < now ? now : latest + interval
    }
  }

  mutating func extraTick(at now: Int) -> Told? {
    guard left > 0 else { return nil }
    left -= 1
    index += 1
    return Told(index: index - 1, scheduled: now, lateness: 0, missed: 0)
  }
}

private func reported(_ tick: Tick?) -> ListedSchedule.Told? {
  tick.map {
    .init(
      index: $0.index, scheduled: Int($0.scheduled.nanoseconds),
      lateness: Int($0.lateness.nanosecondsRoundedUp), missed: $0.missed)
  }
}

@Suite("RepeatingSchedule: random events", .random)
struct RepeatingScheduleRandomTests {
  @Test("Law 5: any sequence of events gives the results of a list of the due instants")
  func againstList() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    var operations = 0
    while operations < repetitions(120_000) {
      let operationsBefore = operations
      guard sequence(&random, &operations) else {
        Issue.record("SANDGLASS_SEED=\(seed), after \(operationsBefore) operations")
        return
      }
    }
  }

  /// One schedule and its model, with random events. Returns false if they differ.
  private func sequence(_ random: inout SeededGenerator, _ operations: inout Int) -> Bool {
    // Small numbers are often equal, and those around 1 ms are near the threshold of `delay`.
    let scale = Bool.random(using: &random) ? 1 : 1_000_000
    var interval = Int.random(in: 1...12, using: &random) * scale
    let tolerance =
      Bool.random(using: &random) ? 0 : Int.random(in: 0...30, using: &random) * scale
    let policy = MissedTickPolicy.allCases.randomElement(using: &random) ?? .skip
    let limit = Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil
    let first: FirstTick = Bool.random(using: &random) ? .immediately : .afterInterval
    var now = Int.random(in: 0...1_000, using: &random) * scale

    var schedule = RepeatingSchedule(
      every: .nanoseconds(interval), from: Moment(nanoseconds: UInt64(now)), first: first,
      missedTicks: policy, limit: limit, tolerance: .nanoseconds(tolerance))
    var list = ListedSchedule(
      interval: interval, policy: policy, tolerance: tolerance, left: limit ?? .max,
      next: first == .immediately ? now : now + interval,
      past: first == .immediately ? [] : [now])

    for _ in 0..<Int.random(in: 1...60, using: &random) {
      operations += 1
      switch Int.random(in: 0..<22, using: &random) {
      case 0:
        now += Int.random(in: 0...interval, using: &random)
        let extra = reported(schedule.extraTick(at: Moment(nanoseconds: UInt64(now))))
        let expected = list.extraTick(at: now)
        #expect(extra == expected)
        guard extra == expected else { return false }
      case 1:
        list.move(to: now + Int.random(in: 0...3 * interval, using: &random))
        schedule.move(to: Moment(nanoseconds: UInt64(list.next)))
      case 20, 21:
        now += Int.random(in: 0...interval, using: &random)
        interval = Int.random(in: 1...12, using: &random) * scale
        let start = IntervalStart.allCases.randomElement(using: &random) ?? .now
        list.setInterval(interval, from: start, at: now)
        schedule.setInterval(
          .nanoseconds(interval), from: start, at: Moment(nanoseconds: UInt64(now)))
        #expect(schedule.interval == .nanoseconds(interval))
      case 2...9:
        now = max(now, list.due ?? now)  // right on time
      case 10...12:
        now = max(now, (list.due ?? now) + tolerance)  // as late as the tolerance admits
      case 13, 14:
        now += Int.random(in: 0...5_000_001, using: &random) / 1_000_000 * scale
      default:
        now += Int.random(in: 0...8 * interval, using: &random)
      }
      let moment = Moment(nanoseconds: UInt64(now))
      var count = 0
      repeat {
        let tick = reported(schedule.tick(at: moment))
        let expected = list.tick(at: now)
        let due = schedule.due.map { Int($0.nanoseconds) }
        guard tick == expected, due == list.due else {
          #expect(tick == expected, "at \(now): \(schedule)")
          #expect(due == list.due, "at \(now): \(schedule)")
          return false
        }
        count = tick == nil ? 0 : count + 1
      } while count > 0
    }
    return true
  }

  @Test(
    "Law 1: ticks with random lateness do not add up to drift",
    arguments: MissedTickPolicy.allCases.filter { $0 != .delay })
  func noDrift(policy: MissedTickPolicy) {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    let interval = 16_666_667
    var schedule = RepeatingSchedule(
      every: .nanoseconds(interval), from: .origin, missedTicks: policy)
    var ticks = 0
    var missed = 0
    var last: Tick?
    while ticks + missed < repetitions(1_000_000) {
      guard let due = schedule.due else { break }
      let lateness = UInt64.random(in: 0..<UInt64(2 * interval), using: &random)
      let now = due.advanced(byNanoseconds: lateness)
      while let tick = schedule.tick(at: now) {
        ticks += 1
        missed += tick.missed
        last = tick
      }
    }
    let reported = ticks + missed
    #expect(last?.index == reported - 1, "SANDGLASS_SEED=\(seed)")
    #expect(last?.scheduled.nanoseconds == UInt64(reported * interval), "SANDGLASS_SEED=\(seed)")
    #expect(
      schedule.due?.nanoseconds == UInt64((reported + 1) * interval), "SANDGLASS_SEED=\(seed)")
    #expect(policy == .burst ? missed == 0 : missed > 0, "SANDGLASS_SEED=\(seed)")
  }

  @Test("Law 5: after a missed tick, the policy `delay` never ticks closer than the interval")
  func delayKeepsDistance() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    let interval = Duration.milliseconds(20)
    var schedule = RepeatingSchedule(every: interval, from: .origin, missedTicks: .delay)
    var missedAt: Moment?
    for _ in 0..<repetitions(20_000) {
      guard let due = schedule.due else { break }
      let now = due.advanced(byNanoseconds: .random(in: 0...60_000_000, using: &random))
      guard let tick = schedule.tick(at: now) else { break }
      if let missedAt, now - missedAt < interval {
        Issue.record("\(now - missedAt) after a missed tick, SANDGLASS_SEED=\(seed)")
        return
      }
      missedAt = now - due > .milliseconds(5) ? now : nil
      #expect(tick.lateness < interval, "SANDGLASS_SEED=\(seed)")
    }
  }
}
