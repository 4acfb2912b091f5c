import CPeers
import Foundation

/// Row P5's measurement: the resources that a process with ticking timers uses in a few seconds.
struct LiveWindow {
  private let origin = Stopwatch()
  private let seconds: Double
  private let count: Int

  /// Creates a measurement before there are any timers.
  init(_ request: Request) {
    seconds = request.seconds
    count = request.count
  }

  /// Waits until the timers have settled, then measures the resources used per second.
  ///
  /// The measurement begins halfway between two whole seconds since its creation, where there is no
  /// pulse.
  ///
  /// - Parameters:
  ///   - ticks: Returns the number of ticks so far.
  ///   - wakeUps: Returns the number of wake-ups so far. If an engine does not count its wake-ups,
  ///     the operating system's count of voluntary context switches is used.
  /// - Returns: The resources used.
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
