import SandglassCore

/// The JSON form of a record in its file, with its format and version.
///
/// The types of the core are not `Codable` themselves, because the core compiles without `Codable`, and because the
/// format on disk must not change when the types change.
struct RecordJSON: Codable {
  private enum Key: String, CodingKey {
    case format, version, record
    case id, label, state, target, total, options, written, certainty, claim
    case kind, deadline, remaining, end, duration, wall, steady, boot
    case unit, rounding, milestones, countsPastZero, tolerance, pulse
    case process, start, space, made
    case phases, rounds, name, phase, untoldPhaseEnds, ended, isSkipped
  }

  private typealias Fields = KeyedDecodingContainer<Key>
  private typealias Sink = KeyedEncodingContainer<Key>

  let record: CountdownRecord

  init(_ record: CountdownRecord) {
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    let version = try RecordFile.envelope.version(in: file, format: .format, version: .version)
    record = try Self.record(in: file.fields(.record), version: version)
  }

  func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(RecordFile.format, forKey: .format)
    try file.encode(Self.version(of: record), forKey: .version)
    var fields = file.sink(.record)
    try Self.encode(record, to: &fields)
  }
}

// MARK: - The record

extension RecordJSON {
  /// Version 2 added claims, and version 3 added phases.
  private static func version(of record: CountdownRecord) -> Int {
    record.target.plan == nil ? 2 : 3
  }

  private static func record(in fields: Fields, version: Int) throws -> CountdownRecord {
    CountdownRecord(
      id: try fields.decode(String.self, forKey: .id),
      label: try fields.decodeIfPresent(String.self, forKey: .label),
      state: try state(in: fields.fields(.state)),
      target: try target(in: fields.fields(.target)),
      total: try fields.exact(.total),
      // Absent if there are no phases.
      phaseIndex: version < 3 ? 0 : try fields.decodeIfPresent(Int.self, forKey: .phase) ?? 0,
      untoldPhaseEnds: version < 3 ? [] : try untoldPhaseEnds(in: fields),
      options: try options(in: fields.fields(.options)),
      written: try instant(in: fields.fields(.written)),
      // Absent if the certainty is exact.
      certainty: try fields.exactIfPresent(.certainty) ?? .exact,
      // Version 1 did not have claims. In that version, the process that ran a countdown held a lock.
      claim: version < 2 ? nil : try claim(in: fields))
  }

  private static func encode(_ record: CountdownRecord, to sink: inout Sink) throws {
    try sink.encode(record.id, forKey: .id)
    try sink.encodeIfPresent(record.label, forKey: .label)
    var state = sink.sink(.state)
    try encode(record.state, to: &state)
    var target = sink.sink(.target)
    try encode(record.target, to: &target)
    try sink.encode(exact: record.total, .total)
    if record.target.plan != nil { try sink.encode(record.phaseIndex, forKey: .phase) }
    try encode(record.untoldPhaseEnds, to: &sink)
    var options = sink.sink(.options)
    try encode(record.options, to: &options)
    var written = sink.sink(.written)
    try encode(record.written, to: &written)
    if record.certainty != .exact { try sink.encode(exact: record.certainty, .certainty) }
    if let claim = record.claim {
      var fields = sink.sink(.claim)
      try encode(claim, to: &fields)
    }
  }
}

// MARK: - Unhandled phase ends

extension RecordJSON {
  /// The list is absent if there are no unhandled phase ends.
  private static func untoldPhaseEnds(
    in fields: Fields
  ) throws -> [CountdownRecord.UntoldPhaseEnd] {
    guard fields.contains(.untoldPhaseEnds), try !fields.decodeNil(forKey: .untoldPhaseEnds) else {
      return []
    }
    var list = try fields.nestedUnkeyedContainer(forKey: .untoldPhaseEnds)
    var ends: [CountdownRecord.UntoldPhaseEnd] = []
    while !list.isAtEnd {
      let end = try list.nestedContainer(keyedBy: Key.self)
      ends.append(
        CountdownRecord.UntoldPhaseEnd(
          index: try end.decode(Int.self, forKey: .phase), ended: try end.exact(.ended),
          isSkipped: try end.decode(Bool.self, forKey: .isSkipped)))
    }
    return ends
  }

