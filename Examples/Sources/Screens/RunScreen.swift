import SandglassStores

/// A stopwatch with laps. It shows tenths of a second, and is kept.
@MainActor
final class RunScreen {
  private let run: Stopwatch
  private(set) var time = ""
  private(set) var laps: [String] = []

  init(store: some StopwatchStore) {
    run = store.stopwatch("run")
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
