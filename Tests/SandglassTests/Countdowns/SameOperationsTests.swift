import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

/// An operation means the same whoever performs it: a countdown, one that is kept, its machine, and a record.
@MainActor
@Suite("Countdown: operations")
struct SameOperationsTests {
  /// What can be compared after each operation.
  private struct Outcome: Equatable {
    let refusal: CountdownRecord.Refusal?
    let state: CountdownState
    let remaining: Duration
    let total: Duration
    let phaseIndex: Int
    let events: [String]

    init(_ refusal: CountdownRecord.Refusal?, _ reading: Reading, _ events: [String]) {
      self.refusal = refusal
      state = reading.state
      remaining = reading.remaining
      total = reading.total
      phaseIndex = reading.phaseIndex
      self.events = events
    }
  }

  /// A countdown and the milestones, phase ends and finishes that its receivers got.
  @MainActor
  private final class Live {
    let countdown: Countdown
    private var events: [String] = []

    init(_ countdown: Countdown) {
      self.countdown = countdown
      countdown.onChange(with: self) { own, change in
        switch change.kind {
        case .milestone(let reached):
          own.events.append("\(reached.milestone) in \(reached.phaseIndex) at \(reached.moment)")
        case .phaseEnded(let end):
          own.events.append("phase \(end.index), \(end.isSkipped) at \(end.moment)")
        case .finished(let end): own.events.append("finish at \(end.moment)")
        default: break
        }
      }
    }

    /// Performs an operation. Returns what undoes it, and what has become of the countdown after its deliveries.
    func perform(
      _ operation: CountdownRecord.Operation, _ time: VirtualTime
    ) -> (change: RunChange?, Outcome) {
      var refusal: CountdownRecord.Refusal?
      var change: RunChange?
      do throws(CountdownRecord.Refusal) {
        change = try countdown.perform(operation)
      } catch {
        refusal = error
      }
      time.advance(by: .zero)
      defer { events = [] }
      return (change, Outcome(refusal, countdown.reading, events))
    }
  }

  /// A record, and what became due in it.
  private struct Recorded {
    var record: CountdownRecord

    mutating func perform(_ operation: CountdownRecord.Operation, _ time: VirtualTime) -> Outcome {
      let now = CountdownRecord.Instant(
        steady: time.now, wall: time.timekeeper.wallNow, boot: BootIdentity("boot"))
      record = record.settled(at: now)
      var events = take()
      let refusal = record.apply(Self.seen(operation, by: record, at: now), at: now)
      events += take()
      var machine = CountdownMachine(.zero, options: record.options)
      machine.plan = record.target.plan
      let restored = record.restored(at: now)
      machine.duration = record.target.duration(at: now)
      machine.restore(
        restored.state, total: restored.total, phaseIndex: restored.phaseIndex, at: now)
      return Outcome(refusal, machine.reading(at: now.steady), events)
    }

    private static func seen(
      _ operation: CountdownRecord.Operation, by record: CountdownRecord,
      at now: CountdownRecord.Instant
    ) -> CountdownRecord.Operation {
      guard case .moveEnd(let end, nil) = operation else { return operation }
      return .moveEnd(to: end, after: record.finishedRun(at: now))
    }

    private mutating func take() -> [String] {
      defer { record.pending = [] }
      return record.pending.map { event in
        switch event.kind {
        case .milestone(let milestone):
          "\(milestone) in \(event.phaseIndex) at \(event.instant.steady)"
        case .phaseEnd(let isSkipped):
          "phase \(event.phaseIndex), \(isSkipped) at \(event.instant.steady)"
        case .finish: "finish at \(event.instant.steady)"
        }
      }
    }
  }

  private static func milestones(_ random: inout SeededGenerator) -> [Milestone] {
    (0..<random.number(0...3)).map { _ in
      switch random.number(0...4) {
      case 0: .elapsed(.milliseconds(random.number(1...30_000)))
      case 1: .progress(Double(random.number(1...99)) / 100)
      default: .remaining(.milliseconds(random.number(1...30_000)))
      }
    }
  }

