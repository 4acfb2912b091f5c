import Foundation
import Observation
import SandglassStores

/// The model of a SwiftUI view. The countdown is observable, so the model does not have to update
/// the view.
@MainActor
@Observable
final class FocusModel {
  private let focus: Countdown

  init(store: some CountdownStore) {
    focus = store.countdown("focus", startingFrom: .seconds(25 * 60))
  }

  var buttonTitle: String {
    switch focus.state {
    case .idle, .finished, .overtime: "Start"
    case .running: "Pause"
    case .paused: "Resume"
    }
  }

  /// The remaining time. After a reboot it is preceded by "about", because the time is then
  /// estimated from the wall clock.
  var clock: String { focus.certainty == .exact ? focus.clockFace : "about \(focus.clockFace)" }

  var progress: Double { focus.progress }

  /// The arguments for `Text(timerInterval: range, pauseTime: pause)`, which the system updates by
  /// itself.
  var timerText: (range: ClosedRange<Date>, pause: Date?) {
    let interval = focus.timerInterval
    return (interval.dates, interval.pauseDate)
  }

  func tapped() {
    // No closure is told of the end, so a tap after it says that it was seen.
    focus.acknowledgeFinish()
    if !focus.start(), !focus.pause() { focus.resume() }
  }
}

/// The content of a widget, which runs in a separate process and only reads the countdown.
enum FocusWidget: Equatable {
  case timer(ClosedRange<Date>)
  case text(String)

  init(store: some CountdownStore) throws {
    let now = Date(store.timekeeper.wallNow)
    switch try store.look(at: "focus")?.state {
    case .running(let remaining): self = .timer(now...now + remaining / .seconds(1))
    case .paused(let remaining): self = .text(remaining.clockFace)
    case .overtime, .finished: self = .text("Done")
    case .idle, nil: self = .text("Focus")
    }
  }
}