  private static func encode(
    _ ends: [CountdownRecord.UntoldPhaseEnd], to sink: inout Sink
  ) throws {
    if ends.isEmpty { return }
    var list = sink.nestedUnkeyedContainer(forKey: .untoldPhaseEnds)
    for end in ends {
      var fields = list.nestedContainer(keyedBy: Key.self)
      try fields.encode(end.index, forKey: .phase)
      try fields.encode(exact: end.ended, .ended)
      try fields.encode(end.isSkipped, forKey: .isSkipped)
    }
  }
}

// MARK: - The claim

extension RecordJSON {
  private static func claim(in fields: Fields) throws -> CountdownRecord.Claim? {
    guard fields.contains(.claim), try !fields.decodeNil(forKey: .claim) else { return nil }
    let claim = try fields.fields(.claim)
    let boot = try claim.decodeIfPresent(String.self, forKey: .boot)
    let process = ProcessIdentity(
      number: try claim.decode(Int32.self, forKey: .process),
      start: try claim.decodeIfPresent(String.self, forKey: .start),
      space: try claim.decodeIfPresent(String.self, forKey: .space),
      boot: boot.map { BootIdentity($0) })
    return CountdownRecord.Claim(by: process, made: try claim.exact(.made))
  }

  private static func encode(_ claim: CountdownRecord.Claim, to sink: inout Sink) throws {
    try sink.encode(claim.process.number, forKey: .process)
    try sink.encodeIfPresent(claim.process.start, forKey: .start)
    try sink.encodeIfPresent(claim.process.space, forKey: .space)
    try sink.encodeIfPresent(claim.process.boot?.text, forKey: .boot)
    try sink.encode(exact: claim.made, .made)
  }
}

// MARK: - The state

extension RecordJSON {
  private enum Kind: String, CaseIterable, ExactText {
    case running, paused, overtime, finished
  }

