import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassLedger
@testable import SandglassStores

/// A kept countdown performs an operation once, and writes what has come of it. Another process that has changed the
/// record makes it perform the operations again. Both must give the same record.
@MainActor
@Suite("Law 12: a countdown writes the record that its operations make of the stored one")
struct OwnRecordTests {
  @MainActor
  private final class Subject {
    let time = VirtualTime()
    let store = MemoryStore()
    let countdown: Countdown
    var operations: RandomOperations
    private let owner = Canary {}

    init(_ random: inout SeededGenerator) {
      operations = RandomOperations(from: &random, at: time.timekeeper.wallNow)
      var options = operations.options
      options.keepsRecord = random.once(in: 3)
      countdown =
        switch operations.target {
        case .duration(let duration):
          store.on(time.timekeeper).countdown("tea", startingFrom: duration, options: options)
        case .wall(let end):
          store.on(time.timekeeper).countdown("tea", until: end, options: options)
        case .phases(let plan):
          store.on(time.timekeeper).countdown(
            "tea", phases: plan.phases, rounds: plan.rounds, options: options)
        }
    }

    /// Does something at random. Returns what it was.
    func act(_ random: inout SeededGenerator) -> String {
      switch random.number(0...15) {
      case 0:
        let fails = random.once(in: 2)
        store.fail(fails ? .unavailable : nil)
        return fails ? "the store fails" : "the store works"
      case 1:
        countdown.onFinish(with: owner) { _, _ in }
        return "bind the finish"
      case 2:
        countdown.onChange(with: owner) { _, _ in }
        return "bind changes"
      case 3:
        countdown.unbind(owner)
        return "unbind"
      case 4 where operations.target.wallEnd == nil:
        // A record with an end on the wall clock does not say when the clock was set.
        let wall = time.timekeeper.wallNow + .milliseconds(random.number(-20_000...20_000))
        time.setWallClock(to: wall)
        return "the clock is set to \(wall)"
      case 5:
        countdown.label = "\(random.number(0...3))"
        return "label"
      case 6:
        countdown.milestones = [.remaining(.milliseconds(random.number(1...20_000)))]
        return "milestones"
      case 7:
        if random.once(in: 2) { countdown.discard() } else { countdown.acknowledgeFinish() }
        return "discard or acknowledge"
      default:
        let operation = operations.next(&random, at: time.timekeeper.wallNow)
        let change = try? countdown.perform(operation)
        if let change { operations.changes.append(change) }
        return "\(operation)"
      }
    }

    func check(_ history: [String]) throws {
      // What is due is in both.
      _ = countdown.pendingEvents
      let log = try #require(countdown.core.recordKeeper?.log)
      try #require(!log.isAhead, "\(history.joined(separator: "\n"))")
      let (own, replayed) = (log.record, log.applied(to: log.stored))
      // One that says nothing is not written.
      if own.isEmpty, replayed.isEmpty { return }
      try #require(own == replayed, "\(history.joined(separator: "\n"))")
    }
  }

  @Test("A replay keeps the end on the wall clock, although the clocks never quite agree")
  func exactEnd() {
    let end = WallMoment(secondsSince1970: 2_000)
    func instant(before left: Int64, _ error: Int64) -> ClockInstant {
      ClockInstant(
        steady: Moment(nanoseconds: UInt64(1_000 - left) * 1_000_000_000),
        wall: end - .seconds(left) + .microseconds(error), boot: BootIdentity("a"))
    }
    var record = CountdownRecord(
      id: "tea", label: nil,
      state: .running(deadline: Moment(nanoseconds: 1_000_000_000_000), wallDeadline: end),
      target: .wall(end), total: .seconds(60), options: .standard, written: instant(before: 60, 0))
    for (left, error) in [(50, -100), (40, 80), (30, 40)] as [(Int64, Int64)] {
      let milestones = [Milestone.remaining(.seconds(left / 2))]
      #expect(record.apply(.setMilestones(milestones), at: instant(before: left, error)) == nil)
      #expect(record.state.wallDeadline == end)
    }
    #expect(record.apply(.extend(by: .seconds(5)), at: instant(before: 10, 90)) == nil)
    #expect(record.state.wallDeadline == end + .seconds(5))
    #expect(record.apply(.pause, at: instant(before: 9, -70)) == nil)
    #expect(record.state == .paused(remaining: .seconds(14), end: end + .seconds(5)))
  }

  @Test("A run that another process has cancelled leaves nothing to write")
  func cancelledElsewhere() throws {
    let (time, store) = (VirtualTime(), MemoryStore(isWatched: true))
    let other = time.companion()
    let started = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    started.start()
    let seen = try #require(try store.on(other.timekeeper).countdown("tea"))
    started.cancel()
    other.advance(by: .seconds(1))
    #expect(seen.state == .idle)
    #expect(seen.core.recordKeeper?.log.calls == [])
  }

  @Test("A reset after a finish that was handled is no change of a record that does not exist")
  func resetWithoutRecord() throws {
    let (time, store) = (VirtualTime(), MemoryStore())
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    time.advance(by: .seconds(60))
    tea.acknowledgeFinish()
    store.fail(.unavailable)
    #expect(tea.reset() && tea.start())
    let log = try #require(tea.core.recordKeeper?.log)
    #expect(log.record == log.applied(to: log.stored))
    #expect(log.calls.count == 1)
  }

  @Test(.random)
  func random() throws {
    var random = SeededGenerator(for: "OwnRecordTests.random")
    for _ in 0..<repetitions(20_000, atLeast: 500) {
      let subject = Subject(&random)
      var history: [String] = []
      for _ in 0..<random.number(1...14) {
        subject.time.advance(by: RandomOperations.wait(&random))
        try subject.check(history + ["at \(subject.time.now)"])
        history.append(subject.act(&random) + " at \(subject.time.now)")
        try subject.check(history)
        if random.once(in: 2) { subject.time.advance(by: .zero) }
        try subject.check(history)
      }
    }
  }

  @Test(
    "Each event of a run to a wall-clock time is told once, although the clocks never quite agree",
    .random)
  func jitter() throws {
    var random = SeededGenerator(for: "OwnRecordTests.jitter")
    for _ in 0..<repetitions(20_000, atLeast: 300) {
      let (time, store, watcher) = (VirtualTime(), MemoryStore(), CountdownWatcher())
      let milestones = (0..<random.number(0...3)).map {
        Milestone.remaining(.milliseconds(500 * $0 + 500))
      }
      let end = time.timekeeper.wallNow + .seconds(3)
      let sale = store.on(time.timekeeper).countdown(
        "tea", until: end, options: CountdownOptions(milestones: milestones))
      watcher.watchEnds(of: sale)
      sale.onMilestone(with: watcher) { watcher, reached in
        watcher.note("\(reached.milestone)")
      }
      sale.start()
      let (began, wall) = (time.now, time.timekeeper.wallNow)
      while time.now < began + .seconds(4) {
        let step = random.once(in: 3) ? random.number(1...200) : random.number(1...400_000)
        time.advance(by: .microseconds(step))
        // The clocks are read one after the other.
        let error = Duration.microseconds(random.number(-100...100))
        time.setWallClock(to: wall + (time.now - began) + error)
        switch random.number(0...3) {
        case 0: sale.label = "\(random.next())"
        case 1: _ = sale.certainty
        default: break
        }
      }
      let told = watcher.take()
      #expect(told == milestones.reversed().map { "\($0)" } + ["finished"])
      try #require(store.tea == nil)
    }
  }
}
