import Foundation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Records the milestones and ends of phases that it receives, and their seconds.
@MainActor
private final class Log {
  var lines: [String] = []

  func noteMilestones(of countdown: Countdown) {
    countdown.onMilestone(with: self) { log, reached in
      log.lines.append("\(Int(reached.remaining / .seconds(1))) s left")
    }
  }

  func notePhases(of countdown: Countdown, from start: WallMoment, on time: VirtualTime) {
    countdown.onPhaseEnd(with: self) { log, end in
      let second = (time.wallNow + (end.moment - time.now) - start) / .seconds(1)
      log.lines.append("\(end.phase.name) at \(second)\(end.isSkipped ? " skipped" : "")")
    }
  }

  func noteChanges(of countdown: Countdown) {
    countdown.onChange(with: self) { log, change in
      switch change.kind {
      case .milestone, .phaseEnded:
        log.lines.append("phase \(change.reading.phaseIndex), \(change.reading.shown) left")
      default: break
      }
    }
  }
}

@MainActor
@Suite("Events that became due while no process ran a kept countdown")
struct PendingEventsTests {
  private let time = VirtualTime()
  private let store = MemoryStore()
  private let log = Log()

  private func minute(on time: VirtualTime) -> Countdown {
    store.on(time.timekeeper).countdown(
      "minute", startingFrom: .seconds(60),
      options: CountdownOptions(milestones: [.remaining(.seconds(30)), .remaining(.seconds(10))]))
  }

  private func phases(on time: VirtualTime) -> Countdown {
    store.on(time.timekeeper).countdown(
      "phases",
      phases: [
        Phase("A", .seconds(10)), Phase("B", .seconds(10)), Phase("C", .seconds(10)),
      ], options: CountdownOptions(milestones: [.remaining(.seconds(4))]))
  }

