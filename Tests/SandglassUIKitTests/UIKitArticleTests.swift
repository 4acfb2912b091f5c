import Sandglass
import SandglassTesting
import SandglassUIKit
import SandglassStandIns
import Testing

// The code of the article "UIKit".

@MainActor
final class AppTime {
  private let background = BackgroundClaims()
  let alerts: CountdownAlerts
  private let link: ApplicationLink

  init(
    of application: UIApplication, center: UNUserNotificationCenter,
    on timekeeper: Timekeeper = .shared
  ) {
    alerts = CountdownAlerts(center: center, timekeeper: timekeeper)
    link = ApplicationLink(
      application, timekeeper: timekeeper, background: background, alerts: alerts)
  }

  func alert(atEndOf countdown: Countdown, as id: String, title: String) {
    let content = UNMutableNotificationContent()
    content.title = title
    alerts.add(countdown, as: id, content: content)
    countdown.claimBackgroundTime(from: background)
  }
}

@MainActor
private func content(_ title: String) -> UNNotificationContent {
  let content = UNMutableNotificationContent()
  content.title = title
  return content
}

@MainActor
private func alertPomodoro(_ pomodoro: Countdown, with app: AppTime) {
  app.alerts.add(
    pomodoro, as: "pomodoro", content: content("All rounds are done"),
    milestones: [.remaining(.seconds(60)): content("One minute left")],
    phases: { phase in phase.name == "Focus" ? content("Take a break") : nil })
}

@MainActor
private func alertRow(_ id: String, of board: CountdownBoard<String>, with app: AppTime) {
  guard let row = board[id] else { return }
  app.alerts.add(row, as: id, content: content("\(row.label ?? id) is ready"))
}

@MainActor
@Suite("Article: UIKit")
struct UIKitArticleTests {
  private let time = VirtualTime()

  @Test("an alert is scheduled at the start, and background time is claimed")
  func away() {
    let device = Device()
    let center = UNUserNotificationCenter(now: { seconds(time.now) })
    let app = AppTime(of: device.application, center: center, on: time.timekeeper)
    let tea = Countdown(.seconds(60), on: time.timekeeper)
    app.alert(atEndOf: tea, as: "tea", title: "Tea is ready")
    tea.start()
    #expect(center.pending.values.map(\.due) == [61])
    device.leave()
    #expect(center.pending.values.map(\.due) == [60])
    #expect(device.held == 1)
    device.comeBack()
    #expect(device.held == 0)
  }

  @Test("there are alerts before the end and at the ends of phases")
  func pomodoro() {
    let center = UNUserNotificationCenter(now: { seconds(time.now) })
    let app = AppTime(of: Device().application, center: center, on: time.timekeeper)
    let pomodoro = Countdown(
      phases: [Phase("Focus", .seconds(1_500)), Phase("Break", .seconds(300))],
      on: time.timekeeper)
    alertPomodoro(pomodoro, with: app)
    pomodoro.start()
    let pending = center.pending.values.sorted { $0.due < $1.due }
    #expect(pending.map(\.due) == [1_441, 1_501, 1_741, 1_801])
    #expect(
      pending.map(\.request.content.title) == [
        "One minute left", "Take a break", "One minute left", "All rounds are done",
      ])
  }

  @Test("each row has an alert, which is added again for a new label, and withdrawn with the row")
  func rows() {
    let center = UNUserNotificationCenter(now: { seconds(time.now) })
    let app = AppTime(of: Device().application, center: center, on: time.timekeeper)
    let board = CountdownBoard<String>(on: time.timekeeper)
    let titles = { center.pending.values.map(\.request.content.title).sorted() }
    for dish in ["eggs", "rice"] {
      board.start(dish, for: .seconds(360))
      alertRow(dish, of: board, with: app)
    }
    board["rice"]?.label = "Basmati"
    #expect(titles() == ["eggs is ready", "rice is ready"])
    alertRow("rice", of: board, with: app)
    #expect(titles() == ["Basmati is ready", "eggs is ready"])
    board.remove("rice")
    app.alerts.remove("rice")
    #expect(titles() == ["eggs is ready"])
  }
}
