import Observation
import Sandglass
import SandglassTesting
import Testing

// The code of the article "SwiftUI", and tests of the changes that make a body run again.

@MainActor
func makePreview(of duration: Duration, after elapsed: Duration) -> Countdown {
  let time = VirtualTime()
  let countdown = Countdown.started(duration, on: time.timekeeper)
  time.advance(by: elapsed)
  return countdown
}

/// Runs a closure again whenever something that it has read changes, as SwiftUI does with a body.
@MainActor
private final class Body {
  private let read: @MainActor () -> Void
  private(set) var runs = 0

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    observe()
  }

  private func observe() {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.runAgain() }
    }
  }

  private func runAgain() {
    runs += 1
    observe()
  }
}

@MainActor
@Suite("Documentation: SwiftUI")
struct SwiftUITests {
  let time = VirtualTime()

  @Test("a body that reads the number runs at each tick, and one that reads the state does not")
  func runs() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let number = Body { _ = countdown.shown }
    let clock = Body { _ = countdown.clockFace }
    let state = Body { _ = countdown.state }
    let interval = Body { _ = countdown.timerInterval }
    countdown.start()
    time.advance(by: .seconds(10))
    #expect(number.runs == 11)
    #expect(clock.runs == 11)
    #expect(state.runs == 1)
    #expect(interval.runs == 1)
    countdown.pause()
    #expect(number.runs == 12)
    #expect(state.runs == 2)
    #expect(interval.runs == 2)
  }

  @Test("a body that reads the end runs when the deadline moves, and at ticks for other observers")
  func end() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let end = Body { _ = countdown.endDate }
    let interval = Body { _ = countdown.timerInterval }
    time.advance(by: .seconds(10))
    #expect(end.runs == 0)
    countdown.extend(by: .seconds(30))
    #expect(end.runs == 1)
    #expect(interval.runs == 0)
    let number = Body { _ = countdown.shown }
    time.advance(by: .seconds(10))
    #expect(number.runs == 10)
    #expect(end.runs == 11)
  }

  @Test("a body that reads the phase runs when the phase changes, and never at a tick")
  func phases() {
    let countdown = Countdown(
      phases: [Phase("Work", .seconds(20)), Phase("Rest", .seconds(10))], on: time.timekeeper)
    let phase = Body { _ = countdown.currentPhase }
    let total = Body { _ = countdown.totalRemaining }
    countdown.start()
    time.advance(by: .seconds(10))
    #expect(phase.runs == 1)
    #expect(total.runs == 11)
    time.advance(by: .seconds(10))
    #expect(phase.runs == 2)
    time.advance(by: .seconds(10))
    #expect(phase.runs == 3)
  }

  @Test("a body that reads the rows of a board runs when rows come and go, and never at a tick")
  func rows() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let rows = Body { _ = board.ids }
    board.start(1, for: .seconds(60))
    board.start(2, for: .seconds(60))
    #expect(rows.runs == 2)
    time.advance(by: .seconds(10))
    #expect(rows.runs == 2)
    board.remove(1)
    #expect(rows.runs == 3)
  }

  @Test("a preview shows a fixed moment")
  func preview() {
    let countdown = makePreview(of: .seconds(60), after: .seconds(18))
    #expect(countdown.isRunning)
    #expect(countdown.shown == 42)
    #expect(countdown.remaining == .seconds(42))
  }
}
