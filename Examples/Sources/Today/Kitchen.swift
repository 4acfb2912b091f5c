import Foundation

// What this cannot do: stay exact when the clock is set; guarantee that each end is announced, because an announcement
// is lost if the process is killed just before it.

/// Any number of saved cooking timers with labels, the next to end first. Each gives a warning before its end, and
/// counts past zero.
@MainActor
final class Kitchen {
  struct CookingTimer: Codable, Identifiable {
    var id = UUID()
    let label: String
    let end: Date
    let warning: TimeInterval
    var hasWarned = false
    var hasRung = false
  }

  private static let key = "kitchen"
  private let defaults: UserDefaults
  private let now: @MainActor () -> Date
  private let ticker = MainTimer()
  private(set) var timers: [CookingTimer]
  private(set) var lines: [String] = []
  private(set) var announcements: [String] = []

  init(defaults: UserDefaults = .standard, now: @escaping @MainActor () -> Date = { Date() }) {
    self.defaults = defaults
    self.now = now
    timers = defaults.value([CookingTimer].self, forKey: Self.key) ?? []
    update()
  }

  func start(_ label: String, for seconds: TimeInterval, warning: TimeInterval = 60) {
    timers.append(
      CookingTimer(
        label: label, end: now() + seconds, warning: warning, hasWarned: seconds <= warning))
    timers.sort { $0.end < $1.end }
    keep()
    update()
  }

  func dismiss(_ timer: CookingTimer) {
    timers.removeAll { $0.id == timer.id }
    keep()
    update()
  }

  func becameActive() { update() }

  private func keep() { defaults.keep(timers, forKey: Self.key) }

  private func update() {
    announce()
    lines = timers.map { timer in
      let left = timer.end.timeIntervalSince(now())
      return "\(timer.label) "
        + (left > 0 ? clockFace(left) : "+" + clockFace((-left).rounded(.down)))
    }
    // Each timer changes its displayed number at different instants. Wait for the next of them.
    let next = timers.map { timer in
      let part = timer.end.timeIntervalSince(now()).truncatingRemainder(dividingBy: 1)
      return part > 0 ? part : 1 + part
    }.min()
    guard let next else { return ticker.stop() }
    ticker.start(at: now() + next) { [weak self] in self?.update() }
  }

  /// Announces the warnings and ends that have become due, each once, in chronological order.
  private func announce() {
    var due: [(date: Date, text: String)] = []
    for index in timers.indices {
      let timer = timers[index]
      let warning = timer.end - timer.warning
      if !timer.hasWarned, warning <= now() {
        timers[index].hasWarned = true
        due.append((warning, "\(timer.label): \(clockFace(timer.warning)) left"))
      }
      if !timer.hasRung, timer.end <= now() {
        timers[index].hasRung = true
        due.append((timer.end, "\(timer.label): ready"))
      }
    }
    guard !due.isEmpty else { return }
    keep()
    announcements += due.sorted { $0.date < $1.date }.map(\.text)
  }
}
