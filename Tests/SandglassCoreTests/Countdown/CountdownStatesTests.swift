import SandglassCore
import Testing

/// The result of an event in a state.
struct Transition: CustomTestStringConvertible, Sendable {
  let state: CountdownState
  let event: CountdownProbe.Event
  let answer: Bool?
  let next: CountdownState
  let reported: [String]

  init(
    _ state: CountdownState, _ event: CountdownProbe.Event, _ answer: Bool?,
    _ next: CountdownState, _ reported: [String] = []
  ) {
    self.state = state
    self.event = event
    self.answer = answer
    self.next = next
    self.reported = reported
  }

  var testDescription: String { "\(event) while \(state)" }

  /// Ten seconds, started at 0. The event comes at 2.5 s if the countdown has not ended, otherwise at 12.5 s.
  static let all: [Transition] = [
    .init(.idle, .advance, nil, .idle),
    .init(.idle, .start, true, .running, ["10"]),
    .init(.idle, .restart, nil, .running, ["10"]),
    .init(.idle, .pause, false, .idle),
    .init(.idle, .resume, false, .idle),
    .init(.idle, .extend, false, .idle),
    .init(.idle, .shortenToNothing, false, .idle),
    .init(.idle, .cancel, false, .idle),
    .init(.idle, .stopOvertime, false, .idle),
    .init(.idle, .watch, nil, .idle),
    .init(.idle, .unwatch, nil, .idle),

    .init(.running, .advance, nil, .running),
    .init(.running, .start, false, .running),
    .init(.running, .restart, nil, .running, ["cancelled", "10"]),
    .init(.running, .pause, true, .paused),
    .init(.running, .resume, false, .running),
    .init(.running, .extend, true, .running, ["13"]),
    .init(.running, .shortenToNothing, true, .finished, ["finished"]),
    .init(.running, .cancel, true, .idle, ["cancelled"]),
    .init(.running, .stopOvertime, false, .running),
    .init(.running, .watch, nil, .running),
    .init(.running, .unwatch, nil, .running),

    .init(.paused, .advance, nil, .paused),
    .init(.paused, .start, false, .paused),
    .init(.paused, .restart, nil, .running, ["cancelled", "10"]),
    .init(.paused, .pause, false, .paused),
    .init(.paused, .resume, true, .running),
    .init(.paused, .extend, true, .paused, ["13"]),
    .init(.paused, .shortenToNothing, true, .finished, ["finished"]),
    .init(.paused, .cancel, true, .idle, ["cancelled"]),
    .init(.paused, .stopOvertime, false, .paused),
    .init(.paused, .watch, nil, .paused),
    .init(.paused, .unwatch, nil, .paused),

    .init(.overtime, .advance, nil, .overtime),
    .init(.overtime, .start, true, .running, ["10"]),
    .init(.overtime, .restart, nil, .running, ["10"]),
    .init(.overtime, .pause, false, .overtime),
    .init(.overtime, .resume, false, .overtime),
    .init(.overtime, .extend, true, .running, ["3"]),
    .init(.overtime, .shortenToNothing, true, .overtime, ["+62"]),
    .init(.overtime, .cancel, true, .finished, ["0"]),
    .init(.overtime, .stopOvertime, true, .finished, ["0"]),
    .init(.overtime, .watch, nil, .overtime),
    .init(.overtime, .unwatch, nil, .overtime),

    .init(.finished, .advance, nil, .finished),
    .init(.finished, .start, true, .running, ["10"]),
    .init(.finished, .restart, nil, .running, ["10"]),
    .init(.finished, .pause, false, .finished),
    .init(.finished, .resume, false, .finished),
    .init(.finished, .extend, false, .finished),
    .init(.finished, .shortenToNothing, false, .finished),
    .init(.finished, .cancel, false, .finished),
    .init(.finished, .stopOvertime, false, .finished),
    .init(.finished, .watch, nil, .finished),
    .init(.finished, .unwatch, nil, .finished),
  ]

