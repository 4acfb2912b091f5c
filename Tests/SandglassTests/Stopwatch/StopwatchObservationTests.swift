import Observation
import Sandglass
import SandglassTesting
import Testing

@testable import SandglassStores

/// Observes a stopwatch as a view does: it reads again after each change.
@MainActor
private final class RunView {
  private let stopwatch: Stopwatch
  private let look: @MainActor (Stopwatch) -> String
  private(set) var seen: [String] = []
  private(set) var draws = 0
  var isGone = false

  init(of stopwatch: Stopwatch, _ look: @escaping @MainActor (Stopwatch) -> String) {
    self.stopwatch = stopwatch
    self.look = look
    draw()
  }

  private func draw() {
    draws += 1
    let text = withObservationTracking {
      look(stopwatch)
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.changed() }
    }
    if seen.last != text { seen.append(text) }
  }

  private func changed() {
    if !isGone { draw() }
  }
}

@MainActor
@Suite("Observation of a stopwatch")
struct StopwatchObservationTests {
  let time = VirtualTime()

  @Test("observers of the displayed time are notified at each tick")
  func shown() {
    let run = Stopwatch(on: time.timekeeper)
    let view = RunView(of: run) { $0.reading.clockFace }
    run.start()
    time.advance(by: .milliseconds(300))
    run.stop()
    run.reset()
    #expect(view.seen == ["0:00.0", "0:00.1", "0:00.2", "0:00.3", "0:00.0"])
  }

  @Test("observers of the state and the laps are notified without ticks")
  func stateAndLaps() {
    let run = Stopwatch(on: time.timekeeper)
    let view = RunView(of: run) { "\($0.state) \($0.laps.count) \($0.isRunning) \($0.certainty)" }
    run.start()
    time.advance(by: .seconds(60))
    #expect(time.timekeeper.counters.wakeUps == 0)
    run.lap()
    run.stop()
    run.reset()
    #expect(
      view.seen == [
        "idle 0 false exact", "running 0 true exact", "running 1 true exact",
        "stopped 1 false exact", "idle 0 false exact",
      ])
  }

  @Test("observers of the state alone are not notified of anything else")
  func stateAlone() {
    let run = Stopwatch(on: time.timekeeper)
    let view = RunView(of: run) { "\($0.isRunning)" }
    let other = RunView(of: run) { $0.reading.clockFace }
    run.start()
    time.advance(by: .seconds(1))
    #expect(view.draws == 2)
    #expect(other.seen.count == 11)
  }

  @Test("Law 6: a released view costs at most one more wake-up")
  func gone() {
    let run = Stopwatch(on: time.timekeeper)
    let view = RunView(of: run) {
      "\($0.elapsed) \($0.reading.shownTime) \($0.reading.currentLap.number)"
    }
    run.start()
    time.advance(by: .seconds(1))
    view.isGone = true
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(10))
    #expect(time.timekeeper.counters.wakeUps == wakeUps + 1)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("changes off the main actor notify observers on the main actor")
  func offTheMainActor() async {
    let run = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    let time = time
    let view = RunView(of: run) { $0.reading.clockFace }
    await Task.detached {
      run.start()
      time.advance(by: .seconds(3))
    }.value
    #expect(view.seen == ["0:00", "0:01", "0:02", "0:03"])
  }
}
