import Foundation

// What this cannot do: stay exact when the clock is set, because the time is then wrong by the same amount.

/// Sends a code. If the server refuses ("try again in 37 s"), returns how long to wait.
typealias CodeServer = @MainActor (_ number: String) async -> TimeInterval?

/// A button that sends a code to a phone number, and then counts down until it may send another code. Each number has
/// its own countdown, which is saved.
@MainActor
final class ResendScreen {
  private static let key = "resend"
  private let defaults: UserDefaults
  private let server: CodeServer
  private let now: @MainActor () -> Date
  private let timer = MainTimer()
  private var ends: [String: Date]
  private(set) var title = ""
  private(set) var isEnabled = true

  var number: String {
    didSet { follow() }
  }

  init(
    number: String, defaults: UserDefaults = .standard,
    now: @escaping @MainActor () -> Date = { Date() },
    server: @escaping CodeServer
  ) {
    self.number = number
    self.defaults = defaults
    self.now = now
    self.server = server
    ends = defaults.value([String: Date].self, forKey: Self.key) ?? [:]
    follow()
  }

  func tapped() async {
    let number = number
    guard isEnabled else { return }
    wait(60, for: number)
    if let seconds = await server(number) { wait(seconds, for: number) }
  }

  private func wait(_ seconds: TimeInterval, for number: String) {
    let present = now()
    ends[number] = present + seconds
    ends = ends.filter { $0.value > present }
    defaults.keep(ends, forKey: Self.key)
    if number == self.number { follow() }
  }

  /// Shows the waiting time for the number, now and whenever a whole number of seconds is left.
  private func follow() {
    timer.stop()
    guard show(), let end = ends[number] else { return }
    let untilNextSecond = end.timeIntervalSince(now()).truncatingRemainder(dividingBy: 1)
    timer.start(at: now() + untilNextSecond, every: 1) { [weak self] in self?.ticked() }
  }

  private func ticked() {
    if !show() { timer.stop() }
  }

  /// Shows the remaining time. Returns false if no time is left.
  private func show() -> Bool {
    let seconds = ends[number].map { Int($0.timeIntervalSince(now()).rounded(.up)) } ?? 0
    isEnabled = seconds <= 0
    title = isEnabled ? "Send code" : "Resend (\(seconds))"
    return !isEnabled
  }

  /// Called when the app comes to the foreground. While it was suspended, no timer fired.
  func becameActive() { follow() }
}