  /// The same ten seconds, if nothing was reported since the start and the deadline has been reached.
  static let due: [Transition] = [
    .init(.running, .advance, nil, .finished, ["finished missed 9"]),
    .init(.running, .start, true, .running, ["finished missed 9", "10"]),
    .init(.running, .restart, nil, .running, ["finished missed 9", "10"]),
    .init(.running, .pause, false, .finished, ["finished missed 9"]),
    .init(.running, .resume, false, .finished, ["finished missed 9"]),
    .init(.running, .extend, false, .finished, ["finished missed 9"]),
    .init(.running, .shortenToNothing, false, .finished, ["finished missed 9"]),
    .init(.running, .cancel, false, .finished, ["finished missed 9"]),
    .init(.running, .stopOvertime, false, .finished, ["finished missed 9"]),
    .init(.running, .watch, nil, .finished, ["finished missed 9"]),
    .init(.running, .unwatch, nil, .finished, ["finished missed 9"]),
  ]
}

@Suite("CountdownMachine: states and events")
struct CountdownStatesTests {
  /// A probe in a state, at the given time, after everything due was reported.
  private func probe(
    in state: CountdownState, isWatched: Bool
  ) throws -> (probe: CountdownProbe, now: Double) {
    let probe = CountdownProbe(
      .seconds(10), options: CountdownOptions(countsPastZero: state == .overtime),
      isWatched: isWatched)
    var now = 2.5
    if state != .idle { probe.start() }
    if state == .finished || state == .overtime { now = 12.5 }
    probe.advance(to: now)
    if state == .paused { probe.pause(at: now) }
    _ = probe.takeWords()
    try #require(probe.machine.state == state)
    return (probe, now)
  }

  @Test("the table contains each event in each state exactly once")
  func tableIsComplete() {
    let pairs = Transition.all.map { "\($0.state) \($0.event)" }
    #expect(Set(pairs).count == pairs.count)
    #expect(pairs.count == 5 * CountdownProbe.Event.allCases.count)
    #expect(Transition.due.map(\.event) == CountdownProbe.Event.allCases)
  }

  @Test("Law 7: every event is legal in every state", arguments: Transition.all, [true, false])
  func transition(row: Transition, isWatched: Bool) throws {
    let (probe, now) = try probe(in: row.state, isWatched: isWatched)
    let before = probe.machine
    let answer = probe.apply(row.event, at: now)
    let reported = probe.takeWords()
    #expect(answer == row.answer)
    #expect(probe.machine.state == row.next)
    #expect(reported == row.reported)

    let changes = row.next != row.state || !row.reported.isEmpty
    #expect(row.answer == nil || row.answer == changes)
    if !changes {
      let moment = CountdownProbe.moment(now)
      #expect(probe.machine.reading(at: moment) == before.reading(at: moment))
      #expect(probe.machine.end == before.end)
    }
  }

