import Sandglass
import SandglassStores
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
    let board = try CountdownBoard(keptIn: store.on(time.timekeeper))
    board.start("tea", for: .seconds(60))
    #expect(board["tea"]?.toggle() == true)
    let later = time.relaunched(after: .seconds(600))
    let restored = try CountdownBoard(keptIn: store.on(later.timekeeper))
    #expect(restored["tea"]?.isPaused == true)
    #expect(restored["tea"]?.toggle() == true)
    #expect(restored["tea"]?.remaining == .seconds(60))
  }

  @Test("a stopwatch is started and stopped")
  func stopwatch() {
    let run = Stopwatch(on: time.timekeeper)
    let states = (0..<4).map { _ in
      #expect(run.toggle())
      time.advance(by: .seconds(10))
      return run.state
    }
    #expect(states == [.running, .stopped, .running, .stopped])
    #expect(run.elapsed == .seconds(20))
  }

  @Test("a repeating timer is paused and resumed until its end")
  func repeating() {
    let notes = TimerNotes<Moment>()
    let start = time.now
    let timer = RepeatingTimer(
      every: .seconds(10), options: TickOptions(limit: 2), on: time.timekeeper
    ) { [time] _ in notes.note(time.now) }
    time.advance(by: .seconds(4))
    #expect(timer.toggle() && timer.isPaused)
    time.advance(by: .seconds(100))
    #expect(timer.toggle() && timer.isRunning)
    time.advance(by: .seconds(100))
    #expect(notes.values == [start + .seconds(110), start + .seconds(120)])
    #expect(!timer.toggle())
  }

  @Test("a one-shot timer is paused and resumed until it has fired")
  func oneShot() {
    let notes = TimerNotes<Moment>()
    let start = time.now
    let timer = OneShotTimer(after: .seconds(10), on: time.timekeeper) { [time] _ in
      notes.note(time.now)
    }
    time.advance(by: .seconds(4))
    #expect(timer.toggle() && timer.isPaused)
    time.advance(by: .seconds(100))
    #expect(timer.toggle() && timer.isRunning)
    time.advance(by: .seconds(6))
    #expect(notes.values == [start + .seconds(110)])
    #expect(!timer.toggle())
    #expect(timer.restart() && timer.toggle() && timer.isPaused)
  }
}
