import Sandglass
import SandglassCore
import SandglassLedger

/// The JSON form of a record in its file, with its format and version.
///
/// The types of the core are not `Codable` themselves, because the core compiles without `Codable`, and because the
/// format on disk must not change when the types change.
struct RecordJSON: Codable {
  private enum Key: String, CodingKey {
    case format, version, record
    case id, label, state, target, total, untold, options, written, certainty, run, revision,
      change, eventCount, started
    case pending, lease
    case kind, deadline, remaining, end, duration, wall, steady, boot
    case unit, rounding, milestones, milestoneLatenessLimit, countsPastZero, tolerance, pulse
    case keepsRecord
    case process, start, space, until
    case phases, rounds, name, phase, isSkipped, number, milestone, at
  }

  private typealias Fields = KeyedDecodingContainer<Key>
  private typealias Sink = KeyedEncodingContainer<Key>

  let record: CountdownRecord

  init(_ record: CountdownRecord) {
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    try RecordFile.envelope.check(file, format: .format, version: .version)
    record = try Self.record(in: file.fields(.record))
  }

  func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(RecordFile.format, forKey: .format)
    try file.encode(RecordFile.envelope.versions.upperBound, forKey: .version)
    var fields = file.sink(.record)
    try Self.encode(record, to: &fields)
  }
}

// MARK: - The record

extension RecordJSON {
  private static func record(in fields: Fields) throws -> CountdownRecord {
    let id = try fields.decode(String.self, forKey: .id)
    let label = try fields.decodeIfPresent(String.self, forKey: .label)
    let state = try state(in: fields.fields(.state))
    let target = try target(in: fields.fields(.target))
    let total: Duration = try fields.exact(.total)
    // Absent if there are no phases.
    let phaseIndex = try fields.decodeIfPresent(Int.self, forKey: .phase) ?? 0
    let options = try options(in: fields.fields(.options))
    let written = try instant(in: fields.fields(.written))
    // Absent if the certainty is exact.
    let certainty: Certainty = try fields.exactIfPresent(.certainty) ?? .exact
    return CountdownRecord(
      id: id, label: label, state: state, target: target, total: total, phaseIndex: phaseIndex,
      untold: try fields.exactIfPresent(.untold), options: options, written: written,
      certainty: certainty,
      run: try fields.decode(Int.self, forKey: .run),
      revision: try fields.decode(Int.self, forKey: .revision), change: try change(in: fields),
      eventCount: try fields.decode(Int.self, forKey: .eventCount),
      started: try fields.exact(.started), pending: try pending(in: fields),
      lease: try lease(in: fields))
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
    if let untold = record.untold { try sink.encode(exact: untold, .untold) }
    var options = sink.sink(.options)
    try encode(record.options, to: &options)
    var written = sink.sink(.written)
    try encode(record.written, to: &written)
    if record.certainty != .exact { try sink.encode(exact: record.certainty, .certainty) }
    try sink.encode(record.run, forKey: .run)
    try sink.encode(record.revision, forKey: .revision)
    try encode(record.change, to: &sink)
    try sink.encode(record.eventCount, forKey: .eventCount)
    try sink.encode(exact: record.started, .started)
    try encode(record.pending, to: &sink)
    if let lease = record.lease {
      var fields = sink.sink(.lease)
      try encode(lease.process, to: &fields)
      try fields.encode(exact: lease.until, .until)
    }
  }
}

// MARK: - The latest change

extension RecordJSON {
  private enum ChangeKind: String, CaseIterable, ExactText {
    case started, paused, resumed, extended, corrected, wentBack, undone
  }

  /// The change is absent if there is none.
  private static func change(in fields: Fields) throws -> CountdownRecord.Change? {
    guard fields.contains(.change), try !fields.decodeNil(forKey: .change) else { return nil }
    let change = try fields.fields(.change)
    let kind: ChangeKind = try change.exact(.kind)
    switch kind {
    case .started: return .started
    case .paused: return .paused
    case .resumed: return .resumed
    case .extended: return .extended(by: try change.exact(.duration))
    case .corrected: return .corrected(by: try change.exact(.duration))
    case .wentBack: return .wentBack
    case .undone: return .undone
    }
  }

