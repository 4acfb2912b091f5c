import Observation
import Sandglass
import SandglassTesting
import Testing

/// Observes a countdown as a view does: it reads again after each change.
@MainActor
private final class ObservationView {
  private let countdown: Countdown
  private let look: @MainActor (Countdown) -> String
  private(set) var seen: [String] = []
  var isGone = false

  init(of countdown: Countdown, _ look: @escaping @MainActor (Countdown) -> String) {
    self.countdown = countdown
    self.look = look
    draw()
  }

  private func draw() {
    let text = withObservationTracking {
      look(countdown)
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.changed() }
    }
    if seen.last != text { seen.append(text) }
  }

  private func changed() {
    guard !isGone else { return }
    draws += 1
    draw()
  }

  private(set) var draws = 0
}

@MainActor
@Suite("Observation of a countdown")
struct ObservationTests {
  let time = VirtualTime()

  @Test("observers of the displayed number are notified at each tick")
  func shown() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let view = ObservationView(of: countdown) { $0.isRunning ? "Resend (\($0.shown))" : "Resend" }
    countdown.start()
    time.advance(by: .seconds(5))
    let numbers = (1...5).reversed().map { "Resend (\($0))" }
    #expect(view.seen == ["Resend"] + numbers + ["Resend"])
    countdown.start()
    #expect(view.seen.last == "Resend (5)")
    countdown.cancel()
    #expect(view.seen.last == "Resend")
  }

  @Test("observers of the state alone are notified of each change")
  func state() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let view = ObservationView(of: countdown) { "\($0.state)" }
    countdown.start()
    countdown.pause()
    countdown.resume()
    time.advance(by: .seconds(5))
    countdown.start()
    countdown.cancel()
    #expect(
      view.seen == ["idle", "running", "paused", "running", "finished", "running", "idle"])
    #expect(view.draws == 6)
  }

  @Test("Laws 6, 9: observers of the state are not notified at ticks, and cause none")
  func stateAlone() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let view = ObservationView(of: countdown) { "\($0.isRunning) \($0.isPaused) \($0.end == nil)" }
    countdown.start()
    let (draws, wakeUps) = (view.draws, time.timekeeper.counters.wakeUps)
    time.advance(by: .seconds(59))
    #expect(view.draws == draws)
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    let other = CountdownWatcher()
    other.watchTicks(of: countdown)
    countdown.extend(by: .seconds(20))
    time.advance(by: .seconds(10))
    #expect(view.draws == draws)
  }

  @Test("Law 6: without observers there are no wake-ups; a released view costs at most one more")
  func nobodyLooking() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let view = ObservationView(of: countdown) { "\($0.shown)" }
    countdown.start()
    time.advance(by: .seconds(10))
    #expect(view.draws == 11)
    view.isGone = true
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(49))
    #expect(time.timekeeper.counters.wakeUps - wakeUps == 1)
    #expect(countdown.shown == 1)
  }

  @Test("an observer that reads when a tick is due is notified at the next tick")
  func lookAtATickThatIsDue() {
    let time = VirtualTime(honorsTolerance: true)
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: countdown)
    countdown.start()
    countdown.unbind(watcher)
    _ = countdown.shown
    time.timekeeper.schedule(after: .milliseconds(990)) { _ in }
    // The tick is due, but waits for its tolerance.
    time.advance(by: .milliseconds(1_003))
    let view = ObservationView(of: countdown) { "\($0.shown)" }
    #expect(view.seen == ["4"])
    time.advance(by: .seconds(4))
    #expect(view.seen == ["4", "3", "2", "1", "0"])
  }

  @Test("observers of the end are notified at each finish, even if the state stays the same")
  func endOfNothing() {
    let countdown = Countdown(.zero, on: time.timekeeper)
    let view = ObservationView(of: countdown) { "\($0.end?.moment ?? .origin)" }
    countdown.start()
    time.advance(by: .seconds(1))
    countdown.start()
    #expect(view.seen.count == 3)
    #expect(view.seen.last == "\(time.now)")
  }

  @Test("observers and closures get the same numbers")
  func sameNumbers() {
    let countdown = Countdown(.milliseconds(7_300), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: countdown)
    let view = ObservationView(of: countdown) { "\($0.shown)" }
    countdown.start()
    time.advance(by: .milliseconds(1_500))
    countdown.extend(by: .seconds(3))
    countdown.pause()
    time.advance(by: .seconds(60))
    countdown.resume()
    time.freeze(for: .seconds(4))
    time.advance(by: .milliseconds(4_000))
    let shown = watcher.readings.map { "\($0.shown)" }
    #expect(view.seen == shown)
  }

  @Test("observers are notified during overtime")
  func overtime() {
    let countdown = Countdown(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    let view = ObservationView(of: countdown) { $0.reading.clockFace }
    countdown.start()
    time.advance(by: .seconds(4))
    #expect(view.seen == ["0:01", "+0:00", "+0:01", "+0:02", "+0:03"])
    countdown.stopOvertime()
    #expect(view.seen.last == "0:00")
  }

  @Test("changes off the main actor notify observers on the main actor")
  func offTheMainActor() async {
    let time = time
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    let view = ObservationView(of: countdown) { "\($0.isRunning ? $0.shown : -1)" }
    await Task.detached {
      countdown.start()
      time.advance(by: .seconds(3))
    }.value
    #expect(view.seen == ["-1", "3", "2", "1", "-1"])
  }
}
