import Observation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStandIns
import SandglassTesting
import SandglassUIKit
import Testing

@testable import SandglassStores

@MainActor
@Suite("UIKit: alerts, with the stand-in, in virtual time")
struct CountdownAlertsTests {
  let time = VirtualTime()
  let device = Device()
  let center: UNUserNotificationCenter
  let alerts: CountdownAlerts
  let link: ApplicationLink
  let tea: Countdown

  init() {
    let (time, device) = (time, device)
    center = UNUserNotificationCenter(
      now: { seconds(time.now) },
      isAppInFront: { MainActor.assumeIsolated { !device.isInBackground } })
    alerts = CountdownAlerts(center: center, timekeeper: time.timekeeper, limit: 2)
    link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: BackgroundClaims(),
      alerts: alerts)
    tea = Countdown(.seconds(60), on: time.timekeeper)
    alerts.add(tea, as: "tea", content: content("Tea"))
  }

  private func content(_ title: String) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = title
    return content
  }

  /// When the pending notifications are due, in seconds from the start of the test.
  private var due: [Double] { center.pending.values.map(\.due).sorted() }

  /// The titles of the pending notifications, in the order in which they are due.
  private var titles: [String] {
    center.pending.values.sorted { $0.due < $1.due }.map(\.request.content.title)
  }

  @Test("an alert is scheduled at the start: a second late in front, and exactly in the background")
  func trip() {
    #expect(due.isEmpty)
    tea.start()
    #expect(due == [61])
    time.advance(by: .seconds(10))
    device.leave()
    #expect(due == [60])
    #expect(titles == ["Tea"])
    device.comeBack()
    #expect(due == [61])
    #expect(center.delivered.isEmpty)
  }

  @Test("a harmless text is not assigned again, because the system may localise it")
  func untouchedText() {
    let content = UNMutableNotificationContent()
    content.title = "TEA_READY"
    content.body = "tea\u{202E}"
    alerts.add(tea, as: "tea", content: content)
    tea.start()
    let scheduled = center.pending.values.map(\.request.content)
    #expect(scheduled.map(\.body) == ["tea"])
    #expect(scheduled.map(\.assignments) == [content.assignments + 1])
  }

  @Test("in front no alert is shown, and the delegate is not called")
  func inFront() {
    tea.start()
    time.advance(by: .seconds(60))
    #expect(due.isEmpty)
    time.advance(by: .seconds(10))
    center.deliver()
    #expect(center.delivered.isEmpty)
    #expect(center.passedToDelegate.isEmpty)
  }

  @Test("if the app hangs in front for more than a second, the system calls the delegate")
  func hanging() {
    tea.start()
    time.freeze(for: .seconds(62))
    center.deliver()
    #expect(center.delivered.isEmpty)
    #expect(center.passedToDelegate.map(id) == ["tea"])
  }

  private func id(_ identifier: String) -> String? {
    CountdownAlerts.id(
      of: UNNotificationRequest(identifier: identifier, content: content(""), trigger: nil))
  }

  @Test("if the app crashes in front, the alert is shown")
  func crash() {
    let center: UNUserNotificationCenter
    do {
      let life = VirtualTime()
      center = UNUserNotificationCenter(now: { [time] in seconds(time.now) })
      let alerts = CountdownAlerts(center: center, timekeeper: life.timekeeper)
      let tea = Countdown.started(.seconds(60), on: life.timekeeper)
      alerts.add(tea, as: "tea", content: content("Tea"))
      // From here on, nothing runs in that process.
    }
    time.advance(by: .seconds(61))
    center.deliver()
    #expect(center.delivered.map(\.at) == [61])
  }

  @Test("in the background, extending moves the alert, and pausing and cancelling withdraw it")
  func changes() {
    tea.start()
    device.leave()
    tea.extend(by: .seconds(30))
    #expect(due == [90])
    tea.extend(by: .seconds(-40))
    #expect(due == [50])
    tea.pause()
    #expect(due.isEmpty)
    time.advance(by: .seconds(20))
    tea.resume()
    #expect(due == [70])
    tea.restart()
    #expect(due == [80])
    tea.cancel()
    #expect(due.isEmpty)
    #expect(center.delivered.isEmpty)
  }

  @Test("ticks do not change the pending alerts, and alerts cause no ticks")
  func ticks() {
    tea.start()
    device.leave()
    let (additions, wakeUps) = (center.additions, time.timekeeper.counters.wakeUps)
    time.advance(by: .seconds(59))
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    withObservationTracking {
      _ = tea.shown
    } onChange: {
    }
    time.advance(by: .milliseconds(900))
    #expect(center.additions == additions)
    #expect(due == [60])
  }

  @Test("an alert is shown at the finish, once, whether or not the process runs")
  func finish() {
    tea.start()
    device.leave()
    time.freeze(for: .seconds(100))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60])
    device.comeBack()
    tea.start()
    device.leave()
    time.advance(by: .seconds(100))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60, 160])
    device.comeBack()
    center.deliver()
    #expect(center.delivered.count == 2)
  }

  @Test("a finish by shortening is shown immediately in the background, and not in front")
  func shortenedToNothing() {
    tea.start()
    tea.extend(by: .seconds(-100))
    #expect(due.isEmpty)
    tea.start()
    device.leave()
    time.advance(by: .seconds(5))
    tea.extend(by: .seconds(-100))
    #expect(due.count == 1 && due[0] > 5 && due[0] < 5.01)
    time.advance(by: .seconds(1))
    center.deliver()
    #expect(center.delivered.count == 1)
  }

  @Test("after a restart at the finish in the background, both alerts are shown")
  func startedAtItsFinish() {
    tea.onFinish(with: alerts) { [tea] _, _ in tea.start() }
    tea.start()
    device.leave()
    time.advance(by: .seconds(60))
    #expect(due == [120])
    time.advance(by: .seconds(50))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60])
    #expect(Set(center.pending.keys).isDisjoint(with: center.delivered.map(\.identifier)))
    device.comeBack()
    #expect(due == [121])
  }

  @Test("the next alerts are scheduled up to the limit, and isFull reports that others do not fit")
  func limit() {
    let countdowns = (1...4).map { Countdown(.seconds($0 * 10), on: time.timekeeper) }
    #expect(!alerts.isFull)
    for (index, countdown) in countdowns.enumerated() {
      alerts.add(countdown, as: "\(index)", content: content("\(index)"))
      countdown.start()
    }
    #expect(alerts.isFull)
    device.leave()
    #expect(due == [10, 20])
    countdowns[3].extend(by: .seconds(-35))
    #expect(due == [5, 10])
    countdowns[0].pause()
    #expect(due == [5, 20])
    time.advance(by: .seconds(6))
    center.deliver()
    #expect(due == [20, 30])
    #expect(center.mostPending <= 2)
    countdowns[1].cancel()
    countdowns[2].cancel()
    #expect(!alerts.isFull)
  }

  @Test("milestones have alerts, also beyond the limit, and in each phase")
  func milestones() {
    alerts.add(
      tea, as: "tea", content: content("Done"),
      milestones: [
        .remaining(.seconds(45)): content("45 s left"), .remaining(.seconds(10)): content("Soon"),
        .remaining(.seconds(100)): content("never"),
      ])
    tea.start()
    device.leave()
    #expect(due == [15, 50])
    #expect(titles == ["45 s left", "Soon"])
    #expect(alerts.isFull)
    time.advance(by: .seconds(20))
    center.deliver()
    #expect(due == [50, 60])
    #expect(!alerts.isFull)
    tea.extend(by: .seconds(30))
    #expect(due == [45, 80])
    #expect(titles == ["45 s left", "Soon"])
    device.comeBack()
    time.advance(by: .seconds(200))
    center.deliver()
    #expect(center.delivered.map(\.at) == [15])
    #expect(center.passedToDelegate.isEmpty)
  }

  @Test("each phase has its own alert, and the last one has that of the finish")
  func phases() {
    let roomy = CountdownAlerts(center: center, timekeeper: time.timekeeper)
    let pomodoro = Countdown(
      phases: [Phase("Focus", .seconds(25)), Phase("Break", .seconds(5))], rounds: 2,
      on: time.timekeeper)
    roomy.add(
      pomodoro, as: "pomodoro", content: content("All done"),
      milestones: [.remaining(.seconds(10)): content("10 s left")],
      phases: { $0.name == "Focus" ? content("Take a break") : nil })
    device.leave()
    roomy.enterBackground()
    pomodoro.start()
    #expect(due == [15, 25, 45, 55, 60])
    #expect(titles == ["10 s left", "Take a break", "10 s left", "Take a break", "All done"])
    pomodoro.skip()
    #expect(due == [20, 30, 35])
    pomodoro.back()
    #expect(due == [15, 25, 45, 55, 60])
    time.advance(by: .seconds(26))
    center.deliver()
    #expect(due == [45, 55, 60])
    #expect(center.delivered.map(\.at) == [15, 25])
  }

  @Test("if the finish is some milliseconds after the end of a phase, both alerts are shown")
  func finishAfterPhase() {
    let pomodoro = Countdown(
      phases: [Phase("Focus", .seconds(25)), Phase("Break", .seconds(5))], on: time.timekeeper)
    alerts.add(
      pomodoro, as: "pomodoro", content: content("All done"), phases: { _ in content("Break") })
    pomodoro.start()
    device.leave()
    time.advance(by: .milliseconds(25_004))
    pomodoro.extend(by: .seconds(-5))
    #expect(pomodoro.isFinished)
    time.advance(by: .seconds(1))
    center.deliver()
    #expect(center.delivered.count == 2)
  }

  @Test("ten thousand phases cost no more than the limit")
  func manyPhases() {
    let long = Countdown(phases: [Phase("", .seconds(1))], rounds: 10_000, on: time.timekeeper)
    let roomy = CountdownAlerts(center: center, timekeeper: time.timekeeper, limit: 1_000)
    roomy.add(long, as: "a.b", content: content(""), phases: { _ in content("Next") })
    long.start()
    #expect(due.count == CountdownAlerts.systemLimit)
    #expect(roomy.isFull)
    #expect(center.pending.keys.allSatisfy { id($0) == "a.b" })
  }

  @Test("if the date is corrected by some milliseconds when it is due, the alert is shown once")
  func corrected() {
    let sale = Countdown(until: time.wallNow + .seconds(60), on: time.timekeeper)
    alerts.add(sale, as: "sale", content: content("Sale"))
    sale.start()
    device.leave()
    time.freeze(for: .seconds(60), settingWallClockBy: .milliseconds(-5))
    time.advance(by: .seconds(1))
    center.deliver()
    #expect(sale.isFinished)
    #expect(center.delivered.count == 1)
  }

  @Test("while the record cannot be read, the alerts that an earlier launch has scheduled remain")
  func unreadRecord() {
    let store = LockableStore(on: time.timekeeper)
    center.add(
      UNNotificationRequest(
        identifier: "sandglass.0.kept", content: content("Kept"),
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: 30, repeats: false)))
    let kept = store.countdown("kept", startingFrom: .seconds(40))
    #expect(kept.storeError?.kind == .unavailable)
    alerts.add(kept, as: "kept", content: content("Kept"))
    #expect(due == [30])
    store.isLocked.withLock { $0 = false }
    kept.start()
    #expect(due == [41])
  }

  @Test("alerts can be added, replaced and removed in the background")
  func addedAway() {
    device.leave()
    tea.start()
    #expect(due == [60])
    let other = Countdown.started(.seconds(20), on: time.timekeeper)
    alerts.add(other, as: "tea", content: content("Other"))
    #expect(due == [20])
    tea.extend(by: .seconds(1))
    #expect(due == [20])
    alerts.remove("tea")
    #expect(due.isEmpty)
    other.extend(by: .seconds(1))
    #expect(due.isEmpty)
    alerts.add(other, as: "a", content: content(""))
    alerts.add(tea, as: "b", content: content(""))
    #expect(due == [21, 61])
    alerts.removeAll()
    #expect(due.isEmpty)
  }

  @Test("a countdown that has finished before it is added has no alert")
  func addedFinished() {
    device.leave()
    let over = Countdown.started(.zero, on: time.timekeeper)
    alerts.add(over, as: "over", content: content("Over"))
    #expect(due.isEmpty)
  }

  @Test("adding a countdown withdraws the alerts that an earlier launch has left pending")
  func earlierLaunch() {
    tea.start()
    #expect(due.count == 1)
    let next = CountdownAlerts(center: center, timekeeper: time.timekeeper)
    next.add(Countdown(.seconds(60), on: time.timekeeper), as: "tea", content: content("Tea"))
    #expect(due.isEmpty)
  }

  @Test("a countdown is held weakly, and has no alerts after its deallocation")
  func weak() {
    weak var gone: Countdown?
    do {
      let countdown = Countdown(.seconds(5), on: time.timekeeper)
      alerts.add(countdown, as: "gone", content: content("Gone"))
      gone = countdown
    }
    #expect(gone == nil)
    device.leave()
    #expect(due.isEmpty)
  }

  @Test("other notifications of the app are not changed")
  func identifiers() {
    #expect(id("tea") == nil)
    #expect(id("sandglass.tea") == nil)
    #expect(id("sandglass.x.tea") == nil)
    #expect(id("sandglass.7.tea.green") == "tea.green")
  }

  @Test(
    "control and direction characters in texts are removed",
    arguments: [
      ("Tea", "Tea"),
      ("\u{202E}gpj.exe", "gpj.exe"),
      ("a\u{202A}b\u{202B}c\u{202D}d\u{202C}e", "abcde"),
      ("a\u{0}b\u{7}c\u{1B}[2Jd\u{9B}e", "abc[2Jde"),
      ("one\r\ntwo\u{2028}three\tfour", "one\ntwo\nthree four"),
      ("a\u{200B}b\u{FEFF}c\u{2060}d\u{3164}e\u{E0041}f", "abcdef"),
      ("a \u{2068}שלום\u{2069} b", "a \u{2068}שלום\u{2069} b"),
      ("a \u{2067}b", "a b"),
      ("a \u{2069}\u{2068} b", "a  b"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("\u{1F468}\u{200D}\u{1F373}\u{2615}\u{FE0F}", "\u{1F468}\u{200D}\u{1F373}\u{2615}\u{FE0F}"),
      (
        "\u{202E}\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!"
      ),
      ("\u{1F3F4}\u{E0067}\u{E0062}", "\u{1F3F4}"),
    ])
  func labels(_ label: String, _ shown: String) {
    let content = UNMutableNotificationContent()
    (content.title, content.subtitle, content.body) = (label, label, label)
    alerts.add(tea, as: "tea", content: content)
    tea.start()
    let pending = center.pending.values.first?.request.content
    #expect(pending.map { Array($0.title.unicodeScalars) } == Array(shown.unicodeScalars))
    #expect(pending?.subtitle == shown)
    #expect(pending?.body == shown)
  }
}

/// A store on a device that has not been unlocked since it was booted.
private final class LockableStore: CountdownRecordStore, CountdownStore {
  let timekeeper: Timekeeper
  let isLocked = Locked(true)
  private let store = MemoryRecords()

  init(on timekeeper: Timekeeper) { self.timekeeper = timekeeper }

  private func open() throws(CountdownStoreError) -> MemoryRecords {
    if isLocked.withLock({ $0 }) { throw CountdownStoreError(.unavailable, id: nil) }
    return store
  }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try open().read(id)
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    do throws(CountdownStoreError) {
      return try open().update(ids, change)
    } catch {
      return ids.map { _ in error }
    }
  }

  func ids() throws(CountdownStoreError) -> [String] { try open().ids() }
}

/// The seconds since the start of a virtual time, which begins at a thousand seconds.
func seconds(_ moment: Moment) -> Double {
  Double(moment.nanoseconds) / 1_000_000_000 - 1000
}
