import SandglassCore
import SandglassLedger

// The JSON form of a countdown's record. Each structure here is an object in the file, and its properties are the members.
//
// The types of the ledger are not `Codable` themselves, because the format on disk must not change when the types change.

/// The members of a countdown's record. Those that say nothing are absent.
struct CountdownFields: RecordFields {
  static var envelope: RecordEnvelope { RecordFile.envelope }

  private let id: String
  private let label: String?
  private let state: StateFields
  private let target: TargetFields
  private let total: Exact<Duration>
  private let phase: Int?
  private let untold: Exact<Duration>?
  private let options: OptionsFields
  private let written: InstantFields
  private let certainty: Exact<Certainty>?
  private let run: Int
  private let revision: Int
  private let change: ChangeFields?
  private let eventCount: Int
  private let started: Exact<WallMoment>
  private let pending: [EventFields]?
  private let lease: LeaseFields?

  init(_ record: CountdownRecord) {
    id = record.id
    label = record.label
    state = StateFields(record.state)
    target = TargetFields(record.target)
    total = Exact(record.total)
    phase = record.target.plan == nil ? nil : record.phaseIndex
    untold = record.untold.map { Exact($0) }
    options = OptionsFields(record.options)
    written = InstantFields(record.written)
    certainty = record.certainty == .exact ? nil : Exact(record.certainty)
    run = record.run
    revision = record.revision
    change = record.change.map { ChangeFields($0) }
    eventCount = record.eventCount
    started = Exact(record.started)
    pending = record.pending.isEmpty ? nil : record.pending.map { EventFields($0) }
    lease = record.lease.map { LeaseFields($0) }
  }

  func record() throws -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: try state.state(), target: try target.target(),
      total: total.value, phaseIndex: phase ?? 0, untold: untold?.value,
      options: try options.options(), written: written.instant,
      certainty: certainty?.value ?? .exact, run: run, revision: revision,
      change: try change?.change(), eventCount: eventCount, started: started.value,
      pending: try pending?.map { try $0.event() } ?? [], lease: lease?.lease)
  }
}

/// The members of an instant on both clocks. How long the device had slept is absent if nothing depends on it.
struct InstantFields: Codable {
  private let steady: Exact<Moment>
  private let wall: Exact<WallMoment>
  private let boot: String?
  private let asleep: Exact<Duration>?

  init(_ instant: ClockInstant) {
    steady = Exact(instant.steady)
    wall = Exact(instant.wall)
    boot = instant.boot?.text
    asleep = instant.asleep.map { Exact($0) }
  }

  var instant: ClockInstant {
    ClockInstant(
      steady: steady.value, wall: wall.value, boot: boot.map { BootIdentity($0) },
      asleep: asleep?.value)
  }
}

// MARK: - The state

private struct StateFields: Codable {
  enum Kind: String, CaseIterable, ExactText {
    case idle, running, paused, overtime, finished
  }

  struct Deadline: Codable {
    let steady: Exact<Moment>
    let wall: Exact<WallMoment>

    init(_ steady: Moment, _ wall: WallMoment) {
      self.steady = Exact(steady)
      self.wall = Exact(wall)
    }
  }

  // All members that are present are read, even those that this kind does not use.
  private let kind: Exact<Kind>
  private var deadline: Deadline?
  private var remaining: Exact<Duration>?
  private var end: Exact<WallMoment>?

  init(_ state: CountdownRecord.State) {
    switch state {
    case .idle:
      kind = Exact(.idle)
    case .running(let steady, let wall):
      kind = Exact(.running)
      deadline = Deadline(steady, wall)
    case .overtime(let steady, let wall):
      kind = Exact(.overtime)
      deadline = Deadline(steady, wall)
    case .paused(let remaining, let end):
      kind = Exact(.paused)
      self.remaining = Exact(remaining)
      self.end = end.map { Exact($0) }
    case .finished(let end):
      kind = Exact(.finished)
      self.end = Exact(end)
    }
  }

