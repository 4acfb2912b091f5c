import Foundation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import Testing

// What the recipes of the article "Widgets and Live Activities" rely on, without Apple's frameworks.

struct TeaEntry: Equatable {
  var range: ClosedRange<Date>?
  var text = ""

  init(from store: some CountdownStore) throws {
    let now = Date(store.timekeeper.wallNow)
    switch try store.look(at: "tea")?.state {
    case .running(let remaining): range = now...now + remaining / .seconds(1)
    case .paused(let remaining): text = remaining.clockFace
    case .overtime, .finished: text = "Done"
    case .idle, nil: text = "Tea"
    }
  }
}

func pauseTea(in store: some CountdownStore) async throws {
  let tea = try store.countdown("tea")
  tea?.pause()
  try await tea?.saved()
}

@MainActor
final class TeaActivity {
  private let tea: Countdown
  private(set) var range: ClosedRange<Date>?
  private(set) var pauseDate: Date?

  init(of tea: Countdown) {
    self.tea = tea
    tea.onChange(with: self) { activity, change in activity.update(after: change) }
  }

  private func update(after change: CountdownChange) {
    switch change.kind {
    case .started, .paused, .resumed, .extended, .corrected, .phaseEnded, .wentBack:
      (range, pauseDate) = (tea.timerInterval.dates, tea.timerInterval.pauseDate)
    case .finished, .cancelled:
      (range, pauseDate) = (nil, nil)
    default:
      break
    }
  }
}

@MainActor
@Suite("Documentation: widgets and Live Activities")
struct WidgetsAndLiveActivitiesTests {
  let time = VirtualTime(wall: Date(timeIntervalSince1970: 1_900_000_000))

  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_900_000_000 + seconds)
  }

  @Test("a widget reads the record and writes nothing")
  func widget() async throws {
    let store = MemoryCountdownStore()
    #expect(try TeaEntry(from: store.on(time.timekeeper)).text == "Tea")

    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180))
    tea.start()
    try await tea.saved()
    time.advance(by: .seconds(60))
    let running = try TeaEntry(from: store.on(time.timekeeper))
    #expect(running.range == date(60)...date(180))

    tea.pause()
    try await tea.saved()
    #expect(try TeaEntry(from: store.on(time.timekeeper)).text == "2:00")

    tea.resume()
    try await tea.saved()
    let later = time.relaunched(after: .seconds(600))
    #expect(try TeaEntry(from: store.on(later.timekeeper)).text == "Done")
  }

  @Test("an intent in the extension pauses the app's countdown, and the app shows it")
  func intent() async throws {
    let store = MemoryCountdownStore()
    let other = time.companion()
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180))
    let activity = TeaActivity(of: tea)
    tea.start()
    time.advance(by: .seconds(60))
    other.advance(by: .seconds(60))

    try await pauseTea(in: store.on(other.timekeeper))
    #expect(tea.isPaused)
    #expect(tea.remaining == .seconds(120))
    #expect(activity.pauseDate == date(60))
  }

  @Test("an activity is updated with each change, and never at a tick")
  func activity() {
    let tea = Countdown(.seconds(180), on: time.timekeeper)
    let activity = TeaActivity(of: tea)
    tea.start()
    #expect(activity.range == date(0)...date(180))
    time.advance(by: .seconds(60))
    #expect(time.timekeeper.counters.firings == 0)

    tea.extend(by: .seconds(30))
    #expect(activity.range?.upperBound == date(210))
    tea.pause()
    #expect(activity.pauseDate == date(60))
    tea.resume()
    #expect(activity.pauseDate == nil)
    time.advance(by: .seconds(150))
    #expect(activity.range == nil)
  }
}
