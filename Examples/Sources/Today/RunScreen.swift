import Foundation

// What this cannot do: stay exact when the clock is set, because the time is then wrong by the same
// amount.

/// A stopwatch with laps. It shows tenths of a second, and is saved.
@MainActor
final class RunScreen {
  private struct Run: Codable {
    var total: TimeInterval = 0
    var started: Date?
    /// The totals at the ends of the laps.
    var laps: [TimeInterval] = []
  }

  private static let key = "run"
  private let defaults: UserDefaults
  private let now: @MainActor () -> Date
  private let timer = MainTimer()
  private var run: Run
  private(set) var time = ""
  private(set) var laps: [String] = []

  init(defaults: UserDefaults = .standard, now: @escaping @MainActor () -> Date = { Date() }) {
    self.defaults = defaults
    self.now = now
    run = defaults.value(Run.self, forKey: Self.key) ?? Run()
    update()
  }

  func startOrStop() {
    if run.started == nil {
      run.started = now()
    } else {
      (run.total, run.started) = (total, nil)
    }
    changed()
  }

  func lapOrReset() {
    if run.started == nil { run = Run() } else { run.laps.append(total) }
    changed()
  }

  func becameActive() { update() }

  private var total: TimeInterval {
    run.total + (run.started.map { max(0, now().timeIntervalSince($0)) } ?? 0)
  }

  private func changed() {
    defaults.keep(run, forKey: Self.key)
    update()
  }

  private func update() {
    let total = total
    time = Self.face(tenths: Self.tenths(total))
    // Subtract the displayed totals, so that the displayed laps add up to the displayed total.
    let ends = run.laps.map(Self.tenths)
    laps = zip(ends, [0] + ends).map { end, start in Self.face(tenths: end - start) }
    guard run.started != nil else { return timer.stop() }
    let untilNextTenth = Double(Self.tenths(total) + 1) / 10 - total
    timer.start(at: now() + untilNextTenth) { [weak self] in self?.update() }
  }

  private static func tenths(_ seconds: TimeInterval) -> Int {
    // Round up values that are slightly below a multiple of a tenth because of floating-point
    // errors, such as 0.3.
    Int((seconds * 10 + 1e-6).rounded(.down))
  }

  private static func face(tenths: Int) -> String {
    clockFace(TimeInterval(tenths / 10)) + ".\(tenths % 10)"
  }
}
