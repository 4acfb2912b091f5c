import Observation
import Sandglass

#if os(Linux)
  import AppleStandIns
#else
  import Accessibility
  import SwiftUI
#endif

/// The model of a screen. It owns the countdown and does what does not belong in a body.
@MainActor
@Observable
final class TeaModel {
  let tea: Countdown
  private(set) var title = "Tea"

  init(on timekeeper: Timekeeper = .shared) {
    let options = CountdownOptions(milestones: [.remaining(.seconds(60)), .remaining(.seconds(10))])
    tea = Countdown(.seconds(180), options: options, on: timekeeper)
    tea.onMilestone(with: self) { _, reached in
      AccessibilityNotification.Announcement("\(reached.remaining.clockFace) left").post()
    }
    tea.onFinish(with: self) { model, _ in model.title = "Tea is ready" }
  }
}

struct TeaScreen: View {
  @State private var model = TeaModel()
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    TeaView()
      .environment(model)
      .onChange(of: scenePhase) { _, phase in
        if phase == .active { Timekeeper.shared.refresh() }
      }
  }
}

struct TeaView: View {
  @Environment(TeaModel.self) private var model

  var body: some View {
    VStack {
      Text(model.title)
      Ring(countdown: model.tea)
      Text(model.tea.clockFace).monospacedDigit()
      Button(model.tea.isRunning ? "Pause" : "Start") {
        if !model.tea.start() { model.tea.toggle() }
      }
    }
  }
}

/// Moves with each frame, and only while the countdown runs and the ring is on the screen.
struct Ring: View {
  let countdown: Countdown

  var body: some View {
    TimelineView(.animation(paused: !countdown.isRunning)) { _ in
      Circle()
        .trim(from: 0, to: 1 - countdown.progress)
        .stroke(lineWidth: 8)
        .accessibilityHidden(true)
    }
  }
}

/// A list: its body reads the rows' ids, and only the row's body reads a number.
struct SaleList: View {
  let board: CountdownBoard<String>

  var body: some View {
    List(board.ids, id: \.self) { id in
      if let sale = board[id] { SaleRow(name: id, sale: sale) }
    }
  }
}

struct SaleRow: View {
  let name: String
  let sale: Countdown

  var body: some View {
    HStack {
      Text(name)
      Text(sale.isFinished ? "Sold out" : sale.clockFace).monospacedDigit()
    }
  }
}
