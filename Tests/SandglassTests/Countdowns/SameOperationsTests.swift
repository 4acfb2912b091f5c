import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassLedger
@testable import SandglassStores

/// An operation means the same whoever performs it: a countdown, one that is kept, its machine, and a record.
@MainActor
@Suite("Countdown: operations")
struct SameOperationsTests {
  /// What can be compared after each operation.
  private struct Outcome: Equatable {
    let refusal: CountdownRefusal?
    let state: CountdownState
    let remaining: Duration
    let overtime: Duration
    let total: Duration
    let phaseIndex: Int
    let events: [String]

    init(_ refusal: CountdownRefusal?, _ reading: Reading, _ events: [String]) {
      self.refusal = refusal
      state = reading.state
      remaining = reading.remaining
      overtime = reading.overtime
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

    /// The record that a kept countdown writes is the one that its operations make of the stored one.
    private func checkRecord() {
      guard let log = countdown.core.recordKeeper?.log, !log.isAhead else { return }
      #expect(log.record == log.applied(to: log.stored))
    }

    /// Performs an operation. Returns what undoes it, and what has become of the countdown after its deliveries.
    func perform(
      _ operation: CountdownOperation, _ time: VirtualTime
    ) -> (change: RunChange?, Outcome) {
      var refusal: CountdownRefusal?
      var change: RunChange?
      do throws(CountdownRefusal) {
        change = try countdown.perform(operation)
      } catch {
        refusal = error
      }
      checkRecord()
      time.advance(by: .zero)
      defer { events = [] }
      return (change, Outcome(refusal, countdown.reading, events))
    }
  }

  /// A record, and what became due in it.
  private struct Recorded {
    var record: CountdownRecord

    mutating func perform(_ operation: CountdownOperation, _ time: VirtualTime) -> Outcome {
      let now = ClockInstant(
        steady: time.now, wall: time.timekeeper.wallNow, boot: BootIdentity("boot"))
      record = record.settled(at: now)
      var events = take()
      let refusal = record.apply(Self.seen(operation, by: record, at: now), at: now)
      events += take()
      var machine = CountdownMachine(.zero, options: record.options)
      machine.plan = record.target.plan
      machine.duration = record.target.duration(at: now)
      machine.restore(record, at: now)
      #expect(Self.agree(record.restored(at: now), machine.reading(at: now.steady)))
      return Outcome(refusal, machine.reading(at: now.steady), events)
    }

    /// What only looks at a record says of it what a machine says that continues it.
    private static func agree(_ restored: RestoredCountdown, _ reading: Reading) -> Bool {
      switch restored.state {
      case .idle: reading.state == .idle
      case .running(let remaining):
        reading.state == .running && reading.remaining == remaining
          && reading.total == restored.total && reading.phaseIndex == restored.phaseIndex
      case .paused(let remaining):
        reading.state == .paused && reading.remaining == remaining
          && reading.total == restored.total && reading.phaseIndex == restored.phaseIndex
      case .overtime(let past, _): reading.state == .overtime && reading.overtime == past
      case .finished: reading.state == .finished
      }
    }

    private static func seen(
      _ operation: CountdownOperation, by record: CountdownRecord,
      at now: ClockInstant
    ) -> CountdownOperation {
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

  private static func countdowns(
    _ target: CountdownTarget, _ options: CountdownOptions, _ time: VirtualTime
  ) -> (plain: Live, kept: Live) {
    let (store, timekeeper) = (MemoryCountdownStore(), time.timekeeper)
    return switch target {
    case .duration(let duration):
      (
        Live(Countdown(duration, options: options, on: timekeeper)),
        Live(
          store.on(timekeeper).countdown("tea", startingFrom: duration, options: options))
      )
    case .wall(let end):
      (
        Live(Countdown(until: end, options: options, on: timekeeper)),
        Live(store.on(timekeeper).countdown("tea", until: end, options: options))
      )
    case .phases(let plan):
      (
        Live(
          Countdown(
            phases: plan.phases, rounds: plan.rounds, options: options, on: timekeeper)),
        Live(
          store.on(timekeeper).countdown(
            "tea", phases: plan.phases, rounds: plan.rounds, options: options))
      )
    }
  }

  @Test(.random)
  func random() throws {
    var random = SeededGenerator(for: "SameOperationsTests.random")
    for _ in 0..<repetitions(10_000, atLeast: 500) {
      let time = VirtualTime()
      var operations = RandomOperations(from: &random, at: time.timekeeper.wallNow)
      let (target, options) = (operations.target, operations.options)
      let (plain, kept) = Self.countdowns(target, options, time)
      var recorded = Recorded(
        record: CountdownRecord(
          id: "tea", label: nil, state: .idle, target: target, total: .zero, options: options,
          written: ClockInstant(
            steady: time.now, wall: time.timekeeper.wallNow, boot: BootIdentity("boot")), run: 0))
      var history: [String] = []
      for _ in 0..<random.number(1...12) {
        time.advance(by: RandomOperations.wait(&random))
        let operation = operations.next(&random, at: time.timekeeper.wallNow)
        history.append("\(operation) at \(time.now)")
        let (change, outcome) = plain.perform(operation, time)
        if let change { operations.changes.append(change) }
        try #require(recorded.perform(operation, time) == outcome, "\(history)")
        try #require(kept.perform(operation, time).1 == outcome, "kept: \(history)")
      }
    }
  }

  @Test("Another target for the next start is accepted while idle, and refused while running")
  func prepared() throws {
    let time = VirtualTime()
    let (plain, kept) = Self.countdowns(.duration(.seconds(60)), .standard, time)
    let next = CountdownOperation.prepare(
      .duration(.seconds(20)), .standard, order: time.timekeeper.wallNow)
    for countdown in [plain.countdown, kept.countdown] {
      try countdown.perform(next)
      #expect(countdown.remaining == .seconds(20))
      countdown.start()
      #expect(throws: CountdownRefusal.self) { try countdown.perform(next) }
    }
  }

  @Test("If a move of an end that had passed is undone, overtime counts from where it did")
  func undoneMove() throws {
    let time = VirtualTime()
    let countdown = Countdown(
      until: time.timekeeper.wallNow - .seconds(5), options: CountdownOptions(countsPastZero: true),
      on: time.timekeeper)
    countdown.start()
    time.advance(by: .seconds(10))
    let end = time.timekeeper.wallNow + .seconds(8)
    let change = try #require(try countdown.perform(.moveEnd(to: end, after: nil)))
    time.advance(by: .seconds(3))
    try countdown.perform(.undo(change))
    time.advance(by: .seconds(5))
    #expect(countdown.reading.overtime == .seconds(18))
  }
}
