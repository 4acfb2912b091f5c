import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("Law 7: toggle() starts, pauses and resumes, and never begins a run after an end")
struct ToggleTests {
  let time = VirtualTime()
  let watcher = CountdownWatcher()

  private func states(_ countdown: Countdown, toggledEvery duration: Duration) -> [CountdownState] {
    watcher.watchEnds(of: countdown)
    return (0..<4).map { _ in
      countdown.toggle()
      time.advance(by: duration)
      return countdown.state
    }
  }

  @Test("by the state of a countdown")
  func byState() {
    let tea = Countdown(.seconds(60), on: time.timekeeper)
    #expect(states(tea, toggledEvery: .seconds(10)) == [.running, .paused, .running, .paused])
    #expect(tea.remaining == .seconds(40))
    tea.cancel()
    #expect(tea.toggle())
    #expect((tea.state, tea.remaining) == (.running, .seconds(60)))
  }

  @Test("a tap just after the end does nothing", arguments: [true, false], [true, false])
  func afterTheEnd(countsPastZero: Bool, isFrozen: Bool) {
    let tea = Countdown(
      .seconds(60), options: CountdownOptions(countsPastZero: countsPastZero), on: time.timekeeper)
    watcher.watchEnds(of: tea)
    #expect(tea.toggle())
    if isFrozen { time.freeze(for: .seconds(60)) } else { time.advance(by: .seconds(60)) }
    #expect(!tea.toggle())
    #expect(tea.state == (countsPastZero ? .overtime : .finished))
    #expect(watcher.take().map { $0.prefix(8) } == ["finished"])
    #expect(tea.start())
    #expect(tea.isRunning)
  }

  @Test("a kept countdown and a board's row are toggled across a relaunch")
  func kept() throws {
    let store = MemoryStore()
    let board = try CountdownBoard(keptIn: store, on: time.timekeeper)
    board.start("tea", for: .seconds(60))
    #expect(board["tea"]?.toggle() == true)
    let later = time.relaunched(after: .seconds(600))
    let restored = try CountdownBoard(keptIn: store, on: later.timekeeper)
    #expect(restored["tea"]?.isPaused == true)
    #expect(restored["tea"]?.toggle() == true)
    #expect(restored["tea"]?.remaining == .seconds(60))
  }
}