  private static func state(in fields: Fields) throws -> CountdownRecord.State {
    let kind: Kind = try fields.exact(.kind)
    // All fields that are present are checked, even fields that this kind does not use.
    let deadline = try deadline(in: fields)
    let remaining: Duration? = try fields.exactIfPresent(.remaining)
    let end: WallMoment? = try fields.exactIfPresent(.end)
    func present<Value>(_ value: Value?, _ key: Key) throws -> Value {
      guard let value else {
        throw RecordFault.damaged("its state is \(kind.rawValue) and has no \(key.rawValue)")
      }
      return value
    }
    switch kind {
    case .running:
      let deadline = try present(deadline, .deadline)
      return .running(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .overtime:
      let deadline = try present(deadline, .deadline)
      return .overtime(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .paused:
      return .paused(remaining: try present(remaining, .remaining))
    case .finished:
      return .finished(at: try present(end, .end))
    }
  }

  private static func deadline(in fields: Fields) throws -> (steady: Moment, wall: WallMoment)? {
    guard fields.contains(.deadline), try !fields.decodeNil(forKey: .deadline) else { return nil }
    let clocks = try fields.fields(.deadline)
    return (try clocks.exact(.steady), try clocks.exact(.wall))
  }

  private static func encode(_ state: CountdownRecord.State, to sink: inout Sink) throws {
    switch state {
    case .running(let deadline, let wallDeadline):
      try encode(.running, deadline, wallDeadline, to: &sink)
    case .overtime(let deadline, let wallDeadline):
      try encode(.overtime, deadline, wallDeadline, to: &sink)
    case .paused(let remaining):
      try sink.encode(exact: Kind.paused, .kind)
      try sink.encode(exact: remaining, .remaining)
    case .finished(let end):
      try sink.encode(exact: Kind.finished, .kind)
      try sink.encode(exact: end, .end)
    }
  }

  private static func encode(
    _ kind: Kind, _ deadline: Moment, _ wallDeadline: WallMoment, to sink: inout Sink
  ) throws {
    try sink.encode(exact: kind, .kind)
    var clocks = sink.sink(.deadline)
    try clocks.encode(exact: deadline, .steady)
    try clocks.encode(exact: wallDeadline, .wall)
  }
}

// MARK: - The target, and the instant of writing

extension RecordJSON {
  private static func target(in fields: Fields) throws -> CountdownRecord.Target {
    let duration: Duration? = try fields.exactIfPresent(.duration)
    let wall: WallMoment? = try fields.exactIfPresent(.wall)
    let targets: [CountdownRecord.Target?] = [
      duration.map { .duration($0) }, wall.map { .wall($0) },
      try plan(in: fields).map { .phases($0) },
    ]
    let present = targets.compactMap(\.self)
    guard present.count == 1 else {
      throw RecordFault.damaged(
        "its target has \(present.count) of duration, wall and phases; accepted: one")
    }
    return present[0]
  }

  private static func encode(_ target: CountdownRecord.Target, to sink: inout Sink) throws {
    switch target {
    case .duration(let duration): try sink.encode(exact: duration, .duration)
    case .wall(let wall): try sink.encode(exact: wall, .wall)
    case .phases(let plan): try encode(plan, to: &sink)
    }
  }

  private static func plan(in fields: Fields) throws -> PhasePlan? {
    guard fields.contains(.phases), try !fields.decodeNil(forKey: .phases) else { return nil }
    var list = try fields.nestedUnkeyedContainer(forKey: .phases)
    var phases: [Phase] = []
    while !list.isAtEnd {
      let phase = try list.nestedContainer(keyedBy: Key.self)
      phases.append(
        Phase(try phase.decode(String.self, forKey: .name), try phase.exact(.duration)))
    }
    return PhasePlan(phases, rounds: try fields.decode(Int.self, forKey: .rounds))
  }

  private static func encode(_ plan: PhasePlan, to sink: inout Sink) throws {
    try sink.encode(plan.rounds, forKey: .rounds)
    var list = sink.nestedUnkeyedContainer(forKey: .phases)
    for phase in plan.phases {
      var fields = list.nestedContainer(keyedBy: Key.self)
      try fields.encode(phase.name, forKey: .name)
      try fields.encode(exact: phase.duration, .duration)
    }
  }

  private static func instant(in fields: Fields) throws -> CountdownRecord.Instant {
    let boot = try fields.decodeIfPresent(String.self, forKey: .boot)
    return CountdownRecord.Instant(
      steady: try fields.exact(.steady), wall: try fields.exact(.wall),
      boot: boot.map { BootIdentity($0) })
  }

  private static func encode(_ instant: CountdownRecord.Instant, to sink: inout Sink) throws {
    try sink.encode(exact: instant.steady, .steady)
    try sink.encode(exact: instant.wall, .wall)
    try sink.encodeIfPresent(instant.boot?.text, forKey: .boot)
  }
}

// MARK: - The options

extension RecordJSON {
  private static func options(in fields: Fields) throws -> CountdownOptions {
    let unit: Duration = try fields.exact(.unit)
    try check(unit, "unit", isAccepted: unit > .zero, "more than 0 s")
    let tolerance: Duration = try fields.exact(.tolerance)
    try check(tolerance, "tolerance", isAccepted: tolerance >= .zero, "0 s or more")
    let milestones: [Duration] = try fields.exactList(.milestones)
    for milestone in milestones {
      try check(milestone, "milestone", isAccepted: milestone > .zero, "more than 0 s")
    }
    var options = CountdownOptions(
      unit: unit, rounding: try fields.exact(.rounding), milestones: milestones,
      countsPastZero: try fields.decode(Bool.self, forKey: .countsPastZero), tolerance: tolerance)
    options.pulse = try fields.exactIfPresent(.pulse)
    return options
  }

  private static func check(
    _ duration: Duration, _ name: String, isAccepted: Bool, _ accepted: String
  ) throws(RecordFault) {
    if !isAccepted {
      throw .damaged("its \(name) is \(duration.exactText); accepted: \(accepted)")
    }
  }

  private static func encode(_ options: CountdownOptions, to sink: inout Sink) throws {
    try sink.encode(exact: options.unit, .unit)
    try sink.encode(exact: options.rounding, .rounding)
    try sink.encode(options.milestones.map(\.exactText), forKey: .milestones)
    try sink.encode(options.countsPastZero, forKey: .countsPastZero)
    try sink.encode(exact: options.tolerance, .tolerance)
    if let pulse = options.pulse { try sink.encode(exact: pulse, .pulse) }
  }
}

extension Certainty: ExactText {}

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
