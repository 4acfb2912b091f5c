import SandglassCore
import SandglassLedger

// The JSON form of a countdown's record. Each extension here reads and writes an object in the file. Members that say
// nothing are absent.
//
// The types of the ledger are not `Codable` themselves, because the format on disk must not change when the types change.

extension CountdownRecord: StoredRecord {
  static var envelope: RecordEnvelope { RecordFile.envelope }

  static var kind: RecordName.Kind { .countdown }

  init(_ members: ReadMembers) throws {
    self.init(
      id: try members.text("id"), label: try members.textIfPresent("label"),
      state: try State(members.object("state")),
      target: try CountdownTarget(members.object("target")), total: try members.exact("total"),
      phaseIndex: try members.numberIfPresent("phase") ?? 0,
      untold: try members.exactIfPresent("untold"),
      options: try CountdownOptions(members.object("options")),
      written: try ClockInstant(members.object("written")),
      certainty: try members.exactIfPresent("certainty") ?? .exact,
      run: try members.number("run"), revision: try members.number("revision"),
      change: try members.objectIfPresent("change").map { try Change($0) },
      eventCount: try members.number("eventCount"), started: try members.exact("started"),
      pending: try members.objectsIfPresent("pending")?.map { try PendingEvent($0) } ?? [],
      lease: try members.objectIfPresent("lease").map { try Lease($0) })
  }

  func write(to members: WrittenMembers) throws {
    try members.write(id, as: "id")
    try members.write(label, as: "label")
    try members.writeObject(as: "state", state.write)
    try members.writeObject(as: "target", target.write)
    try members.write(exact: total, as: "total")
    try members.write(target.plan == nil ? nil : phaseIndex, as: "phase")
    try members.write(exact: untold, as: "untold")
    try members.writeObject(as: "options", options.write)
    try members.writeObject(as: "written", written.write)
    try members.write(exact: certainty == .exact ? nil : certainty, as: "certainty")
    try members.write(run, as: "run")
    try members.write(revision, as: "revision")
    if let change { try members.writeObject(as: "change", change.write) }
    try members.write(eventCount, as: "eventCount")
    try members.write(exact: started, as: "started")
    if !pending.isEmpty {
      try members.writeObjects(for: pending, as: "pending") { try $0.write(to: $1) }
    }
    if let lease { try members.writeObject(as: "lease", lease.write) }
  }

  func bytes() throws(FileError) -> [UInt8] { try RecordFile.bytes(of: self) }
}

/// An instant on both clocks. How long the device had slept is absent if nothing depends on it.
extension ClockInstant {
  init(_ members: ReadMembers) throws {
    self.init(
      steady: try members.exact("steady"), wall: try members.exact("wall"),
      boot: try members.textIfPresent("boot").map { BootIdentity($0) },
      asleep: try members.exactIfPresent("asleep"))
  }

  func write(to members: WrittenMembers) throws {
    try members.write(exact: steady, as: "steady")
    try members.write(exact: wall, as: "wall")
    try members.write(boot?.text, as: "boot")
    try members.write(exact: asleep, as: "asleep")
  }
}

// MARK: - The state

extension CountdownRecord.State {
  private enum Kind: String, CaseIterable, ExactText {
    case idle, running, paused, overtime, finished
  }