  @Test(
    "Law 1: at or after the deadline, every event is applied to a finished countdown",
    arguments: Transition.due, [10, 10.000_000_001, 12.5, 86_400])
  func afterDeadline(row: Transition, now: Double) {
    let probe = CountdownProbe(.seconds(10), options: CountdownOptions(tolerance: .zero))
    probe.start()
    _ = probe.takeWords()
    #expect(probe.apply(row.event, at: now) == row.answer)
    #expect(probe.machine.state == row.next)
    #expect(probe.takeWords() == row.reported)
    if row.next == .finished {
      #expect(
        probe.machine.end
          == CountdownEnd(.finished, at: CountdownProbe.moment(10), missed: 9))
    } else {
      #expect(probe.machine.end == nil)
    }
  }

  @Test("Law 1: a nanosecond before the deadline, the countdown can still be paused or cancelled")
  func beforeDeadline() {
    let paused = CountdownProbe(.seconds(10), isWatched: false)
    paused.start()
    #expect(paused.pause(at: 9.999_999_999))
    #expect(paused.machine.reading(at: CountdownProbe.base).remaining == .nanoseconds(1))
    let cancelled = CountdownProbe(.seconds(10), isWatched: false)
    cancelled.start()
    #expect(cancelled.cancel(at: 9.999_999_999))
    #expect(
      cancelled.machine.end == CountdownEnd(.cancelled, at: CountdownProbe.moment(9.999_999_999)))
  }

  @Test("Law 1: a reading is computed from the deadline, and taking it changes nothing")
  func lookAtReading() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    let look = probe.machine.reading(at: CountdownProbe.moment(6.25))
    #expect(look.remaining == .milliseconds(3_750))
    #expect(look.shown == 4)
    #expect(look.progress == 0.625)
    #expect(look.missed == 0)
    #expect(probe.machine.reading(at: CountdownProbe.moment(11)).remaining == .zero)
    #expect(probe.machine.state == .running)
    #expect(probe.machine.nextDue(wantsMilestones: false)?.moment == CountdownProbe.moment(1))
  }

  // MARK: - Once

  @Test("Law 3: each run ends once, whatever happens during the run")
  func endsOnce() {
    let probe = CountdownProbe(.seconds(10))
    probe.start(at: 0)
    #expect(!probe.start(at: 0))
    probe.cancel(at: 1)
    probe.cancel(at: 2)
    probe.start(at: 3)
    probe.pause(at: 4)
    probe.cancel(at: 5)
    probe.resume(at: 6)
    probe.start(at: 10)
    probe.extend(by: .seconds(-60), at: 11)
    probe.extend(by: .seconds(-60), at: 12)
    probe.cancel(at: 13)
    probe.start(at: 20)
    probe.advance(to: 40)
    probe.advance(to: 41)
    probe.cancel(at: 42)
    let ends = probe.takeEvents().compactMap { event -> CountdownEnd? in
      guard case .end(let end, _) = event else { return nil }
      return end
    }
    #expect(
      ends == [
        CountdownEnd(.cancelled, at: CountdownProbe.moment(1)),
        CountdownEnd(.cancelled, at: CountdownProbe.moment(5)),
        CountdownEnd(.finished, at: CountdownProbe.moment(11)),
        CountdownEnd(.finished, at: CountdownProbe.moment(30), missed: 9),
      ])
  }

  @Test("the end of a run is available until the next start")
  func endIsKept() {
    let probe = CountdownProbe(.seconds(10))
    #expect(probe.machine.end == nil)
    probe.start(at: 0)
    #expect(probe.machine.end == nil)
    probe.cancel(at: 1)
    #expect(probe.machine.end?.outcome == .cancelled)
    probe.start(at: 2)
    #expect(probe.machine.end == nil)
  }

  @Test("Law 3: a restart first reports the cancellation of the previous run, then the new reading")
  func restart() {
    let probe = CountdownProbe(.seconds(10))
    probe.start(at: 0)
    probe.advance(to: 3)
    _ = probe.takeWords()
    probe.restart(at: 3.5)
    #expect(probe.takeWords() == ["cancelled", "10"])
    #expect(probe.run(to: 13.5).last == "13.5: finished")
  }

  @Test("Laws 1, 3: a restart after the deadline reports the finish, not a cancellation")
  func restartAfterDeadline() {
    let probe = CountdownProbe(
      .seconds(1), options: CountdownOptions(milestones: [.remaining(.seconds(0.5))]))
    probe.start(at: 0)
    _ = probe.takeWords()
    probe.restart(at: 7)
    #expect(probe.takeWords() == ["milestone 0.5", "finished", "1"])
    #expect(probe.machine.nextDue(wantsMilestones: false)?.moment == CountdownProbe.moment(8))
  }

  @Test("Law 3: many restarts leave one countdown")
  func restartStorm() {
    let probe = CountdownProbe(.seconds(3))
    for _ in 0..<1_000 { probe.restart(at: 0) }
    let words = probe.takeWords()
    #expect(words.filter { $0 == "cancelled" }.count == 999)
    #expect(words.filter { $0 == "3" }.count == 1_000)
    #expect(probe.run(to: 10) == ["1: 2", "2: 1", "3: finished"])
  }

  @Test("a start uses the duration that is set at that moment")
  func duration() {
    let probe = CountdownProbe(.seconds(3))
    probe.machine.duration = .seconds(5)
    #expect(probe.machine.reading(at: CountdownProbe.base).shown == 5)
    probe.start()
    probe.machine.duration = .seconds(2)
    #expect(probe.machine.reading(at: CountdownProbe.base).shown == 5)
    probe.restart(at: 1)
    #expect(probe.takeWords() == ["5", "4", "cancelled", "2"])
  }

  @Test(
    "a countdown of zero or less finishes when it starts, without a reading of the run",
    arguments: [Duration.zero, .seconds(-5), Duration(attoseconds: .min)], [true, false])
  func nothingToCount(duration: Duration, countsPastZero: Bool) {
    let options = CountdownOptions(
      milestones: [.remaining(.seconds(1))], countsPastZero: countsPastZero)
    let probe = CountdownProbe(duration, options: options)
    let words = countsPastZero ? ["finished", "+0"] : ["finished"]
    #expect(probe.start(at: 3))
    #expect(probe.takeWords() == words)
    #expect(probe.machine.state == (countsPastZero ? .overtime : .finished))
    #expect(probe.machine.end == CountdownEnd(.finished, at: CountdownProbe.moment(3)))
    probe.restart(at: 3)
    #expect(probe.takeWords() == words)
    #expect(probe.run(to: 4) == (countsPastZero ? ["4: +1"] : []))
  }

  // MARK: - The far future

  @Test("a countdown of centuries is exact; a deadline beyond the distant future saturates")
  func centuries() {
    let centuries = Duration.seconds(300 * 366 * 86_400)
    var exact = CountdownMachine(centuries, options: CountdownOptions(unit: .seconds(86_400)))
    _ = exact.start(at: CountdownProbe.base) { _ in }
    #expect(exact.reading(at: CountdownProbe.base).shown == 300 * 366)
    #expect(exact.nextDue(wantsMilestones: true)?.moment == CountdownProbe.base + centuries)

    var endless = CountdownMachine(
      Duration(attoseconds: .max),
      options: CountdownOptions(
        unit: .nanoseconds(1), milestones: [.remaining(Duration(attoseconds: .max))]))
    _ = endless.start(at: CountdownProbe.base) { _ in }
    endless.watch(true, at: CountdownProbe.base) { _ in }
    #expect(endless.reading(at: CountdownProbe.base).shown == .max)
    let longest = Duration(attoseconds: .max)
    #expect(endless.extend(by: longest, at: CountdownProbe.base) { _ in } == true)
    #expect(endless.pause(at: CountdownProbe.base) { _ in } == true)
    #expect(endless.extend(by: longest, at: CountdownProbe.base) { _ in } == true)
    let later = CountdownProbe.base + centuries
    #expect(endless.resume(at: later) { _ in } == true)
    endless.advance(to: later) { _ in }
    #expect(endless.nextDue(wantsMilestones: true)?.moment ?? .origin > later)
    var reported: [CountdownEvent] = []
    let shortest = Duration(attoseconds: .min)
    #expect(endless.extend(by: shortest, at: later) { reported.append($0) } == true)
    #expect(reported.last == .end(CountdownEnd(.finished, at: later), endless.reading(at: later)))
    #expect(endless.state == .finished)
  }

  @Test("overtime up to the distant future saturates")
  func overtimeToTheEndOfTime() {
    let options = CountdownOptions(unit: .nanoseconds(1), countsPastZero: true)
    var machine = CountdownMachine(.zero, options: options)
    machine.watch(true, at: .origin) { _ in }
    _ = machine.start(at: .origin) { _ in }
    machine.advance(to: .distantFuture) { _ in }
    #expect(machine.reading(at: .distantFuture).overtime == Moment.distantFuture - .origin)
    #expect(machine.nextDue(wantsMilestones: true)?.moment == .distantFuture)
    machine.advance(to: .distantFuture) { _ in Issue.record("told twice") }
    #expect(machine.stopOvertime(at: .distantFuture) { _ in } == true)
  }

  @Test("a time that runs backwards does not trap, and no run ends twice")
  func backwards() {
    for event in CountdownProbe.Event.allCases {
      for state in [CountdownState.idle, .running, .paused, .overtime, .finished] {
        guard let (probe, _) = try? probe(in: state, isWatched: true) else { continue }
        _ = probe.apply(event, at: -900)
        _ = probe.apply(event, at: 3)
        probe.advance(to: 100)
        let ends = probe.takeWords().filter { $0.hasPrefix("finished") }
        #expect(ends.count <= 2)
      }
    }
  }
}
