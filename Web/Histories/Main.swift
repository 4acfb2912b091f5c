import Foundation
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting

/// Prints random histories of a countdown, each in a line of JSON: what is done to it and when, and what becomes of it.
/// The page's tests do the same to a countdown of the page.
///
///     WebHistories 10000 7        ten thousand histories with the seed 7
@main
struct WebHistories {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let count = arguments.first.flatMap({ Int($0) }), count > 0,
      let seed = arguments.last.flatMap({ UInt64($0) })
    else {
      FileHandle.standardError.write(Data("usage: WebHistories <histories> <seed>\n".utf8))
      exit(64)
    }
    var random = SeededGenerator(seed: seed)
    let encoder = JSONEncoder()
    for _ in 0..<count {
      let history = History(from: &random)
      print(String(decoding: try encoder.encode(history), as: UTF8.self))
    }
  }
}

/// A countdown and what was done to it. Times are in milliseconds.
private struct History: Encodable {
  /// What is done to the countdown after some time, and what becomes of it.
  struct Step: Encodable {
    let wait: Int
    let call: String
    let argument: Int
    let isDone: Bool
    let state: String
    let shown: Int
    let remaining: Int
    let overtime: Int
    let total: Int
    let phaseIndex: Int

    /// What was reported since the step before, with its time since the beginning of the history.
    let events: [String]
  }

  let phases: [Int]
  let rounds: Int
  let milestones: [Int]
  let countsPastZero: Bool
  private(set) var steps: [Step] = []

  @MainActor
  init(from random: inout SeededGenerator) {
    phases = (0..<random.number(1...3)).map { _ in random.number(0...20_000) }
    rounds = random.number(1...2)
    milestones = (0..<random.number(0...3)).map { _ in random.number(1...20_000) }
    countsPastZero = random.once(in: 3)

    let time = VirtualTime()
    let countdown = makeCountdown(on: time)
    let reports = Reports(of: countdown, since: time.now)
    for _ in 0..<random.number(1...12) {
      let wait = random.once(in: 4) ? 0 : random.number(0...12_000)
      time.advance(by: .milliseconds(wait))
      let argument = random.number(-20_000...20_000)
      let call = Self.calls[random.number(0...Self.calls.count - 1)]
      let isDone = perform(call, argument, on: countdown)
      time.advance(by: .zero)
      let reading = countdown.reading
      steps.append(
        Step(
          wait: wait, call: call, argument: argument, isDone: isDone, state: "\(reading.state)",
          shown: reading.shown, remaining: milliseconds(reading.remaining),
          overtime: milliseconds(reading.overtime), total: milliseconds(reading.total),
          phaseIndex: reading.phaseIndex, events: reports.take()))
    }
  }

  /// A single phase stands for a countdown without phases.
  @MainActor
  private func makeCountdown(on time: VirtualTime) -> Countdown {
    let options = CountdownOptions(
      milestones: milestones.map { .remaining(.milliseconds($0)) }, countsPastZero: countsPastZero)
    if phases.count == 1 {
      return Countdown(.milliseconds(phases[0]), options: options, on: time.timekeeper)
    }
    let named = phases.enumerated().map { Phase("\($0)", .milliseconds($1)) }
    return Countdown(phases: named, rounds: rounds, options: options, on: time.timekeeper)
  }

  // Starts are frequent, so that most histories have a run.
  private static let calls = [
    "start", "start", "start", "restart", "pause", "resume", "extend", "extend", "skip", "back",
    "cancel", "stopOvertime",
  ]

  private func perform(_ call: String, _ argument: Int, on countdown: Countdown) -> Bool {
    switch call {
    case "start": return countdown.start()
    case "restart":
      countdown.restart()
      return true
    case "pause": return countdown.pause()
    case "resume": return countdown.resume()
    case "extend": return countdown.extend(by: .milliseconds(argument))
    case "skip": return countdown.skip()
    case "back": return countdown.back()
    case "cancel": return countdown.cancel()
    default: return countdown.stopOvertime()
    }
  }
}

/// What a countdown has reported, in the words of the page's events.
@MainActor
private final class Reports {
  private var reports: [String] = []

  init(of countdown: Countdown, since start: Moment) {
    countdown.onChange(with: self) { own, change in
      let moment = { (moment: Moment) in "at \(milliseconds(moment - start))" }
      switch change.kind {
      case .milestone(let reached):
        own.reports.append("milestone \(milliseconds(reached.remaining))")
      case .phaseEnded(let end): own.reports.append("phase \(end.index) \(moment(end.moment))")
      case .finished(let end): own.reports.append("finish \(moment(end.moment))")
      case .cancelled(let end): own.reports.append("cancel \(moment(end.moment))")
      case .extended: own.reports.append("extended")
      // The page says this with the state after the finish.
      case .overtime: break
      default: own.reports.append("\(change.kind)")
      }
    }
  }

  func take() -> [String] {
    defer { reports = [] }
    return reports
  }
}

/// All times of a history are whole milliseconds.
private func milliseconds(_ duration: Duration) -> Int {
  Int((duration / .milliseconds(1)).rounded())
}