  func state() throws(RecordFault) -> CountdownRecord.State {
    switch kind.value {
    case .idle: return .idle
    case .running:
      let deadline = try present(deadline, "deadline")
      return .running(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .overtime:
      let deadline = try present(deadline, "deadline")
      return .overtime(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .paused:
      return .paused(remaining: try present(remaining, "remaining").value, end: end?.value)
    case .finished: return .finished(at: try present(end, "end").value)
    }
  }

  private func present<Value>(_ value: Value?, _ name: String) throws(RecordFault) -> Value {
    guard let value else {
      throw .damaged("its state is \(kind.value.rawValue) and has no \(name)")
    }
    return value
  }
}

// MARK: - The target

private struct PhaseFields: Codable {
  private let name: String
  private let duration: Exact<Duration>

  init(_ phase: Phase) {
    name = phase.name
    duration = Exact(phase.duration)
  }

  var phase: Phase { Phase(name, duration.value) }
}

private struct TargetFields: Codable {
  private var duration: Exact<Duration>?
  private var wall: Exact<WallMoment>?
  private var phases: [PhaseFields]?
  private var rounds: Int?

  init(_ target: CountdownTarget) {
    switch target {
    case .duration(let duration): self.duration = Exact(duration)
    case .wall(let wall): self.wall = Exact(wall)
    case .phases(let plan):
      phases = plan.phases.map { PhaseFields($0) }
      rounds = plan.rounds
    }
  }

  func target() throws(RecordFault) -> CountdownTarget {
    let targets: [CountdownTarget?] = [
      duration.map { .duration($0.value) }, wall.map { .wall($0.value) },
      try plan().map { .phases($0) },
    ]
    let present = targets.compactMap(\.self)
    guard present.count == 1 else {
      throw .damaged(
        "its target has \(present.count) of duration, wall and phases; accepted: one")
    }
    return present[0]
  }

  private func plan() throws(RecordFault) -> PhasePlan? {
    guard let phases else { return nil }
    guard let rounds else { throw .damaged("its target has phases and no rounds") }
    return PhasePlan(phases.map(\.phase), rounds: rounds)
  }
}

// MARK: - The options

private struct OptionsFields: Codable {
  private let unit: Exact<Duration>
  private let rounding: Exact<Rounding>
  private let milestones: [Exact<Milestone>]
  private let milestoneLatenessLimit: Exact<Duration>?
  private let countsPastZero: Bool
  private let tolerance: Exact<Duration>
  private let pulse: Exact<Moment>?
  private let keepsRecord: Bool?
  private let pausesAsleep: Bool?

  init(_ options: CountdownOptions) {
    unit = Exact(options.unit)
    rounding = Exact(options.rounding)
    milestones = options.milestones.map { Exact($0) }
    milestoneLatenessLimit = options.milestoneLatenessLimit.map { Exact($0) }
    countsPastZero = options.countsPastZero
    tolerance = Exact(options.tolerance)
    pulse = options.pulse.map { Exact($0) }
    keepsRecord = options.keepsRecord ? true : nil
    pausesAsleep = options.pausesAsleep ? true : nil
  }

  func options() throws(RecordFault) -> CountdownOptions {
    try unit.check("unit", "more than 0 s") { $0 > .zero }
    try tolerance.check("tolerance", "0 s or more") { $0 >= .zero }
    for milestone in milestones {
      try milestone.check("milestone", "more than 0 s, or a progress between 0 and 1") {
        $0.isPossible
      }
    }
    try milestoneLatenessLimit?.check("milestoneLatenessLimit", "0 s or more") { $0 >= .zero }
    var options = CountdownOptions(
      unit: unit.value, rounding: rounding.value, milestones: milestones.map(\.value),
      milestoneLatenessLimit: milestoneLatenessLimit?.value, countsPastZero: countsPastZero,
      tolerance: tolerance.value)
    options.pulse = pulse?.value
    options.keepsRecord = keepsRecord ?? false
    options.pausesAsleep = pausesAsleep ?? false
    return options
  }
}

// MARK: - The latest change, and pending events

private struct ChangeFields: Codable {
  enum Kind: String, CaseIterable, ExactText {
    case started, paused, resumed, extended, corrected, wentBack, undone, reset
  }

  private let kind: Exact<Kind>
  private var duration: Exact<Duration>?

  init(_ change: CountdownRecord.Change) {
    switch change {
    case .started: kind = Exact(.started)
    case .paused: kind = Exact(.paused)
    case .resumed: kind = Exact(.resumed)
    case .extended(let duration):
      kind = Exact(.extended)
      self.duration = Exact(duration)
    case .corrected(let duration):
      kind = Exact(.corrected)
      self.duration = Exact(duration)
    case .wentBack: kind = Exact(.wentBack)
    case .undone: kind = Exact(.undone)
    case .reset: kind = Exact(.reset)
    }
  }

  func change() throws(RecordFault) -> CountdownRecord.Change {
    switch kind.value {
    case .started: .started
    case .paused: .paused
    case .resumed: .resumed
    case .extended: .extended(by: try length())
    case .corrected: .corrected(by: try length())
    case .wentBack: .wentBack
    case .undone: .undone
    case .reset: .reset
    }
  }

  private func length() throws(RecordFault) -> Duration {
    guard let duration else {
      throw .damaged("its change is \(kind.value.rawValue) and has no duration")
    }
    return duration.value
  }
}

private struct EventFields: Codable {
  enum Kind: String, CaseIterable, ExactText {
    case milestone, phaseEnd, finish
  }

  private let kind: Exact<Kind>
  private var milestone: Exact<Milestone>?
  private var isSkipped: Bool?
  private let run: Int
  private let number: Int
  private let phase: Int?
  private let total: Exact<Duration>
  private var of: PhaseOfEventFields?
  private let at: InstantFields

  private struct PhaseOfEventFields: Codable {
    let phase: PhaseFields
    let round: Int?
    let next: PhaseFields?
  }

  init(_ event: PendingEvent) {
    switch event.kind {
    case .milestone(let milestone):
      kind = Exact(.milestone)
      self.milestone = Exact(milestone)
    case .phaseEnd(let isSkipped):
      kind = Exact(.phaseEnd)
      self.isSkipped = isSkipped
    case .finish:
      kind = Exact(.finish)
    }
    run = event.run
    number = event.number
    phase = event.phaseIndex == 0 ? nil : event.phaseIndex
    total = Exact(event.total)
    of = event.phase.map {
      PhaseOfEventFields(
        phase: PhaseFields($0.phase), round: $0.round, next: $0.next.map { PhaseFields($0) })
    }
    at = InstantFields(event.instant)
  }

  func event() throws(RecordFault) -> PendingEvent {
    let what: PendingEvent.Kind
    switch (kind.value, milestone, isSkipped) {
    case (.milestone, let milestone?, _): what = .milestone(milestone.value)
    case (.phaseEnd, _, let isSkipped?): what = .phaseEnd(isSkipped: isSkipped)
    case (.finish, _, _): what = .finish
    case (.milestone, nil, _): throw .damaged("its milestone event has no milestone")
    case (.phaseEnd, _, nil): throw .damaged("its phaseEnd event has no isSkipped")
    }
    return PendingEvent(
      what, run: run, number: number, phaseIndex: phase ?? 0,
      total: total.value,
      phase: of.map {
        PendingEvent.PhaseOfEvent($0.phase.phase, round: $0.round, next: $0.next?.phase)
      }, at: at.instant)
  }
}

// MARK: - The lease

private struct LeaseFields: Codable {
  private let process: Int32
  private let start: String?
  private let space: String?
  private let boot: String?
  private let until: Exact<Moment>

  init(_ lease: CountdownRecord.Lease) {
    process = lease.process.number
    start = lease.process.start
    space = lease.process.space
    boot = lease.process.boot?.text
    until = Exact(lease.until)
  }

  var lease: CountdownRecord.Lease {
    CountdownRecord.Lease(
      to: ProcessIdentity(
        number: process, start: start, space: space, boot: boot.map { BootIdentity($0) }),
      until: until.value)
  }
}

// MARK: - Texts of enumerations

extension Certainty: ExactText {
  static var example: String { allCases.map(\.text).joined(separator: ", ") }

  var exactText: String { text }

  static func read(exactText: String) -> Certainty? { allCases.first { $0.text == exactText } }
}

extension Rounding: ExactText {
  static var example: String { "up, nearest, down" }

  var exactText: String {
    switch self {
    case .up: "up"
    case .nearest: "nearest"
    case .down: "down"
    }
  }

  static func read(exactText: String) -> Rounding? {
    switch exactText {
    case "up": .up
    case "nearest": .nearest
    case "down": .down
    default: nil
    }
  }
}
