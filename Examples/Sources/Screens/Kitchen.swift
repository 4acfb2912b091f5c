import Foundation
import Sandglass

/// Any number of kept cooking timers with labels, the next to end first. Each gives a warning before its end, and
/// counts past zero.
@MainActor
final class Kitchen {
  private let store: any CountdownStore
  private let timekeeper: Timekeeper
  private(set) var timers: [Countdown] = []
  private(set) var announcements: [String] = []

  init(store: some CountdownStore, on timekeeper: Timekeeper = .shared) throws {
    self.store = store
    self.timekeeper = timekeeper
    for (_, timer) in try Countdown.allKept(in: store, on: timekeeper) { show(try timer.get()) }
  }

  var lines: [String] { timers.map { "\($0.label ?? "") \($0.clockFace)" } }

  func start(_ label: String, for duration: Duration, warning: Duration = .seconds(60)) {
    let timer = Countdown.kept(
      UUID().uuidString, in: store, startingFrom: duration,
      options: CountdownOptions(milestones: [.remaining(warning)], countsPastZero: true),
      label: label,
      on: timekeeper)
    timer.start()
    show(timer)
  }

  func dismiss(_ timer: Countdown) {
    timer.discard()
    timers.removeAll { $0 === timer }
  }

  private func show(_ timer: Countdown) {
    let label = timer.label ?? ""
    timers.append(timer)
    timers.sort { ($0.endDate ?? .now) < ($1.endDate ?? .now) }
    timer.onMilestone(with: self) { kitchen, reached in
      kitchen.announcements.append("\(label): \(reached.remaining.clockFace) left")
    }
    timer.onFinish(with: self) { kitchen in kitchen.announcements.append("\(label): ready") }
  }
}
