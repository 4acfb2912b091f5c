import SandglassCore
import Testing

extension Reading {
  fileprivate func reported(after time: Duration) -> Reading {
    reported(at: CountdownProbe.base + time, takenAt: CountdownProbe.base)
  }
}

@Suite("Law 1: a reading that is told a little later tells what remains then")
struct ReadingAgeTests {
  private func reading(at seconds: Double) -> Reading {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    return probe.machine.reading(at: CountdownProbe.moment(seconds))
  }

  @Test("less remains, it has come as much further, and the number is the one that was told")
  func later() {
    let reported = reading(at: 4).reported(after: .milliseconds(500))
    #expect(reported.remaining == .milliseconds(5500))
    #expect(abs(reported.progress - 0.45) < 1e-12)
    #expect(reported.shown == 6)
  }

  @Test("never less than nothing, and only while it runs")
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
