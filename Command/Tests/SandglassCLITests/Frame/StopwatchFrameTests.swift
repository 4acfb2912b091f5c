import Sandglass
import SandglassCore
import Testing

@testable import sandglass_cli

@Suite("How a stopwatch is shown")
struct StopwatchFrameTests {
  private let style = Style(hasColor: false, hasUnicode: true)

  /// The reading after laps of these tenths of a second, the last of which is in progress.
  private func reading(_ tenths: [Int], isStopped: Bool = false) -> StopwatchReading {
    var machine = StopwatchMachine(unit: KeptStopwatch.unit)
    var now = Moment(nanoseconds: 0)
    _ = machine.start(at: now)
    for (index, lap) in tenths.enumerated() {
      now = now + .milliseconds(lap * 100)
      if index < tenths.count - 1 { _ = machine.lap(at: now) }
    }
    if isStopped { _ = machine.stop(at: now) }
    return machine.reading(at: now)
  }

  private func lines(_ reading: StopwatchReading, width: Int = 60, height: Int = 24) -> [String] {
    StopwatchFrame(name: "run", reading: reading, width: width, style: style, hasKeys: true)
      .lines(height: height)
  }

  @Test("The newest laps come first, and as many as fit; the keys are last")
  func laps() {
    let laps = reading([52, 600, 7])
    let keys = "space stops · l lap · r resets · d leaves · q ends"
    #expect(
      lines(laps)
        == ["run  1:05.9", "lap 3  0:00.7", "lap 2  1:00.0", "lap 1  0:05.2", keys])
    #expect(lines(laps, height: 3) == ["run  1:05.9", "lap 3  0:00.7", keys])
    #expect(lines(laps, height: 1) == ["run  1:05.9"])
    #expect(lines(reading([3], isStopped: true))[0] == "run  0:00.3  stopped")
  }

  @Test("No line is wider than the terminal", arguments: [1, 5, 6, 8, 12, 20, 40, 200])
  func widths(_ width: Int) {
    for line in lines(reading([52, 600], isStopped: true), width: width).dropFirst(
      width < 7 ? 1 : 0)
    { #expect(DisplayWidth.of(line) <= width) }
  }

  @Test("Large digits leave room for a lap")
  func big() {
    func lines(_ height: Int) -> [String] {
      StopwatchFrame(
        name: "run", reading: reading([52, 600, 7]), width: 60, style: style, hasKeys: true,
        isBig: true
      ).lines(height: height)
    }
    #expect(lines(8).count == 5)
    #expect(lines(9).count == 9)
    #expect(lines(9)[6...].map { $0.prefix(5) } == ["run  ", "lap 3", "space"])
  }

  @Test("A pipe gets what is new")
  func news() {
    let first = reading([3])
    #expect(StopwatchFrame.news(first, since: nil) == ["0:00.3"])
    #expect(StopwatchFrame.news(reading([9]), since: first) == [])
    #expect(StopwatchFrame.news(reading([10]), since: first) == ["0:01"])
    #expect(
      StopwatchFrame.news(reading([4, 0, 0]), since: first) == ["lap 1 0:00.4", "lap 2 0:00.0"])
    #expect(StopwatchFrame.news(reading([4], isStopped: true), since: first) == ["stopped 0:00.4"])
    #expect(StopwatchFrame.news(reading([0], isStopped: true), since: first) == ["reset"])
  }
}
