import Foundation

// What this cannot do: stay exact when the clock is set: the time is then wrong by the same amount.

/// Sends a code; answers how long to wait, if the server refuses: "try again in 37 s".
typealias CodeServer = @MainActor (_ number: String) async -> TimeInterval?

/// A button that sends a code to a number, and counts down until it may again: one count per number, kept.
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

  /// Shows the number's wait, and again whenever a whole number of seconds is left.
  private func follow() {
    timer.stop()
    guard show(), let end = ends[number] else { return }
    let untilNextSecond = end.timeIntervalSince(now()).truncatingRemainder(dividingBy: 1)
    timer.start(at: now() + untilNextSecond, every: 1) { [weak self] in self?.ticked() }
  }

  private func ticked() {
    if !show() { timer.stop() }
  }

  /// Shows what is left; false if that is nothing.
  private func show() -> Bool {
    let seconds = ends[number].map { Int($0.timeIntervalSince(now()).rounded(.up)) } ?? 0
    isEnabled = seconds <= 0
    title = isEnabled ? "Send code" : "Resend (\(seconds))"
    return !isEnabled
  }

  /// The app has come to the front: timers stood still, and may come late.
  func becameActive() { follow() }
}
