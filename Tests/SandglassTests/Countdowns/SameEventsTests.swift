import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

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
  private(set) var lines: [String] = []

  func follow(_ countdown: Countdown) {
    countdown.onChange(with: self) { [weak countdown] log, change in
      switch change.kind {
      case .milestone(let milestone):
        // The change has the reading at the delivery. The moment is in the record, which has the event until this
        // closure has returned.
        let event = countdown?.pendingEvents.first { $0.kind == .milestone(milestone) }
        log.lines.append("milestone \(milestone) at \(event.map { "\($0.instant.steady)" } ?? "?")")
      case .phaseEnded(let end):
        log.lines.append("phase \(end.index) at \(end.moment), \(end.isSkipped)")
      case .finished(let end): log.lines.append("\(end.outcome) at \(end.moment)")
      default: break
      }
    }
  }
}

/// One random history, to which each disturbance can be added.
@MainActor
private struct History {
  let seed: UInt64

  func lines(with disturbance: Disturbance) -> [String] {
    var random = SeededGenerator(seed: seed)
    let store = MemoryCountdownStore()
    let phases = (0..<random.number(1...3)).map {
      Phase("\($0)", .milliseconds(random.number(0...20_000)))
    }
    let rounds = random.number(1...2)
    let options = CountdownOptions(
      milestones: (0..<random.number(0...3)).map { _ in .milliseconds(random.number(1...15_000)) })
    func made(on time: VirtualTime) -> Countdown {
      .kept(
        "tea", in: store, phases: phases, rounds: rounds, options: options, on: time.timekeeper)
    }
    var time = VirtualTime()
    let log = Log()
    var countdown = made(on: time)
    log.follow(countdown)
    countdown.start()
    for _ in 0..<random.number(0...5) { Self.act(on: countdown, time, &random) }

    let gap = Duration.milliseconds(random.number(0...60_000))
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
    return log.lines
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
    for number in 0..<UInt64(repetitions(10_000)) {
      let history = History(seed: seed &+ number)
      let wanted = history.lines(with: .none)
      #expect(wanted.allSatisfy { !$0.hasSuffix("?") }, "a milestone is not in the record")
      for disturbance in Disturbance.allCases {
        let lines = history.lines(with: disturbance)
        guard lines != wanted else { continue }
        Issue.record("SANDGLASS_SEED=\(seed &+ number), \(disturbance): \(lines), not \(wanted)")
        return
      }
    }
  }
}
