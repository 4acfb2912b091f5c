import Sandglass
import SandglassTesting
import SandglassUIKit
import SandglassTestSupport
import Testing
import SandglassUserNotificationsStandIn

@MainActor
@Suite("UIKit: end alerts under random events, against a plain model")
struct EndAlertsRandomTests {
  @Test(
    "Runs of 40 events: pending are the soonest ends, delivered is each finish away, once")
  func randomEvents() {
    for run in 0..<repetitions(1_000) {
      var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ UInt64(run))
      let world = AlertWorld(&random)
      for step in 0..<40 {
        world.doSomething(&random)
        if let fault = world.fault {
          Issue.record(
            "run \(run), step \(step), SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun): \(fault)")
          return
        }
      }
    }
  }
}

/// A few countdowns with alerts, and what is known of them without looking at the alerts.
@MainActor
private final class AlertWorld {
  let time = VirtualTime()
  let device = Device()
  let center: UNUserNotificationCenter
  let link: ApplicationLink
  let alerts: EndAlerts
  let limit: Int
  var countdowns: [Countdown] = []
  var finishesAway = 0

  init(_ random: inout SeededGenerator) {
    let time = time
    center = UNUserNotificationCenter(now: { seconds(time.now) })
    limit = Int.random(in: -1...4, using: &random)
    alerts = EndAlerts(center: center, timekeeper: time.timekeeper, limit: limit)
    link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: BackgroundKeeper(),
      alerts: alerts)
    for id in 0..<Int.random(in: 1...6, using: &random) {
      let options = CountdownOptions(countsPastZero: Bool.random(using: &random))
      let countdown = Countdown(
        .milliseconds(Int.random(in: 1...200, using: &random) * 50), options: options,
        on: time.timekeeper)
      alerts.add(countdown, as: "\(id)", content: UNMutableNotificationContent())
      countdown.onFinish(with: self) { world in
        if world.device.isInBackground { world.finishesAway += 1 }
      }
      countdowns.append(countdown)
    }
  }

  func doSomething(_ random: inout SeededGenerator) {
    let countdown = countdowns[Int.random(in: countdowns.indices, using: &random)]
    let span = Duration.milliseconds(Int.random(in: 0...120, using: &random) * 50)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: countdown.start()
    case 2: countdown.restart()
    case 3: countdown.pause()
    case 4: countdown.resume()
    case 5: countdown.extend(by: span)
    case 6: countdown.shorten(by: span)
    case 7: countdown.cancel()
    case 8: device.leave()
    case 9: device.comeBack()
    case 10: time.freeze(for: span)
    default: time.advance(by: span)
    }
    time.advance(by: .milliseconds(2))
    // What is to be shown at once is due a millisecond later.
    center.deliver(within: 0.0015)
  }

  /// What is wrong; nil if nothing is.
  var fault: String? {
    let expected = device.isInBackground ? soonestEnds : []
    let pending = center.pending.values.map(\.due).sorted()
    let isRight =
      pending.count == expected.count
      && zip(pending, expected).allSatisfy { abs($0 - $1) < 0.001 }
    if !isRight { return "pending \(pending), expected \(expected)" }
    if center.delivered.count != finishesAway {
      return "delivered \(center.delivered.count), finished away \(finishesAway)"
    }
    return nil
  }

  private var soonestEnds: [Double] {
    let ends = countdowns.filter(\.isRunning).map { countdown in
      seconds(time.now) + countdown.remaining / .seconds(1)
    }
    return Array(ends.sorted().prefix(max(0, limit)))
  }
}
