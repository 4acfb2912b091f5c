import Foundation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import Testing

// The code of the article "Counting up".

@MainActor
final class RunScreen {
  private let run: Stopwatch
  private(set) var time = ""
  private(set) var laps: [String] = []

  init(on timekeeper: Timekeeper = .shared) {
    run = Stopwatch(unit: .milliseconds(10), on: timekeeper)
    run.onTick(with: self) { screen, reading in
      screen.time = reading.clockFace
      screen.laps = reading.laps.map(\.clockFace)
    }
  }

  func startOrStop() { run.toggle() }

  func lapOrReset() {
    if !run.lap() { run.reset() }
  }
}

@MainActor
@Suite("Documentation: counting up")
struct CountingUpTests {
  let time = VirtualTime()

  @Test("a stopwatch with two buttons")
  func buttons() {
    let screen = RunScreen(on: time.timekeeper)
    #expect(screen.time == "0:00.00")
    screen.startOrStop()
    time.advance(by: .milliseconds(65_270))
    #expect(screen.time == "1:05.27")
    screen.lapOrReset()
    #expect(screen.laps == ["1:05.27"])
    screen.startOrStop()
    screen.lapOrReset()
    #expect(screen.time == "0:00.00" && screen.laps.isEmpty)
  }

  @Test("the displayed laps add up to the displayed total")
  func sum() {
    let run = Stopwatch(on: time.timekeeper)
    run.start()
    for _ in 0..<10 {
      time.advance(by: .milliseconds(1_060))
      run.lap()
    }
    let reading = run.reading
    let shownLaps = reading.laps + [reading.currentLap]
    let sum = shownLaps.reduce(.zero) { $0 + $1.shownTime }
    #expect(sum == reading.shownTime)
  }

  @Test("a stopwatch is kept across a reboot")
  func kept() {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    start(in: folder, on: time.timekeeper).start()
    let later = time.rebooted(after: .seconds(60))
    let run = start(in: folder, on: later.timekeeper)
    #expect(run.elapsed == .seconds(60) && run.certainty == .estimated)
  }

  private func start(in folder: String, on timekeeper: Timekeeper) -> Stopwatch {
    let store = FileCountdownStore(folder: folder, on: timekeeper)
    let run = store.stopwatch("run")
    return run
  }

  /// This is only compiled, because it never ends.
  func readings(of run: Stopwatch) async {
    for await reading in run.readings { print(reading.clockFace) }
  }
}