  // All members that are present are read, even those that this kind does not use.
  fileprivate init(_ members: ReadMembers) throws {
    let kind: Kind = try members.exact("kind")
    let deadline = try members.objectIfPresent("deadline").map { deadline in
      (
        steady: try deadline.exact("steady") as Moment,
        wall: try deadline.exact("wall") as WallMoment
      )
    }
    let remaining: Duration? = try members.exactIfPresent("remaining")
    let end: WallMoment? = try members.exactIfPresent("end")

    func present<Value>(_ value: Value?, _ name: String) throws(RecordFault) -> Value {
      guard let value else {
        throw .damaged("its state is \(kind.rawValue) and has no \(name)")
      }
      return value
    }
    switch kind {
    case .idle: self = .idle
    case .running:
      let deadline = try present(deadline, "deadline")
      self = .running(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .overtime:
      let deadline = try present(deadline, "deadline")
      self = .overtime(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .paused: self = .paused(remaining: try present(remaining, "remaining"), end: end)
    case .finished: self = .finished(at: try present(end, "end"))
    }
  }

  fileprivate func write(to members: WrittenMembers) throws {
    func write(_ kind: Kind, until steady: Moment, _ wall: WallMoment) throws {
      try members.write(exact: kind, as: "kind")
      try members.writeObject(as: "deadline") { deadline in
        try deadline.write(exact: steady, as: "steady")
        try deadline.write(exact: wall, as: "wall")
      }
    }
    switch self {
    case .idle: try members.write(exact: Kind.idle, as: "kind")
    case .running(let steady, let wall): try write(.running, until: steady, wall)
    case .overtime(let steady, let wall): try write(.overtime, until: steady, wall)
    case .paused(let remaining, let end):
      try members.write(exact: Kind.paused, as: "kind")
      try members.write(exact: remaining, as: "remaining")
      try members.write(exact: end, as: "end")
    case .finished(let end):
      try members.write(exact: Kind.finished, as: "kind")
      try members.write(exact: end, as: "end")
    }
  }
}

// MARK: - The target

extension Phase {
  fileprivate init(_ members: ReadMembers) throws {
    self.init(try members.text("name"), try members.exact("duration"))
  }

  fileprivate func write(to members: WrittenMembers) throws {
    try members.write(name, as: "name")
    try members.write(exact: duration, as: "duration")
  }
}

extension CountdownTarget {
  fileprivate init(_ members: ReadMembers) throws {
    let duration: Duration? = try members.exactIfPresent("duration")
    let wall: WallMoment? = try members.exactIfPresent("wall")
    let phases = try members.objectsIfPresent("phases")?.map { try Phase($0) }
    let rounds = try members.numberIfPresent("rounds")
    switch (duration, wall, phases) {
    case (let duration?, nil, nil): self = .duration(duration)
    case (nil, let wall?, nil): self = .wall(wall)
    case (nil, nil, let phases?):
      guard let rounds else { throw RecordFault.damaged("its target has phases and no rounds") }
      self = .phases(PhasePlan(phases, rounds: rounds))
    default:
      let count = [duration != nil, wall != nil, phases != nil].count { $0 }
      throw RecordFault.damaged(
        "its target has \(count) of duration, wall and phases; accepted: one")
    }
  }

  fileprivate func write(to members: WrittenMembers) throws {
    switch self {
    case .duration(let duration): try members.write(exact: duration, as: "duration")
    case .wall(let wall): try members.write(exact: wall, as: "wall")
    case .phases(let plan):
      try members.writeObjects(for: plan.phases, as: "phases") { try $0.write(to: $1) }
      try members.write(plan.rounds, as: "rounds")
    }
  }
}

// MARK: - The options

extension CountdownOptions {
  fileprivate init(_ members: ReadMembers) throws {
    let unit: Duration = try members.exact("unit")
    let rounding: Rounding = try members.exact("rounding")
    let milestones: [Milestone] = try members.exactValues("milestones")
    let limit: Duration? = try members.exactIfPresent("milestoneLatenessLimit")
    let countsPastZero = try members.flag("countsPastZero")
    let tolerance: Duration = try members.exact("tolerance")
    self.init(
      unit: try unit.checked("unit", accepted: "more than 0 s") { $0 > .zero }, rounding: rounding,
      milestones: try milestones.map {
        try $0.checked("milestone", accepted: "more than 0 s, or a progress between 0 and 1") {
          $0.isPossible
        }
      },
      milestoneLatenessLimit: try limit?.checked(
        "milestoneLatenessLimit", accepted: "0 s or more"
      ) { $0 >= .zero },
      countsPastZero: countsPastZero,
      tolerance: try tolerance.checked("tolerance", accepted: "0 s or more") { $0 >= .zero })
    pulse = try members.exactIfPresent("pulse")
    keepsRecord = try members.flagIfPresent("keepsRecord") ?? false
    pausesAsleep = try members.flagIfPresent("pausesAsleep") ?? false
  }

  fileprivate func write(to members: WrittenMembers) throws {
    try members.write(exact: unit, as: "unit")
    try members.write(exact: rounding, as: "rounding")
    try members.write(exact: milestones, as: "milestones")
    try members.write(exact: milestoneLatenessLimit, as: "milestoneLatenessLimit")
    try members.write(countsPastZero, as: "countsPastZero")
    try members.write(exact: tolerance, as: "tolerance")
    try members.write(exact: pulse, as: "pulse")
    try members.write(keepsRecord ? true : nil, as: "keepsRecord")
    try members.write(pausesAsleep ? true : nil, as: "pausesAsleep")
  }
}

// MARK: - The latest change, and pending events

extension CountdownRecord.Change {
  private enum Kind: String, CaseIterable, ExactText {
    case started, paused, resumed, extended, corrected, wentBack, undone, reset
  }

  fileprivate init(_ members: ReadMembers) throws {
    let kind: Kind = try members.exact("kind")
    let duration: Duration? = try members.exactIfPresent("duration")

    func length() throws(RecordFault) -> Duration {
      guard let duration else {
        throw .damaged("its change is \(kind.rawValue) and has no duration")
      }
      return duration
    }
    self =
      switch kind {
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

  fileprivate func write(to members: WrittenMembers) throws {
    let (kind, duration): (Kind, Duration?) =
      switch self {
      case .started: (.started, nil)
      case .paused: (.paused, nil)
      case .resumed: (.resumed, nil)
      case .extended(let duration): (.extended, duration)
      case .corrected(let duration): (.corrected, duration)
      case .wentBack: (.wentBack, nil)
      case .undone: (.undone, nil)
      case .reset: (.reset, nil)
      }
    try members.write(exact: kind, as: "kind")
    try members.write(exact: duration, as: "duration")
  }
}

extension PendingEvent {
  private enum KindName: String, CaseIterable, ExactText {
    case milestone, phaseEnd, finish
  }

  fileprivate init(_ members: ReadMembers) throws {
    let name: KindName = try members.exact("kind")
    let milestone: Milestone? = try members.exactIfPresent("milestone")
    let isSkipped = try members.flagIfPresent("isSkipped")
    let kind: Kind
    switch (name, milestone, isSkipped) {
    case (.milestone, let milestone?, _): kind = .milestone(milestone)
    case (.phaseEnd, _, let isSkipped?): kind = .phaseEnd(isSkipped: isSkipped)
    case (.finish, _, _): kind = .finish
    case (.milestone, nil, _):
      throw RecordFault.damaged("its milestone event has no milestone")
    case (.phaseEnd, _, nil): throw RecordFault.damaged("its phaseEnd event has no isSkipped")
    }
    self.init(
      kind, run: try members.number("run"), number: try members.number("number"),
      phaseIndex: try members.numberIfPresent("phase") ?? 0, total: try members.exact("total"),
      phase: try members.objectIfPresent("of").map { try PhaseOfEvent($0) },
      at: try ClockInstant(members.object("at")))
  }

  fileprivate func write(to members: WrittenMembers) throws {
    switch kind {
    case .milestone(let milestone):
      try members.write(exact: KindName.milestone, as: "kind")
      try members.write(exact: milestone, as: "milestone")
    case .phaseEnd(let isSkipped):
      try members.write(exact: KindName.phaseEnd, as: "kind")
      try members.write(isSkipped, as: "isSkipped")
    case .finish: try members.write(exact: KindName.finish, as: "kind")
    }
    try members.write(run, as: "run")
    try members.write(number, as: "number")
    try members.write(phaseIndex == 0 ? nil : phaseIndex, as: "phase")
    try members.write(exact: total, as: "total")
    if let phase { try members.writeObject(as: "of", phase.write) }
    try members.writeObject(as: "at", instant.write)
  }
}

extension PendingEvent.PhaseOfEvent {
  fileprivate init(_ members: ReadMembers) throws {
    self.init(
      try Phase(members.object("phase")), round: try members.numberIfPresent("round"),
      next: try members.objectIfPresent("next").map { try Phase($0) })
  }

  fileprivate func write(to members: WrittenMembers) throws {
    try members.writeObject(as: "phase", phase.write)
    try members.write(round, as: "round")
    if let next { try members.writeObject(as: "next", next.write) }
  }
}

// MARK: - The lease

extension CountdownRecord.Lease {
  fileprivate init(_ members: ReadMembers) throws {
    self.init(
      to: ProcessIdentity(
        number: try members.shortNumber("process"), start: try members.textIfPresent("start"),
        space: try members.textIfPresent("space"),
        boot: try members.textIfPresent("boot").map { BootIdentity($0) }),
      until: try members.exact("until"))
  }

  fileprivate func write(to members: WrittenMembers) throws {
    try members.write(Int(process.number), as: "process")
    try members.write(process.start, as: "start")
    try members.write(process.space, as: "space")
    try members.write(process.boot?.text, as: "boot")
    try members.write(exact: until, as: "until")
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
