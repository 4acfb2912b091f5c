import Foundation

/// A Foundation timer on the main run loop. It also fires while a list is scrolling, and has no effect once this object
/// has been deallocated.
@MainActor
final class MainTimer {
  private var timer: Timer?

  /// Calls `body` at `date`, and then at every `interval` unless `interval` is nil.
  func start(
    at date: Date, every interval: TimeInterval? = nil, _ body: @escaping @MainActor () -> Void
  ) {
    stop()
    let timer = Timer(fire: date, interval: interval ?? 0, repeats: interval != nil) {
      [weak self] timer in
      guard self != nil else { return timer.invalidate() }
      MainActor.assumeIsolated { body() }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  func stop() {
    timer?.invalidate()
    timer = nil
  }
}

/// Formats a number of seconds as a clock face, such as `1:05`.
func clockFace(_ seconds: TimeInterval) -> String {
  let whole = max(0, Int(seconds.rounded(.up)))
  let text = String(format: "%d:%02d", whole / 60 % 60, whole % 60)
  return whole < 3600
    ? text : String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
}
