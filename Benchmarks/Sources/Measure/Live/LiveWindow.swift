import CMeasuring
import Foundation

/// Row P5's measurement: what a process with ticking timers uses in some seconds.
struct LiveWindow {
  private let origin = Stopwatch()
  private let seconds: Double
  private let count: Int

  /// Makes a measurement before there are any timers.
  init(_ request: Request) {
    seconds = request.seconds
    count = request.count
  }

  /// Waits until the timers have settled, then tells what is used in a second.
  ///
  /// The measurement begins halfway between two seconds since it was made, where no pulse is.
  ///
  /// - Parameters:
  ///   - ticks: The number of ticks so far.
  ///   - wakeUps: The number of wake-ups so far. Where an engine does not count them they are told
  ///     by the operating system, as how often a thread went to sleep.
  /// - Returns: What was used.
  func measure(ticks: () -> Int, wakeUps: (() -> Int)? = nil) -> Figures {
    Thread.sleep(forTimeInterval: origin.seconds.rounded(.up) + 1.5 - origin.seconds)
    let stopwatch = Stopwatch()
    let before = LiveCounts(ticks: ticks(), wakeUps: wakeUps?() ?? 0)
    Thread.sleep(forTimeInterval: seconds)
    let after = LiveCounts(ticks: ticks(), wakeUps: wakeUps?() ?? 0)
    var figures = after.figures(since: before, seconds: stopwatch.seconds)
    figures["ticksOfEach"] = figures["ticks"].map { $0 / Double(count) }
    if wakeUps == nil { figures["wakeUps"] = figures["switches"] }
    return figures
  }
}
