import Foundation

// What this cannot do: stay exact when the clock is set; guarantee that each end is announced, because an announcement
// is lost if the process is killed just before it.

/// Any number of saved cooking timers, beginning with the usual ones. They have labels, and warn a minute before their end.
/// Then they count past zero, and stay in their places until they are dismissed.
@MainActor
final class Kitchen {
  struct CookingTimer: Codable, Identifiable {
    var id = UUID().uuidString
    var label: String
    let duration: TimeInterval
    var end: Date?
    var hasWarned = false
    var hasRung = false
  }

  private static let key = "kitchen"
  private static let warning: TimeInterval = 60
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
    if timers.isEmpty {
      timers = [
        CookingTimer(label: "Eggs", duration: 6 * 60),
        CookingTimer(label: "Rice", duration: 18 * 60),
      ]
    }
    update()
  }

  func start(_ label: String, for seconds: TimeInterval) {
    let timer = CookingTimer(label: label, duration: seconds)
    timers.append(timer)
    start(timer.id)
  }

  func start(_ id: String) {
    change(id) { timer in
      timer.end = now() + timer.duration
      timer.hasWarned = timer.duration <= Self.warning
      timer.hasRung = false
    }
  }

  func rename(_ id: String, to label: String) {
    change(id) { timer in timer.label = label }
  }

  func dismiss(_ id: String) {
    timers.removeAll { $0.id == id }
    keep()
    update()
  }

  func becameActive() { update() }

  private func change(_ id: String, _ body: (inout CookingTimer) -> Void) {
    guard let index = timers.firstIndex(where: { $0.id == id }) else { return }
    body(&timers[index])
    keep()
    update()
  }

  private func keep() { defaults.keep(timers, forKey: Self.key) }

  private func update() {
    announce()
    lines = timers.map { timer in
      let left = timer.end?.timeIntervalSince(now()) ?? timer.duration
      return "\(timer.label) "
        + (left > 0 ? clockFace(left) : "+" + clockFace((-left).rounded(.down)))
    }
    // Each timer changes its displayed number at different instants. Wait for the next of them.
    let next = timers.compactMap(\.end).map { end in
      let part = end.timeIntervalSince(now()).truncatingRemainder(dividingBy: 1)
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
      guard let end = timer.end else { continue }
      let warning = end - Self.warning
      if !timer.hasWarned, warning <= now() {
        timers[index].hasWarned = true
        due.append((warning, "\(timer.label): \(clockFace(Self.warning)) left"))
      }
      if !timer.hasRung, end <= now() {
        timers[index].hasRung = true
        due.append((end, "\(timer.label): ready"))
      }
    }
    guard !due.isEmpty else { return }
    keep()
    announcements += due.sorted { $0.date < $1.date }.map(\.text)
  }
}
