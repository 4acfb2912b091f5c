import SandglassCore
import Testing

extension Reading {
  fileprivate func told(after time: Duration) -> Reading {
    told(at: CountdownProbe.base + time, takenAt: CountdownProbe.base)
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
    let told = reading(at: 4).told(after: .milliseconds(500))
    #expect(told.remaining == .milliseconds(5500))
    #expect(abs(told.progress - 0.45) < 1e-12)
    #expect(told.shown == 6)
  }

  @Test("never less than nothing, and only while it runs")
  func bounds() {
    #expect(
      reading(at: 4).told(after: .seconds(60))
        .remaining == .zero)
    #expect(
      reading(at: 4).told(after: .seconds(60))
        .progress == 1)
    #expect(
      reading(at: 4).told(after: .seconds(-1))
        == reading(at: 4))
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    probe.pause(at: 3)
    let paused = probe.machine.reading(at: CountdownProbe.moment(5))
    #expect(
      paused.told(after: .seconds(1)) == paused)
  }
}
