import Foundation

// What this cannot do: be tested without waiting, except for what it does at once. When the clock is set, it notices that
// up to a second later.

/// The clock of an exam that ends at a time of day. It announces the last ten minutes, the last one and the end, each with
/// its time, and accepts extra time, even after the end.
@MainActor
final class ExamClock {
  private static let warnings: [TimeInterval] = [600, 60, 0]
  private let now: @MainActor () -> Date
  private let timer = MainTimer()
  private var end: Date?
  private var announced: Set<TimeInterval> = []
  private(set) var clock = ""
  private(set) var announcements: [(text: String, date: Date?)] = []

  init(until end: Date, now: @escaping @MainActor () -> Date = { Date() }) {
    self.now = now
    self.end = end
    let left = end.timeIntervalSince(now())
    announced = Set(Self.warnings.filter { $0 > 0 && $0 >= left })
    update()
  }

  func giveExtraTime(_ duration: Duration) {
    guard let present = end else { return }
    let later = present + duration / .seconds(1)
    end = later
    let left = later.timeIntervalSince(now())
    announced = announced.filter { $0 >= left }
    update()
  }

  func close() {
    timer.stop()
    end = nil
  }

  func becameActive() { update() }

  private func update() {
    guard let end else { return }
    let left = end.timeIntervalSince(now())
    for warning in Self.warnings where warning >= left && announced.insert(warning).inserted {
      let text = warning > 0 ? "\(clockFace(warning)) left" : "Pens down"
      announcements.append((text, end - warning))
    }
    clock = left > 0 ? clockFace(left) : "+" + clockFace((-left).rounded(.down))
    let part = left.truncatingRemainder(dividingBy: 1)
    timer.start(at: now() + (part > 0 ? part : 1 + part)) { [weak self] in self?.update() }
  }
}