  @Test("the end of a phase is told with the phases of its run, whatever the countdown has since")
  func formerPhases() throws {
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(100))
    let countdown = try #require(try store.on(later.timekeeper).countdown("phases"))
    countdown.start(phases: [Phase("X", .seconds(7))])
    var told: [String] = []
    countdown.onPhaseEnd(with: log) { _, end in
      told.append("\(end.phase.name) of \(end.round), then \(end.next?.name ?? "none")")
    }
    countdown.onMilestone(with: log) { _, reached in told.append(reached.phase?.name ?? "none") }
    later.advance(by: .seconds(7))
    #expect(
      told == [
        "A of 1, then B", "B of 1, then C", "C of 1, then none", "A", "B", "C", "X",
        "X of 1, then none",
      ])
  }

  @Test("Law 11: milestones that passed are reported once, as after a stall")
  func milestones() {
    minute(on: time).start()
    time.advance(by: .seconds(5))

    let later = time.relaunched(after: .seconds(40))
    let second = minute(on: later)
    let heir = Log()
    heir.noteMilestones(of: second)
    #expect(heir.lines == ["30 s left"])
    heir.noteMilestones(of: second)
    #expect(heir.lines == ["30 s left"])

    let last = later.relaunched(after: .seconds(1))
    let third = minute(on: last)
    let newcomer = Log()
    newcomer.noteMilestones(of: third)
    #expect(newcomer.lines == [])
    last.advance(by: .seconds(4))
    #expect(newcomer.lines == ["10 s left"])
  }

  @Test("the next process does not deliver a milestone again if nothing else has changed")
  func toldMilestone() {
    let first = minute(on: time)
    log.noteMilestones(of: first)
    first.start()
    time.advance(by: .seconds(31))
    #expect(log.lines == ["30 s left"])
    let later = time.relaunched(after: .seconds(1))
    let heir = Log()
    heir.noteMilestones(of: minute(on: later))
    #expect(heir.lines == [])
  }

  @Test("another process does not deliver milestones that passed before it opened the record")
  func besideAnother() {
    let first = minute(on: time)
    log.noteMilestones(of: first)
    first.start()
    let beside = time.companion()
    time.advance(by: .seconds(40))
    beside.advance(by: .seconds(40))
    let other = Log()
    other.noteMilestones(of: minute(on: beside))
    #expect(log.lines == ["30 s left"])
    #expect(other.lines == [])
  }

  @Test("milestones and ends of phases are delivered in order, with the readings of their instants")
  func inOrder() {
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(27))
    let countdown = phases(on: later)
    log.noteChanges(of: countdown)
    #expect(
      log.lines == [
        "phase 0, 4 left", "phase 1, 10 left", "phase 1, 4 left", "phase 2, 10 left",
        "phase 2, 4 left",
      ])
    // They have been handled.
    let other = Log()
    other.notePhases(of: countdown, from: time.wallNow, on: later)
    #expect(other.lines == [])
  }

  @Test("undelivered ends of phases survive kills, pauses and reboots, and keep their instants")
  func survive() async throws {
    let start = time.wallNow
    phases(on: time).start()
    let second = time.relaunched(after: .seconds(12))
    let paused = phases(on: second)
    #expect(paused.skip())
    paused.pause()
    try await paused.saved()
    let third = second.relaunched(after: .seconds(100))
    let longer = phases(on: third)
    longer.extend(by: .seconds(7))
    try await longer.saved()
    let last = third.rebooted(after: .seconds(1_000))
    let countdown = phases(on: last)
    #expect((countdown.phaseIndex, countdown.remaining) == (2, .seconds(17)))
    log.notePhases(of: countdown, from: start, on: last)
    // There is no moment before the boot: that of the earlier end is the clock's origin.
    #expect(log.lines.map { $0.prefix(1) } == ["A", "B"])
    #expect(log.lines.last?.hasSuffix("skipped") == true)
    try await countdown.saved()
    let again = Log()
    again.notePhases(of: phases(on: last.relaunched()), from: start, on: last)
    #expect(again.lines == [])
  }

  @Test("a receiver of only the ends of phases gets them, even after the finish")
  func phasesAlone() {
    let start = time.wallNow
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(31))
    let countdown = phases(on: later)
    log.notePhases(of: countdown, from: start, on: later)
    #expect(log.lines == ["A at 10.0", "B at 20.0", "C at 30.0"])
    var finishes = 0
    countdown.onFinish(with: log) { _, _ in finishes += 1 }
    #expect(finishes == 1)
  }

  @Test("delivered ends of phases are not delivered again if the finish is still pending")
  func phasesToldWithoutFinish() {
    let start = time.wallNow
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(31))
    log.notePhases(of: phases(on: later), from: start, on: later)
    #expect(log.lines.count == 3)
    let last = later.relaunched(after: .seconds(1))
    log.notePhases(of: phases(on: last), from: start, on: last)
    #expect(log.lines.count == 3)
  }

  @Test("after the finish is handled, no pending event of its run is delivered")
  func phasesAfterFinish() {
    let start = time.wallNow
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(31))
    let countdown = phases(on: later)
    var finishes = 0
    countdown.onFinish(with: log) { _, _ in finishes += 1 }
    later.advance(by: .seconds(1))
    log.notePhases(of: countdown, from: start, on: later)
    #expect(finishes == 1)
    #expect(log.lines == [])
    #expect(store.records == 0)
  }

  @Test("an event for an owner that was deallocated is delivered to the next receiver")
  func ownerGone() {
    phases(on: time).start()
    let later = time.relaunched(after: .seconds(12))
    let countdown = phases(on: later)
    var former: Log? = Log()
    var marks = 0
    countdown.onMilestone(with: log) { [start = time.wallNow] _, _ in
      // Deliveries to this binding wait until the closure has returned.
      former?.notePhases(of: countdown, from: start, on: later)
      former = nil
    }
    #expect(former == nil)
    countdown.onPhaseEnd(with: log) { _, _ in marks += 1 }
    #expect(marks == 1)
  }

  @Test("a start before the boot has the correct phase, remaining time and overtime")
  func beforeTheBoot() {
    let booted = time.rebooted()
    let countdown = Countdown(
      phases: [
        Phase("A", .seconds(10)), Phase("B", .seconds(10)), Phase("C", .seconds(10)),
      ], on: booted.timekeeper)
    log.noteChanges(of: countdown)
    #expect(booted.now - .origin == .seconds(10))
    #expect(countdown.start(asOf: Date(booted.wallNow - .seconds(17))))
    #expect((countdown.phaseIndex, countdown.remaining) == (1, .seconds(3)))
    #expect(log.lines == ["phase 1, 10 left"])
    countdown.cancel()
    #expect(countdown.start(asOf: Date(booted.wallNow - .seconds(3_600))))
    #expect(countdown.isFinished)

    let past = Countdown(
      .seconds(30), options: CountdownOptions(countsPastZero: true), on: booted.timekeeper)
    past.start(asOf: Date(booted.wallNow - .seconds(90)))
    #expect(past.reading.overtime == .seconds(60))
    booted.advance(by: .seconds(1))
    #expect(past.reading.overtime == .seconds(61))
  }

  @Test("the first reading of a start in the past is the current one")
  func firstReading() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    var exact: [Duration] = []
    countdown.onTick(with: log) { _, reading in exact.append(reading.remaining) }
    exact = []
    countdown.start(asOf: time.now - .milliseconds(300))
    #expect(exact == [.milliseconds(59_700)])
  }

  @Test("a task that awaits a finish returns if the finish is acknowledged or discarded first")
  func waiters() async {
    for discards in [false, true] {
      let store = MemoryStore()
      let time = VirtualTime()
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60)).start()
      let countdown = store.on(time.relaunched(after: .seconds(61)).timekeeper).countdown(
        "tea", startingFrom: .seconds(60))
      let waiting = Task { await countdown.finished() }
      await Task.yield()
      if discards { countdown.discard() } else { countdown.acknowledgeFinish() }
      #expect(await waiting.value?.outcome == .finished)
    }
  }
}