  private static func operation(
    _ random: inout SeededGenerator, undoing changes: inout [RunChange],
    target: CountdownRecord.Target, options: CountdownOptions, at wall: WallMoment
  ) -> CountdownRecord.Operation {
    let time = Duration.milliseconds(random.number(1...20_000))
    switch random.number(0...19) {
    case 0...3: return .start(target, options, order: wall)
    case 4: return .restart(target, options, order: wall)
    case 5: return .startAgain
    case 6: return .pause
    case 7: return .resume
    case 8: return .toggle
    case 9: return .extend(by: time)
    case 10: return .extend(by: .zero - time)
    case 11: return .shorten(by: time, leaving: .seconds(1))
    case 12: return .moveEnd(to: wall + time - .seconds(5), after: nil)
    case 13: return .skip
    case 14: return .back
    case 15: return random.once(in: 3) ? .cancel : .stopOvertime
    case 16: return .correct(by: time / 10 - .seconds(1))
    default: return changes.popLast().map { .undo($0) } ?? .toggle
    }
  }

  private static func target(
    _ random: inout SeededGenerator, _ time: VirtualTime
  ) -> CountdownRecord.Target {
    let length = Duration.milliseconds(random.number(0...40_000))
    switch random.number(0...2) {
    case 0: return .duration(length)
    case 1: return .wall(time.timekeeper.wallNow + length)
    default:
      let phases = (0..<random.number(1...3)).map {
        Phase("\($0)", .milliseconds(random.number(0...20_000)))
      }
      return .phases(PhasePlan(phases, rounds: random.number(1...2)))
    }
  }

  private static func countdowns(
    _ target: CountdownRecord.Target, _ options: CountdownOptions, _ time: VirtualTime
  ) -> (plain: Live, kept: Live) {
    let (store, timekeeper) = (MemoryCountdownStore(), time.timekeeper)
    return switch target {
    case .duration(let duration):
      (
        Live(Countdown(duration, options: options, on: timekeeper)),
        Live(
          .kept("tea", in: store, startingFrom: duration, options: options, on: timekeeper))
      )
    case .wall(let end):
      (
        Live(Countdown(until: end, options: options, on: timekeeper)),
        Live(.kept("tea", in: store, until: end, options: options, on: timekeeper))
      )
    case .phases(let plan):
      (
        Live(
          Countdown(
            phases: plan.phases, rounds: plan.rounds, options: options, on: timekeeper)),
        Live(
          .kept(
            "tea", in: store, phases: plan.phases, rounds: plan.rounds, options: options,
            on: timekeeper))
      )
    }
  }

  @Test(.random)
  func random() throws {
    var random = SeededGenerator(for: "SameOperationsTests.random")
    for _ in 0..<repetitions(10_000, atLeast: 500) {
      let time = VirtualTime()
      let options = CountdownOptions(
        milestones: Self.milestones(&random), countsPastZero: random.once(in: 3))
      let target = Self.target(&random, time)
      let (plain, kept) = Self.countdowns(target, options, time)
      var recorded = Recorded(
        record: CountdownRecord(
          id: "tea", label: nil, state: .idle, target: target, total: .zero, options: options,
          written: CountdownRecord.Instant(
            steady: time.now, wall: time.timekeeper.wallNow, boot: BootIdentity("boot")), run: 0))
      var changes: [RunChange] = []
      var history: [String] = []
      for _ in 0..<random.number(1...12) {
        time.advance(by: .milliseconds(random.once(in: 4) ? 0 : random.number(0...12_000)))
        let operation = Self.operation(
          &random, undoing: &changes, target: target, options: options,
          at: time.timekeeper.wallNow)
        history.append("\(operation) at \(time.now)")
        let (change, outcome) = plain.perform(operation, time)
        if let change { changes.append(change) }
        try #require(recorded.perform(operation, time) == outcome, "\(history)")
        try #require(kept.perform(operation, time).1 == outcome, "kept: \(history)")
      }
    }
  }
}
