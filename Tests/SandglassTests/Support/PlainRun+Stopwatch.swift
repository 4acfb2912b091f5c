import Sandglass
import SandglassTestSupport

extension PlainRun {
  init(_ reading: StopwatchReading) {
    self.init(
      isStarted: reading.state != .idle, isRunning: reading.state == .running,
      total: reading.elapsed, laps: reading.laps.map(\.duration))
  }
}

extension Stopwatch {
  func perform(_ operation: PlainRun.Operation) -> Bool {
    switch operation {
    case .start: start()
    case .stop: stop()
    case .resume: resume()
    case .lap: lap()
    case .reset: reset()
    case .setToZero: setToZero()
    }
  }
}
