import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// What happens to the process of a kept countdown during its run.
private enum Disturbance: CaseIterable {
  case none
  case frozen
  case killed

  /// There are no receivers for a while.
  case unbound

  /// Another process continues.
  case elsewhere
}

/// The events that the receivers of a countdown get, in every process.
@MainActor
private final class Log {
  struct Line: Equatable, CustomStringConvertible {
    var description: String

    /// The moment and the count of missed ones, if it is a milestone.
    var milestone: (moment: Moment, missed: Int)?

    static func == (one: Line, other: Line) -> Bool {
      one.description == other.description && one.milestone?.missed == other.milestone?.missed
    }
  }

  private(set) var lines: [Line] = []

  private func add(_ text: String) { lines.append(Line(description: text)) }

  func follow(_ countdown: Countdown) {
    countdown.onChange(with: self) { [weak countdown] log, change in
      switch change.kind {
      case .milestone(let reached):
        // The record has the event until this closure has returned.
        let event = countdown?.pendingEvents.first { $0.kind == .milestone(reached.milestone) }
        let isInRecord =
          event?.instant.steady == reached.moment
          && event?.instant.wall == reached.wallMoment && event?.total == reached.duration
        let text = "\(reached.milestone) at \(reached.moment), \(reached.phaseIndex)"
        log.lines.append(
          Line(
            description: text + (isInRecord ? "" : "?"),
            milestone: (reached.moment, reached.missed)))
      case .phaseEnded(let end):
        log.add("phase \(end.index) at \(end.moment), \(end.isSkipped)")
      case .finished(let end): log.add("\(end.outcome) at \(end.moment)")
      default: break
      }
    }
  }
}

/// One random history, to which each disturbance can be added.
@MainActor
private struct History {
  let seed: UInt64
  var isKept = true
  var latenessLimit: Duration?

  /// The undisturbed events without those milestones that came too late, because they were due in the gap.
  func lines(with disturbance: Disturbance, expectedFrom undisturbed: Result) -> [Log.Line] {
    guard disturbance != .none, let latenessLimit else { return undisturbed.lines }
    var missed = 0
    return undisturbed.lines.compactMap { line in
      var line = line
      guard let moment = line.milestone?.moment else { return line }
      if moment > undisturbed.gap.lowerBound, undisturbed.gap.upperBound - moment > latenessLimit {
        missed += 1
        return nil
      }
      line.milestone?.missed = missed
      missed = 0
      return line
    }
  }

  typealias Result = (lines: [Log.Line], gap: ClosedRange<Moment>)

  func lines(with disturbance: Disturbance) -> Result {
    var random = SeededGenerator(seed: seed)
    let store = MemoryCountdownStore()
    let phases = (0..<random.number(1...3)).map {
      Phase("\($0)", .milliseconds(random.number(0...20_000)))
    }
    let rounds = random.number(1...2)
    let options = CountdownOptions(
      milestones: (0..<random.number(0...3)).map { _ in
        switch random.number(0...3) {
        case 0: .elapsed(.milliseconds(random.number(1...15_000)))
        case 1: .progress(Double(random.number(1...99)) / 100)
        default: .remaining(.milliseconds(random.number(1...15_000)))
        }
      }, milestoneLatenessLimit: latenessLimit)
    func made(on time: VirtualTime) -> Countdown {
      isKept
        ? store.on(time.timekeeper).countdown(
          "tea", phases: phases, rounds: rounds, options: options)
        : Countdown(phases: phases, rounds: rounds, options: options, on: time.timekeeper)
    }
    var time = VirtualTime()
    let log = Log()
    var countdown = made(on: time)
    log.follow(countdown)
    countdown.start()
    for _ in 0..<random.number(0...5) { Self.act(on: countdown, time, &random) }

    let gap = Duration.milliseconds(random.number(0...60_000))
    let beginning = time.now
    switch disturbance {
    case .none:
      time.advance(by: gap)
    case .frozen:
      time.freeze(for: gap)
    case .killed:
      time = time.relaunched(after: gap)
      countdown = made(on: time)
      log.follow(countdown)
    case .unbound:
      countdown.unbind(log)
      time.advance(by: gap)
      log.follow(countdown)
    case .elsewhere:
      countdown.unbind(log)
      let other = time.companion()
      time.advance(by: gap)
      other.advance(by: gap)
      time = other
      countdown = made(on: time)
      log.follow(countdown)
    }
    countdown.resume()
    time.advance(by: .seconds(300))
    return (log.lines, beginning...(beginning + gap))
  }

  private static func act(
    on countdown: Countdown, _ time: VirtualTime, _ random: inout SeededGenerator
  ) {
    switch random.number(0...5) {
    case 0: countdown.pause()
    case 1: countdown.resume()
    case 2: countdown.extend(by: .milliseconds(random.number(-5_000...10_000)))
    case 3: countdown.skip()
    default: time.advance(by: .milliseconds(random.number(0...10_000)))
    }
  }
}

@MainActor
@Suite(
  "Law 11: freezes, kills and other processes do not change the events", .random
)
struct SameEventsTests {
  @Test("each event is delivered once, in order, with its own moment")
  func same() {
    let seed = SeededGenerator.seedOfThisRun
    for number in 0..<UInt64(repetitions(2_000)) {
      let history = History(seed: seed &+ number)
      let wanted = history.lines(with: .none).lines
      #expect(
        wanted.allSatisfy { !$0.description.hasSuffix("?") }, "a milestone is not in the record")
      for disturbance in Disturbance.allCases {
        let lines = history.lines(with: disturbance).lines
        guard lines != wanted else { continue }
        Issue.record("SANDGLASS_SEED=\(seed &+ number), \(disturbance): \(lines), not \(wanted)")
        return
      }
    }
  }

  @Test(
    "Law 5: milestones later than the limit, and no others, are not delivered, and the next counts them",
    arguments: [true, false])
  func tooLate(isKept: Bool) {
    let seed = SeededGenerator.seedOfThisRun
    for number in 0..<UInt64(repetitions(2_000)) {
      var random = SeededGenerator(seed: seed &+ number)
      let limit = Duration.milliseconds(random.number(0...20_000))
      let history = History(seed: seed &+ number, isKept: isKept, latenessLimit: limit)
      let undisturbed = history.lines(with: .none)
      for disturbance in isKept ? Disturbance.allCases : [.none, .frozen] {
        let wanted = history.lines(with: disturbance, expectedFrom: undisturbed)
        let lines = history.lines(with: disturbance).lines
        guard lines != wanted else { continue }
        Issue.record(
          "SANDGLASS_SEED=\(seed &+ number), \(disturbance), \(limit): \(lines), not \(wanted)")
        return
      }
    }
  }
}
