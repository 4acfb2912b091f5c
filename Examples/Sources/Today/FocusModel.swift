import Foundation
import Observation

// What this cannot do: stay exact when the clock is set, in the app and in the widget; indicate that a time is an
// estimate.

/// A focus time, as the app saves it and the widget reads it.
private struct Focus: Codable {
  static let key = "focus"
  static let whole: TimeInterval = 25 * 60
  /// The end while the focus time is running.
  var end: Date?
  /// The remaining time while the focus time is paused.
  var left: TimeInterval?
}

/// The model of a SwiftUI view.
@MainActor
@Observable
final class FocusModel {
  private let defaults: UserDefaults
  private let now: @MainActor () -> Date
  private let timer = MainTimer()
  private var focus: Focus?
  private var left = Focus.whole

  init(defaults: UserDefaults = .standard, now: @escaping @MainActor () -> Date = { Date() }) {
    self.defaults = defaults
    self.now = now
    focus = defaults.value(Focus.self, forKey: Focus.key)
    update()
  }

  var buttonTitle: String {
    if isRunning { "Pause" } else if focus?.left != nil { "Resume" } else { "Start" }
  }

  var clock: String { clockFace(left) }

  var progress: Double { 1 - left / Focus.whole }

  /// The arguments for `Text(timerInterval: range, pauseTime: pause)`, which the system updates by itself.
  var timerText: (range: ClosedRange<Date>, pause: Date?) {
    let end = focus?.end ?? now() + left
    return (end - Focus.whole...end, focus?.end == nil ? now() : nil)
  }

  func tapped() {
    update()
    if isRunning {
      focus = Focus(left: left)
    } else {
      focus = Focus(end: now() + (focus?.left ?? Focus.whole))
    }
    defaults.keep(focus, forKey: Focus.key)
    update()
  }

  func becameActive() { update() }

  private var isRunning: Bool { focus?.end != nil && left > 0 }

  private func update() {
    let untilEnd = focus?.end.map { max(0, $0.timeIntervalSince(now())) }
    left = untilEnd ?? focus?.left ?? Focus.whole
    guard isRunning else { return timer.stop() }
    let part = left.truncatingRemainder(dividingBy: 1)
    timer.start(at: now() + (part > 0 ? part : 1)) { [weak self] in self?.update() }
  }
}

/// The content of a widget, which runs in a separate process and only reads the saved focus time.
enum FocusWidget: Equatable {
  case timer(ClosedRange<Date>)
  case text(String)

  init(defaults: UserDefaults, now: Date = Date()) {
    let focus = defaults.value(Focus.self, forKey: Focus.key)
    if let end = focus?.end {
      self = end > now ? .timer(now...end) : .text("Done")
    } else {
      self = .text(focus?.left.map(clockFace) ?? "Focus")
    }
  }
}