  private static func encode(_ change: CountdownRecord.Change?, to sink: inout Sink) throws {
    guard let change else { return }
    let (kind, duration): (ChangeKind, Duration?) =
      switch change {
      case .started: (.started, nil)
      case .paused: (.paused, nil)
      case .resumed: (.resumed, nil)
      case .extended(let duration): (.extended, duration)
      case .corrected(let duration): (.corrected, duration)
      case .wentBack: (.wentBack, nil)
      case .undone: (.undone, nil)
      }
    var fields = sink.sink(.change)
    try fields.encode(exact: kind, .kind)
    if let duration { try fields.encode(exact: duration, .duration) }
  }
}

// MARK: - Pending events

extension RecordJSON {
  private enum EventKind: String, CaseIterable, ExactText {
    case milestone, phaseEnd, finish
  }

  /// The list is absent if there are no pending events.
  private static func pending(in fields: Fields) throws -> [PendingEvent] {
    try fields.list(.pending) { event in
      let kind: EventKind = try event.exact(.kind)
      let what: PendingEvent.Kind =
        switch kind {
        case .milestone: .milestone(try event.exact(.milestone))
        case .phaseEnd: .phaseEnd(isSkipped: try event.decode(Bool.self, forKey: .isSkipped))
        case .finish: .finish
        }
      return PendingEvent(
        what, run: try event.decode(Int.self, forKey: .run),
        revision: try event.decode(Int.self, forKey: .revision),
        number: try event.decode(Int.self, forKey: .number),
        phaseIndex: try event.decodeIfPresent(Int.self, forKey: .phase) ?? 0,
        total: try event.exact(.total), at: try instant(in: event.fields(.at)))
    }
  }

  private static func encode(_ events: [PendingEvent], to sink: inout Sink) throws {
    if events.isEmpty { return }
    var list = sink.nestedUnkeyedContainer(forKey: .pending)
    for event in events {
      var fields = list.nestedContainer(keyedBy: Key.self)
      switch event.kind {
      case .milestone(let milestone):
        try fields.encode(exact: EventKind.milestone, .kind)
        try fields.encode(exact: milestone, .milestone)
      case .phaseEnd(let isSkipped):
        try fields.encode(exact: EventKind.phaseEnd, .kind)
        try fields.encode(isSkipped, forKey: .isSkipped)
      case .finish:
        try fields.encode(exact: EventKind.finish, .kind)
      }
      try fields.encode(event.run, forKey: .run)
      try fields.encode(event.revision, forKey: .revision)
      try fields.encode(event.number, forKey: .number)
      if event.phaseIndex != 0 { try fields.encode(event.phaseIndex, forKey: .phase) }
      try fields.encode(exact: event.total, .total)
      var instant = fields.sink(.at)
      try encode(event.instant, to: &instant)
    }
  }
}

// MARK: - The lease

extension RecordJSON {
  private static func lease(in fields: Fields) throws -> CountdownRecord.Lease? {
    guard fields.contains(.lease), try !fields.decodeNil(forKey: .lease) else { return nil }
    let lease = try fields.fields(.lease)
    return CountdownRecord.Lease(to: try process(in: lease), until: try lease.exact(.until))
  }

  private static func process(in fields: Fields) throws -> ProcessIdentity {
    ProcessIdentity(
      number: try fields.decode(Int32.self, forKey: .process),
      start: try fields.decodeIfPresent(String.self, forKey: .start),
      space: try fields.decodeIfPresent(String.self, forKey: .space),
      boot: try fields.decodeIfPresent(String.self, forKey: .boot).map { BootIdentity($0) })
  }

  private static func encode(_ process: ProcessIdentity, to sink: inout Sink) throws {
    try sink.encode(process.number, forKey: .process)
    try sink.encodeIfPresent(process.start, forKey: .start)
    try sink.encodeIfPresent(process.space, forKey: .space)
    try sink.encodeIfPresent(process.boot?.text, forKey: .boot)
  }
}

extension KeyedDecodingContainer {
  /// Decodes each element of a list, which may be absent.
  fileprivate func list<Element>(
    _ key: Key, _ element: (KeyedDecodingContainer<Key>) throws -> Element
  ) throws -> [Element] {
    guard contains(key), try !decodeNil(forKey: key) else { return [] }
    var list = try nestedUnkeyedContainer(forKey: key)
    var elements: [Element] = []
    while !list.isAtEnd { elements.append(try element(list.nestedContainer(keyedBy: Key.self))) }
    return elements
  }
}

