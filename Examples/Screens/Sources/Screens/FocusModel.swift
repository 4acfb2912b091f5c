import Foundation
import Observation
import Sandglass

/// The model of a SwiftUI view: the countdown is observable, so that there is nothing to wire.
@MainActor
@Observable
final class FocusModel {
  private let focus: Countdown

  init(store: some CountdownStore, on timekeeper: Timekeeper = .shared) {
    focus = .kept("focus", in: store, startingFrom: .seconds(25 * 60), on: timekeeper)
  }

  var buttonTitle: String {
    switch focus.state {
    case .idle, .finished, .overtime: "Start"
    case .running: "Pause"
    case .paused: "Resume"
    }
  }

  /// With "about" before it after a reboot, across which only the wall clock tells how long it was.
  var clock: String { focus.certainty == .exact ? focus.clockFace : "about \(focus.clockFace)" }

  var progress: Double { focus.progress }

  /// For `Text(timerInterval: range, pauseTime: pause)`, which the system moves on by itself.
  var timerText: (range: ClosedRange<Date>, pause: Date?) {
    let interval = focus.interval
    return (interval.dates, interval.pauseDate)
  }

  func tapped() {
    if !focus.start(), !focus.pause() { focus.resume() }
  }
}

/// What a widget shows, which runs in a process of its own and changes nothing.
enum FocusWidget: Equatable {
  case timer(ClosedRange<Date>)
  case text(String)

  init(store: some CountdownStore, on timekeeper: Timekeeper = .shared) throws {
    let now = Date(timekeeper.wallNow)
    switch try Countdown.look(at: "focus", in: store, on: timekeeper)?.state {
    case .running(let remaining): self = .timer(now...now + remaining / .seconds(1))
    case .paused(let remaining): self = .text(remaining.clockFace)
    case .overtime, .finished: self = .text("Done")
    case nil: self = .text("Focus")
    }
  }
}
