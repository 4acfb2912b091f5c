import Testing

@testable import SandglassCore
@testable import SandglassLedger

@Suite("The pending events of a record")
struct PendingEventTests {
  private let written = ClockInstant(
    steady: Moment(nanoseconds: 5_000_000_000), wall: WallMoment(secondsSince1970: 1_000),
    boot: BootIdentity("A"))

  private func event(_ kind: PendingEvent.Kind, _ number: Int) -> PendingEvent {
    PendingEvent(kind, run: 1, number: number, total: .seconds(60), at: written)
  }

  private func record(
    _ pending: [PendingEvent] = [], state: CountdownRecord.State? = nil
  ) -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: nil,
      state: state
        ?? .running(
          deadline: written.steady + .seconds(60), wallDeadline: written.wall + .seconds(60)),
      target: .duration(.seconds(60)), total: .seconds(60), options: .standard, written: written,
      pending: pending)
  }

  private func later(_ seconds: Double, wallShift: Double = 0) -> ClockInstant {
    ClockInstant(
      steady: written.steady + .seconds(seconds),
      wall: written.wall + .seconds(seconds + wallShift), boot: written.boot)
  }

  @Test("above 256 events, the oldest milestones and phase ends are dropped first, finishes last")
  func limit() {
    let finishes = (1...10).map { event(.finish, $0) }
    let milestones = (11...400).map { event(.milestone(.remaining(.seconds($0))), $0) }
    let pending = record(finishes + milestones).pending
    #expect(pending.count == CountdownRecord.pendingLimit)
    #expect(pending.prefix(10).map(\.number) == Array(1...10))
    #expect(pending.last?.number == 400)
    let many = record((1...300).map { event(.finish, $0) }).pending
    #expect(many.map(\.number) == Array(45...300))
  }

  @Test("a process leaves the lease to others while something waits for which it has no receiver")
  func lease() {
    let process = ProcessIdentity(number: 7, start: nil, space: nil, boot: written.boot)
    func holder(of record: CountdownRecord, with receivers: PendingEventKinds) -> ProcessIdentity? {
      var record = record
      record.updateLease(
        of: process, receivers: receivers, isDelivering: false, mayRelease: true, at: later(1)
      ) { _ in .alive }
      return record.lease?.process
    }
    let waiting = record([event(.milestone(.remaining(.seconds(59))), 1)])
    #expect(holder(of: waiting, with: .finishes) == nil)
    #expect(holder(of: waiting, with: .milestones) == process)
    #expect(holder(of: record(), with: .finishes) == process)
    #expect(holder(of: record(), with: []) == nil)
  }

  @Test("an event of the same moment but another total is another one, and so is one that moved")
  func unchanged() {
    func elapsed(_ total: Int, later nanoseconds: Int = 0) -> PendingEvent {
      let instant = ClockInstant(
        steady: written.steady + .nanoseconds(nanoseconds), wall: written.wall, boot: written.boot)
      return PendingEvent(
        .milestone(.elapsed(.seconds(5))), run: 1, number: 1, total: .seconds(total), at: instant)
    }
    #expect(elapsed(60).isUnchanged(from: elapsed(60)))
    #expect(elapsed(60, later: 499_999).isUnchanged(from: elapsed(60)))
    #expect(!elapsed(60, later: 500_001).isUnchanged(from: elapsed(60)))
    // An extension does not move what has elapsed, but less of the whole has passed.
    #expect(!elapsed(70).isUnchanged(from: elapsed(60)))
  }

  @Test("a run that a delivery moves on has another revision, even if no event is left to say so")
  func movedOnUnsaid() throws {
    var record = record()
    record.options.milestones = [.remaining(.seconds(20))]
    let milestone = try #require(record.settled(at: later(45)).pending.first)
    // Another process had extended the run, and had taken the milestone away, before it was due.
    record.apply(.extend(by: .seconds(100)), at: later(10))
    record.apply(.setMilestones([]), at: later(10))
    let (revision, count) = (record.revision, record.eventCount)
    record.apply(.acknowledge(milestone), at: later(46))
    #expect(record.eventCount == count && record.revision != revision)
    #expect(record.restored(at: later(46)).state == .running(remaining: .seconds(20)))
  }

  @Test("a run whose options are replaced goes on with them, and tells nothing that has passed")
  func replacedOptions() {
    var record = record()
    let options = CountdownOptions(
      milestones: [50, 40].map { .remaining(.seconds($0)) }, countsPastZero: true)
    #expect(record.apply(.setOptions(options), at: later(15)) == nil)
    let settled = record.settled(at: later(70))
    #expect(settled.pending.map(\.kind) == [.milestone(.remaining(.seconds(40))), .finish])
    let end = written.wall + .seconds(60)
    #expect(
      settled.restored(at: later(70)).state == .overtime(past: .seconds(10), ended: end))
  }

  @Test("a record from elsewhere may have any number of events, and goes on")
  func greatestNumber() {
    var record = record()
    record.eventCount = .max
    let settled = record.settled(at: later(90))
    #expect(settled.pending.map(\.number) == [.max] && settled.eventCount == .max)
  }

  @Test("a pending finish keeps its moment when the wall clock is set")
  func setClock() throws {
    let settled = record().settled(at: later(90))
    let finish = try #require(settled.pending.first)
    for shift in [-3600.0, 0, 3600] {
      let moment = finish.moment(at: later(100, wallShift: shift))
      #expect(moment == PastMoment(written.steady + .seconds(60)))
    }
  }

  @Test("an event that became due before the boot keeps its wall-clock time")
  func beforeTheBoot() throws {
    let now = ClockInstant(
      steady: Moment(nanoseconds: 10_000_000_000), wall: written.wall + .seconds(500),
      boot: BootIdentity("B"))
    let finish = try #require(record().settled(at: now).pending.first)
    #expect(finish.instant.wall == written.wall + .seconds(60))
    #expect(finish.moment(at: now).moment == .origin)
    #expect(finish.moment(at: now).age(at: now.steady) == .seconds(440))
  }

  /// A milestone of the second of two phases, as a process has delivered it that knows of no extension.
  private var delivered: PendingEvent {
    PendingEvent(
      .milestone(.remaining(.seconds(5))), run: 1, number: 3, phaseIndex: 1, total: .seconds(20),
      at: later(25))
  }

  @Test("a milestone of another phase is another event, also with the same number")
  func otherPhase() {
    var record = record()
    let first = PendingEvent(
      delivered.kind, run: 1, number: 3, phaseIndex: 0, total: .seconds(60), at: written)
    record.pending = [first]
    record.acknowledge(delivered)
    #expect(record.pending == [first])
  }

  @Test("what was delivered is a fact, also if an extension has put other events before it")
  func movedOn() {
    var record = record()
    let order = WallMoment(secondsSince1970: 1)
    let plan = PhasePlan([Phase("A", .seconds(10)), Phase("B", .seconds(20))])
    let options = CountdownOptions(milestones: [.remaining(.seconds(5))])
    record.state = .idle
    record.apply(.perform(.start(.phases(plan), options, age: .zero, order: order)), at: later(0))
    record.apply(.perform(.extend(by: .seconds(10))), at: later(6))
    record.apply(.perform(.pause), at: later(7))
    #expect(record.eventCount == 1)
    let event = PendingEvent(
      delivered.kind, run: record.run, number: 3, phaseIndex: 1, total: .seconds(20), at: later(25))
    record.apply(.acknowledge(event), at: later(25))
    #expect(record.state == .paused(remaining: .seconds(5)) && record.phaseIndex == 1)
    #expect(record.pending.map(\.number) == [1, 2, 3] && record.eventCount == 4)
  }

  @Test("settling again, in steps, or in another process produces the same events")
  func deterministic() {
    let once = record().settled(at: later(90))
    let steps = record().settled(at: later(30)).settled(at: later(61)).settled(at: later(90))
    #expect(once.pending == steps.pending && once.state == steps.state)
    #expect(once.settled(at: later(90)) == once)
  }

  @Test("an operation takes effect when it was called, not when it is stored")
  func calledEarlier() {
    var changed = record()
    changed.apply(.pause, at: later(20))
    #expect(changed.state == .paused(remaining: .seconds(40)))
    // This operation was called before the other one, and is applied after it.
    changed.apply(.extend(by: .seconds(5)), at: later(10))
    #expect(changed.state == .paused(remaining: .seconds(45)))
  }
}