// MARK: - The state

extension RecordJSON {
  private enum Kind: String, CaseIterable, ExactText {
    case idle, running, paused, overtime, finished
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
    case .idle:
      return .idle
    case .running:
      let deadline = try present(deadline, .deadline)
      return .running(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .overtime:
      let deadline = try present(deadline, .deadline)
      return .overtime(deadline: deadline.steady, wallDeadline: deadline.wall)
    case .paused:
      return .paused(remaining: try present(remaining, .remaining), end: end)
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
    case .idle:
      try sink.encode(exact: Kind.idle, .kind)
    case .running(let deadline, let wallDeadline):
      try encode(.running, deadline, wallDeadline, to: &sink)
    case .overtime(let deadline, let wallDeadline):
      try encode(.overtime, deadline, wallDeadline, to: &sink)
    case .paused(let remaining, let end):
      try sink.encode(exact: Kind.paused, .kind)
      try sink.encode(exact: remaining, .remaining)
      if let end { try sink.encode(exact: end, .end) }
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
  private static func target(in fields: Fields) throws -> CountdownTarget {
    let duration: Duration? = try fields.exactIfPresent(.duration)
    let wall: WallMoment? = try fields.exactIfPresent(.wall)
    let targets: [CountdownTarget?] = [
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

  private static func encode(_ target: CountdownTarget, to sink: inout Sink) throws {
    switch target {
    case .duration(let duration): try sink.encode(exact: duration, .duration)
    case .wall(let wall): try sink.encode(exact: wall, .wall)
    case .phases(let plan): try encode(plan, to: &sink)
    }
  }

  private static func plan(in fields: Fields) throws -> PhasePlan? {
    guard fields.contains(.phases), try !fields.decodeNil(forKey: .phases) else { return nil }
    let phases = try fields.list(.phases) { phase in
      Phase(try phase.decode(String.self, forKey: .name), try phase.exact(.duration))
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

  private static func instant(in fields: Fields) throws -> ClockInstant {
    let boot = try fields.decodeIfPresent(String.self, forKey: .boot)
    return ClockInstant(
      steady: try fields.exact(.steady), wall: try fields.exact(.wall),
      boot: boot.map { BootIdentity($0) })
  }

  private static func encode(_ instant: ClockInstant, to sink: inout Sink) throws {
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
    let milestones: [Milestone] = try fields.exactList(.milestones)
    for milestone in milestones {
      try check(
        milestone, "milestone", isAccepted: milestone.isPossible,
        "more than 0 s, or a progress between 0 and 1")
    }
    let limit: Duration? = try fields.exactIfPresent(.milestoneLatenessLimit)
    if let limit {
      try check(limit, "milestoneLatenessLimit", isAccepted: limit >= .zero, "0 s or more")
    }
    var options = CountdownOptions(
      unit: unit, rounding: try fields.exact(.rounding), milestones: milestones,
      milestoneLatenessLimit: limit,
      countsPastZero: try fields.decode(Bool.self, forKey: .countsPastZero), tolerance: tolerance)
    options.pulse = try fields.exactIfPresent(.pulse)
    options.keepsRecord = try fields.decodeIfPresent(Bool.self, forKey: .keepsRecord) ?? false
    return options
  }

  private static func check(
    _ value: some ExactText, _ name: String, isAccepted: Bool, _ accepted: String
  ) throws(RecordFault) {
    if !isAccepted {
      throw .damaged("its \(name) is \(value.exactText); accepted: \(accepted)")
    }
  }

  private static func encode(_ options: CountdownOptions, to sink: inout Sink) throws {
    try sink.encode(exact: options.unit, .unit)
    try sink.encode(exact: options.rounding, .rounding)
    try sink.encode(options.milestones.map(\.exactText), forKey: .milestones)
    if let limit = options.milestoneLatenessLimit {
      try sink.encode(exact: limit, .milestoneLatenessLimit)
    }
    try sink.encode(options.countsPastZero, forKey: .countsPastZero)
    try sink.encode(exact: options.tolerance, .tolerance)
    if let pulse = options.pulse { try sink.encode(exact: pulse, .pulse) }
    if options.keepsRecord { try sink.encode(true, forKey: .keepsRecord) }
  }
}

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
