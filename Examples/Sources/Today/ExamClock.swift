import Dispatch
import Foundation

// What this cannot do: be tested without waiting, because a dispatch timer cannot use an injected clock.

/// The clock of an exam. It announces the last five minutes, and accepts extra time, even after the end.
@MainActor
final class ExamClock {
  private static let lastMinutes = Duration.seconds(5 * 60)
  private let duration: Duration
  private var timer: (any DispatchSourceTimer)?
  private var end: ContinuousClock.Instant?
  private var hasAnnouncedLastMinutes = false
  private var hasAnnouncedEnd = false
  private(set) var clock = ""
  private(set) var announcement = ""

  init(lasting duration: Duration) {
    self.duration = duration
  }

  func begin() {
    guard end == nil else { return }
    end = .now + duration
    hasAnnouncedLastMinutes = duration <= Self.lastMinutes
    hasAnnouncedEnd = false
    update()
  }

  func giveExtraTime(_ duration: Duration) {
    guard let present = end else { return }
    let left = present + duration - .now
    end = present + duration
    announcement = "\(clockFace(duration / .seconds(1))) more"
    if left > .zero { hasAnnouncedEnd = false }
    if left > Self.lastMinutes { hasAnnouncedLastMinutes = false }
    update()
  }

  func close() {
    timer?.cancel()
    (timer, end) = (nil, nil)
  }

  func becameActive() { update() }

  private func update() {
    guard let end else { return }
    let left = end - .now
    if left <= Self.lastMinutes, !hasAnnouncedLastMinutes {
      hasAnnouncedLastMinutes = true
      announcement = "\(clockFace(Self.lastMinutes / .seconds(1))) left"
    }
    if left <= .zero, !hasAnnouncedEnd {
      hasAnnouncedEnd = true
      announcement = "Pens down"
    }
    let seconds = left / .seconds(1)
    clock = seconds > 0 ? clockFace(seconds) : "+" + clockFace((-seconds).rounded(.down))
    let part = seconds.truncatingRemainder(dividingBy: 1)
    wait(part > 0 ? part : 1 + part)
  }

  /// Waits for the next second. Uses a wall-clock deadline, because Dispatch's monotonic clock stops while the device
  /// sleeps.
  private func wait(_ seconds: Double) {
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.update() } }
    timer.schedule(wallDeadline: .now() + seconds)
    timer.resume()
    self.timer = timer
  }
}
