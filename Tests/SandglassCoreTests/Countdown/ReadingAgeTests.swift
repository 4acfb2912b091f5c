import SandglassCore
import Testing

extension Reading {
  fileprivate func reported(after time: Duration) -> Reading {
    reported(at: CountdownProbe.base + time, takenAt: CountdownProbe.base)
  }
}

@Suite("Law 1: a reading that is delivered later is updated to the current remaining time")
struct ReadingAgeTests {
  private func reading(at seconds: Double) -> Reading {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    return probe.machine.reading(at: CountdownProbe.moment(seconds))
  }

  @Test("the remaining time and progress change, and the displayed number does not")
  func later() {
    let reported = reading(at: 4).reported(after: .milliseconds(500))
    #expect(reported.remaining == .milliseconds(5500))
    #expect(abs(reported.progress - 0.45) < 1e-12)
    #expect(reported.shown == 6)
  }

  @Test("the remaining time is never negative, and only a running countdown's reading is updated")
  func bounds() {
    #expect(
      reading(at: 4).reported(after: .seconds(60))
        .remaining == .zero)
    #expect(
      reading(at: 4).reported(after: .seconds(60))
        .progress == 1)
    #expect(
      reading(at: 4).reported(after: .seconds(-1))
        == reading(at: 4))
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    probe.pause(at: 3)
    let paused = probe.machine.reading(at: CountdownProbe.moment(5))
    #expect(
      paused.reported(after: .seconds(1)) == paused)
  }
}
