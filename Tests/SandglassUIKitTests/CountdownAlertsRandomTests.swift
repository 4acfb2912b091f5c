import Sandglass
import SandglassTestSupport
import SandglassTesting
import SandglassUIKit
import SandglassStandIns
import Testing

@MainActor
@Suite("UIKit: alerts with random events, compared with a plain model", .random)
struct CountdownAlertsRandomTests {
  @Test("40 events: the next ends are pending, and each finish in the background is shown once")
  func finishes() {
    check { AlertWorld(&$0, limit: Int.random(in: -1...4, using: &$0), hasMore: false) }
  }

  @Test("40 events with phases and milestones: each event in the background is shown once")
  func milestonesAndPhases() {
    check { AlertWorld(&$0, limit: 64, hasMore: true) }
  }

  private func check(_ make: (inout SeededGenerator) -> AlertWorld) {
    for run in 0..<repetitions(1_000) {
      let seed = SeededGenerator.seedOfThisRun &+ UInt64(run)
      var random = SeededGenerator(seed: seed)
      let world = make(&random)
      for step in 0..<40 {
        world.doSomething(&random)
        if let fault = world.fault {
          // With this seed, the failing run is the first one.
          Issue.record("step \(step), SANDGLASS_SEED=\(seed): \(fault)")
          return
        }
      }
    }
  }
}

/// A few countdowns with alerts, and a model of them that does not read the alerts.
@MainActor
private final class AlertWorld {
  let time = VirtualTime()
  let device = Device()
  let center: UNUserNotificationCenter
  let link: ApplicationLink
  let alerts: CountdownAlerts
  let limit: Int
  let milestones: [Milestone]
  var countdowns: [Countdown] = []

  /// The number of events in the background.
  var events = 0

  /// Whether the time is advancing, so that milestones and ends of phases are not caused by a call.
  var isAdvancing = false

  init(_ random: inout SeededGenerator, limit: Int, hasMore: Bool) {
    let (time, device) = (time, device)
    self.limit = limit
    // All are due at a whole number of steps of 2 ms, because alerts take what is due within 1 ms for due. A change of 50
    // ms moves each by 20 ms or more, because less than that counts as a correction.
    milestones =
      hasMore
      ? [
        .remaining(.milliseconds(50)), .remaining(.milliseconds(1_250)),
        .elapsed(.milliseconds(310)), .progress(0.4),
      ] : []
    center = UNUserNotificationCenter(
      now: { seconds(time.now) },
      isAppInFront: { MainActor.assumeIsolated { !device.isInBackground } })
    alerts = CountdownAlerts(center: center, timekeeper: time.timekeeper, limit: limit)
    link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: BackgroundClaims(),
      alerts: alerts)
    for id in 0..<Int.random(in: 1...6, using: &random) {
      let options = CountdownOptions(
        milestones: milestones, countsPastZero: Bool.random(using: &random))
      let length = Duration.milliseconds(Int.random(in: 1...200, using: &random) * 50)
      let countdown =
        hasMore && Bool.random(using: &random)
        ? Countdown(
          phases: [Phase("A", length), Phase("B", .milliseconds(700))],
          rounds: Int.random(in: 1...3, using: &random), options: options, on: time.timekeeper)
        : Countdown(length, options: options, on: time.timekeeper)
      let content = UNMutableNotificationContent()
      alerts.add(
        countdown, as: "\(id)", content: content,
        milestones: Dictionary(uniqueKeysWithValues: milestones.map { ($0, content) }),
        phases: { $0.name == "A" ? content : nil })
      count(countdown)
      countdowns.append(countdown)
    }
  }

  private func count(_ countdown: Countdown) {
    countdown.onFinish(with: self) { world, _ in
      if world.device.isInBackground { world.events += 1 }
    }
    countdown.onMilestone(with: self) { world, _ in
      if world.device.isInBackground, world.isAdvancing { world.events += 1 }
    }
    countdown.onPhaseEnd(with: self) { world, end in
      let isReported = end.phase.name == "A" && end.next != nil
      if world.device.isInBackground, world.isAdvancing, isReported { world.events += 1 }
    }
  }

  func doSomething(_ random: inout SeededGenerator) {
    let countdown = countdowns[Int.random(in: countdowns.indices, using: &random)]
    let span = Duration.milliseconds(Int.random(in: 0...120, using: &random) * 50)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: countdown.start()
    case 2: countdown.restart()
    case 3: countdown.pause()
    case 4: countdown.resume()
    case 5: countdown.extend(by: span)
    case 6: countdown.extend(by: .zero - span)
    case 7: countdown.cancel()
    case 8: countdown.skip()
    case 9: countdown.back()
    case 10: device.leave()
    case 11: device.comeBack()
    case 12: pass { time.freeze(for: span) }
    default: pass { time.advance(by: span) }
    }
    pass { time.advance(by: .milliseconds(2)) }
    // An alert that is due immediately is scheduled a millisecond later.
    center.deliver(within: 0.0015)
  }

  private func pass(_ span: () -> Void) {
    isAdvancing = true
    span()
    isAdvancing = false
  }

  /// What is wrong, or nil.
  var fault: String? {
    let delay = device.isInBackground ? 0 : 1.0
    let expected = soonestEvents.map { $0 + delay }
    let pending = center.pending.values.map(\.due).sorted()
    let isRight =
      pending.count == expected.count
      && zip(pending, expected).allSatisfy { abs($0 - $1) < 0.001 }
    if !isRight { return "pending \(pending), expected \(expected)" }
    if center.delivered.count != events {
      return "delivered \(center.delivered.count), events in the background \(events)"
    }
    return nil
  }

  /// The instants of the next events.
  private var soonestEvents: [Double] {
    let events = countdowns.filter(\.isRunning).flatMap(self.events)
    return Array(events.sorted().prefix(max(0, limit)))
  }

  private func events(of countdown: Countdown) -> [Double] {
    let now = seconds(time.now)
    let plan = (0..<countdown.rounds).flatMap { _ in countdown.phases }
    var (events, begin, end) = ([Double](), now, now + countdown.remaining / .seconds(1))
    var total = countdown.reading.total
    for index in countdown.phaseIndex..<max(1, plan.count) {
      events += milestones.compactMap { $0.remaining(in: total) }.map { end - $0 / .seconds(1) }
        .filter { $0 > begin + 0.000_001 }
      if index + 1 >= plan.count || plan[index].name == "A" { events.append(end) }
      guard index + 1 < plan.count else { break }
      total = plan[index + 1].duration
      (begin, end) = (end, end + total / .seconds(1))
    }
    return events
  }
}
