import Sandglass
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

@testable import SandglassStores

/// Random histories of a countdown on a trusted clock: false and silent servers, delays, losses, kills, repeated calls.
@MainActor
struct TrustedCountdownModelTests {
  /// A server's fault, which is the same throughout a history.
  private struct Fault {
    var error = Duration.zero
    var isSilent = false
  }

  /// What lasts from one process to the next.
  private struct Plan {
    /// Makes the same history again.
    let seed: UInt64
    let isEnd: Bool
    let servers: [Fault]
    let longestDelay: Int
    let isKept: Bool
    let rounding: Rounding

    /// The greatest width that the law allows. A confirmed interval is at most twice as wide as the widest bound, and an
    /// interval that no majority has confirmed is at most as wide as the standard width. Drift adds less than a second.
    var greatestWidth: Duration {
      max(TrustedClock.standardWidth, .milliseconds(4 * longestDelay)) + .seconds(1)
    }
  }

  /// A process that runs the countdown.
  @MainActor
  private final class Process {
    let time: VirtualTime
    let truth: VirtualTruth
    let clock: TrustedClock
    let countdown: Countdown
    let instant: WallMoment
    let plan: Plan
    let launched: WallMoment
    private(set) var finishes: [WallMoment] = []
    private(set) var width: Duration?
    private(set) var began: WallMoment?
    private(set) var needs: [TrustedNeed] = []

    init(
      _ time: VirtualTime, _ truth: VirtualTruth, _ plan: Plan, to instant: WallMoment,
      store: MemoryCountdownStore, record: TrustedTimeStore, random: inout SeededGenerator
    ) {
      (self.time, self.truth, self.plan, self.instant) = (time, truth, plan, instant)
      launched = truth.now
      let servers = plan.servers.map { fault in
        let server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: random.next())
        server.change {
          $0.delayOut = .zero ... .milliseconds(plan.longestDelay)
          $0.delayBack = .zero ... .milliseconds(plan.longestDelay)
          $0.percentLost = 10
          $0.error = fault.error
          $0.isSilent = fault.isSilent
        }
        return server
      }
      clock = TrustedClock(asking: servers, on: time.timekeeper, keptIn: record)
      let options = CountdownOptions(unit: .seconds(1), rounding: plan.rounding)
      countdown =
        plan.isKept
        ? store.on(time.timekeeper).countdown("sale", startingFrom: .zero, options: options)
        : Countdown(.zero, options: options, on: time.timekeeper)
      countdown.onTick(with: self) { process, reading in
        process.began = process.began ?? process.truth.now
        if reading.remaining > .zero { process.width = process.presentWidth }
      }
      countdown.onFinish(with: self) { process, _ in process.finishes.append(process.truth.now) }
    }

    var presentWidth: Duration {
      clock.reading.interval.map { $0.upperBound - $0.lowerBound } ?? .zero
    }

    func run() -> Task<Void, any Error> {
      time.task { await self.follow() }
    }

    private func follow() async {
      if plan.isEnd {
        await clock.run(countdown, toEnd: instant) { needs.append($0) }
      } else {
        await clock.run(countdown, toOpening: instant) { needs.append($0) }
      }
    }
  }

  private static func plan(_ seed: UInt64, _ random: inout SeededGenerator) -> Plan {
    let count = [1, 3, 3, 5][random.number(0...3)]
    var servers = Array(repeating: Fault(), count: count)
    for index in 0..<random.number(0...(count - 1) / 2) {
      let reach = random.once(in: 2) ? 300 : 3_600_000
      servers[index].error = .milliseconds(random.number(-reach...reach))
    }
    for index in servers.indices where random.once(in: 5) { servers[index].isSilent = true }
    return Plan(
      seed: seed, isEnd: random.once(in: 2), servers: servers.shuffled(using: &random),
      longestDelay: [20, 200, 1400][random.number(0...2)], isKept: random.once(in: 2),
      rounding: [.up, .nearest, .down][random.number(0...2)])
  }

  @Test(
    "Laws 1, 3: with false or silent servers and kills, no countdown ends too early, or twice",
    .random)
  func histories() async throws {
    var random = SeededGenerator(for: "histories of countdowns on a trusted clock")
    // A kill while a move of the deadline is postponed: the width of the earlier interval counts.
    let known: [UInt64] = [2_841_765_418_912_491_539]
    for seed in known + (0..<repetitions(1000)).map({ _ in random.next() }) {
      try await history(seed)
    }
  }

  private func history(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let plan = Self.plan(seed, &random)
    let store = MemoryCountdownStore()
    let text = Locked<String?>(nil)
    let record = TrustedTimeStore(
      read: { text.withLock { $0 } }, write: { new in text.withLock { $0 = new } })
    var time = VirtualTime()
    var truth = VirtualTruth(
      time.wallNow + .seconds(random.number(-600...600)), on: time.timekeeper,
      drift: random.number(-99...99))
    let instant = truth.now + .milliseconds(random.number(-2000...60_000))
    var width: Duration?
    var process = Process(
      time, truth, plan, to: instant, store: store, record: record, random: &random)
    var tasks = [process.run()]
    for _ in 0..<random.number(1...6) {
      await process.time.run(for: .milliseconds(random.number(0...12_000)))
      guard process.finishes.isEmpty else { break }
      switch random.number(0...3) {
      case 0:
        let lapse = Duration.milliseconds(random.number(0...5000))
        // The latest answer may not have moved the deadline yet.
        width = [width, process.width, process.presentWidth].compactMap { $0 }.max()
        time = process.time.relaunched(after: lapse)
        truth = truth.continued(on: time.timekeeper)
        process = Process(
          time, truth, plan, to: instant, store: store, record: record, random: &random)
        tasks = [process.run()]
      case 1: tasks.append(process.run())
      case 2:
        tasks.forEach { $0.cancel() }
        tasks = [process.run()]
      default:
        process.time.setWallClock(to: process.time.wallNow + .seconds(random.number(-600...600)))
      }
    }
    await process.time.run(for: .seconds(120))
    try check(process, plan, earlierWidth: width)

    // A view that appears again does not report the end again.
    let finishes = process.finishes.count
    tasks.append(process.run())
    await process.time.run(for: .seconds(30))
    #expect(finishes == 0 || process.finishes.count == finishes)
    tasks.forEach { $0.cancel() }
    await process.time.run()
  }

  private func check(_ process: Process, _ plan: Plan, earlierWidth: Duration?) throws {
    #expect(process.finishes.count <= 1, "\(plan)")
    guard let finished = process.finishes.first else {
      // Without a majority that answers, or with one that cannot be confirmed, a need has been reported.
      #expect(!process.needs.isEmpty, "\(plan)")
      return
    }
    // Allow a nanosecond for each rounding of the true time.
    let slack = Duration.nanoseconds(2)
    let widths = [process.width, earlierWidth, process.presentWidth].compactMap { $0 }
    let width = min(try #require(widths.max()), plan.greatestWidth)
    if plan.isEnd {
      #expect(process.instant - finished <= width + slack, "\(plan)")
      // Late only if the time became known after the end, or no process ran at the end.
      if let began = process.began, began < process.instant, process.launched < process.instant {
        #expect(finished <= process.instant + slack, "\(plan)")
      }
    } else {
      #expect(finished >= process.instant - slack, "\(plan)")
    }
  }
}
