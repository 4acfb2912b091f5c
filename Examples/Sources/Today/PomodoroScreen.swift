import Foundation

// What this cannot do: stay exact when the clock is set, because the time is then wrong by the same
// amount.

/// Four rounds of work, each followed by a break. They are saved.
@MainActor
final class PomodoroScreen {
  private struct Progress: Codable {
    var phase = 0
    /// The end while the phase is running.
    var end: Date?
    /// The remaining time while the phase is paused.
    var left: TimeInterval?
  }

  private static let key = "pomodoro"
  private static let phases: [(name: String, seconds: TimeInterval)] = [
    ("Focus", 25 * 60), ("Break", 5 * 60),
  ]
  private static let rounds = 4
  private let defaults: UserDefaults
  private let now: @MainActor () -> Date
  private let timer = MainTimer()
  private var progress: Progress?
  private(set) var title = "Ready"
  private(set) var clock = ""
  private(set) var bells = 0

  init(defaults: UserDefaults = .standard, now: @escaping @MainActor () -> Date = { Date() }) {
    self.defaults = defaults
    self.now = now
    progress = defaults.value(Progress.self, forKey: Self.key)
    clock = clockFace(Self.phases[0].seconds)
    update()
  }

  func tapped() {
    catchUp()
    if let end = progress?.end {
      progress?.left = end.timeIntervalSince(now())
      progress?.end = nil
    } else {
      let left = progress?.left ?? Self.phases[0].seconds
      progress = Progress(phase: progress?.phase ?? 0, end: now() + left)
    }
    keep()
    update()
  }

  func skip() {
    catchUp()
    guard let skipped = progress else { return }
    endPhase(at: now())
    if skipped.end == nil, let next = progress {
      progress?.end = nil
      progress?.left = Self.phases[next.phase % Self.phases.count].seconds
    }
    keep()
    update()
  }

  func stop() {
    progress = nil
    keep()
    timer.stop()
    (title, clock) = ("Ready", clockFace(Self.phases[0].seconds))
  }

  func becameActive() { update() }

  private func keep() { defaults.keep(progress, forKey: Self.key) }

  /// Ends all phases that are over. Several phases may have passed while the app was suspended.
  private func catchUp() {
    let before = progress?.phase
    while let end = progress?.end, end <= now() { endPhase(at: end) }
    if before != progress?.phase { keep() }
  }

  /// Ends the current phase. The next phase begins at the instant at which this one ended, even if
  /// the app notices it later.
  private func endPhase(at end: Date) {
    guard let ended = progress else { return }
    bells += 1
    let next = ended.phase + 1
    if next < Self.phases.count * Self.rounds {
      progress = Progress(phase: next, end: end + Self.phases[next % Self.phases.count].seconds)
    } else {
      progress = nil
      (title, clock) = ("Done", clockFace(0))
    }
  }

  private func update() {
    catchUp()
    guard let progress else { return timer.stop() }
    let left = progress.end.map { $0.timeIntervalSince(now()) } ?? progress.left ?? 0
    title =
      "\(Self.phases[progress.phase % Self.phases.count].name) "
      + "\(progress.phase / Self.phases.count + 1) of \(Self.rounds)"
    clock = clockFace(left)
    guard progress.end != nil else { return timer.stop() }
    let untilNextSecond = left.truncatingRemainder(dividingBy: 1)
    timer.start(at: now() + (untilNextSecond > 0 ? untilNextSecond : 1)) { [weak self] in
      self?.update()
    }
  }
}
