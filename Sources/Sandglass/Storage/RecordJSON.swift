import SandglassCore

/// A record as it stands in JSON.
///
/// The types of the core are not coded by themselves: the core compiles where there is no coding,
/// and what is on a disk must not change when they do.
struct RecordJSON: Codable {
  private let id: String
  private let label: String?
  private let state: StateJSON
  private let target: TargetJSON
  private let total: ExactJSON<Duration>
  private let options: OptionsJSON
  private let written: InstantJSON

  /// Absent where it is exact.
  private let certainty: ExactJSON<Certainty>?

  init(_ record: CountdownRecord) {
    id = record.id
    label = record.label
    state = StateJSON(record.state)
    target = TargetJSON(record.target)
    total = ExactJSON(record.total)
    options = OptionsJSON(record.options)
    written = InstantJSON(record.written)
    certainty = record.certainty == .exact ? nil : ExactJSON(record.certainty)
  }

  /// The record; throws if a value is none that a record can have.
  func record() throws(RecordFault) -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: try state.state(), target: try target.target(),
      total: total.value, options: try options.options(), written: written.instant,
      certainty: certainty?.value ?? .exact)
  }
}

/// What a countdown was doing, as it stands in JSON.
struct StateJSON: Codable {
  private enum Kind: String, CaseIterable, ExactText {
    case running, paused, overtime, finished
  }

  private let kind: ExactJSON<Kind>
  private var deadline: DeadlineJSON?
  private var remaining: ExactJSON<Duration>?
  private var end: ExactJSON<WallMoment>?

  init(_ state: CountdownRecord.State) {
    switch state {
    case .running(let deadline, let wallDeadline):
      kind = ExactJSON(.running)
      self.deadline = DeadlineJSON(steady: ExactJSON(deadline), wall: ExactJSON(wallDeadline))
    case .overtime(let deadline, let wallDeadline):
      kind = ExactJSON(.overtime)
      self.deadline = DeadlineJSON(steady: ExactJSON(deadline), wall: ExactJSON(wallDeadline))
    case .paused(let remaining):
      kind = ExactJSON(.paused)
      self.remaining = ExactJSON(remaining)
    case .finished(let end):
      kind = ExactJSON(.finished)
      self.end = ExactJSON(end)
    }
  }

  func state() throws(RecordFault) -> CountdownRecord.State {
    switch kind.value {
    case .running:
      let deadline = try present(deadline, "deadline")
      return .running(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .overtime:
      let deadline = try present(deadline, "deadline")
      return .overtime(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .paused:
      return .paused(remaining: try present(remaining, "remaining").value)
    case .finished:
      return .finished(at: try present(end, "end").value)
    }
  }

  private func present<Value>(_ value: Value?, _ name: String) throws(RecordFault) -> Value {
    guard let value else {
      throw .damaged("its state is \(kind.value.rawValue) and has no \(name)")
    }
    return value
  }
}

/// What a countdown counts down to, as it stands in JSON: one of both.
struct TargetJSON: Codable {
  private var duration: ExactJSON<Duration>?
  private var wall: ExactJSON<WallMoment>?

  init(_ target: CountdownRecord.Target) {
    switch target {
    case .duration(let duration): self.duration = ExactJSON(duration)
    case .wall(let moment): wall = ExactJSON(moment)
    }
  }

  func target() throws(RecordFault) -> CountdownRecord.Target {
    switch (duration, wall) {
    case (let duration?, nil): return .duration(duration.value)
    case (nil, let wall?): return .wall(wall.value)
    case (nil, nil): throw .damaged("its target has neither duration nor wall; accepted: one")
    case (.some, .some): throw .damaged("its target has both duration and wall; accepted: one")
    }
  }
}

/// A deadline on both clocks, as it stands in JSON.
struct DeadlineJSON: Codable {
  let steady: ExactJSON<Moment>
  let wall: ExactJSON<WallMoment>
}

/// One instant on both clocks, as it stands in JSON.
struct InstantJSON: Codable {
  private let steady: ExactJSON<Moment>
  private let wall: ExactJSON<WallMoment>
  private let boot: String?

  init(_ instant: CountdownRecord.Instant) {
    steady = ExactJSON(instant.steady)
    wall = ExactJSON(instant.wall)
    boot = instant.boot?.text
  }

  var instant: CountdownRecord.Instant {
    CountdownRecord.Instant(
      steady: steady.value, wall: wall.value, boot: boot.map { BootIdentity($0) })
  }
}

/// How a countdown counts, as it stands in JSON.
struct OptionsJSON: Codable {
  private enum RoundingJSON: String, CaseIterable, ExactText {
    case up, nearest, down
  }

  private let unit: ExactJSON<Duration>
  private let rounding: ExactJSON<RoundingJSON>
  private let milestones: [ExactJSON<Duration>]
  private let countsPastZero: Bool
  private let tolerance: ExactJSON<Duration>
  private let pulse: ExactJSON<Moment>?

  init(_ options: CountdownOptions) {
    unit = ExactJSON(options.unit)
    rounding =
      switch options.rounding {
      case .up: ExactJSON(.up)
      case .nearest: ExactJSON(.nearest)
      case .down: ExactJSON(.down)
      }
    milestones = options.milestones.map { ExactJSON($0) }
    countsPastZero = options.countsPastZero
    tolerance = ExactJSON(options.tolerance)
    pulse = options.pulse.map { ExactJSON($0) }
  }

  /// The options; throws if they are none that a countdown can have.
  func options() throws(RecordFault) -> CountdownOptions {
    try check(unit, "unit", isAccepted: { $0 > .zero }, "more than 0 s")
    try check(tolerance, "tolerance", isAccepted: { $0 >= .zero }, "0 s or more")
    for milestone in milestones {
      try check(milestone, "milestone", isAccepted: { $0 > .zero }, "more than 0 s")
    }
    var options = CountdownOptions(
      unit: unit.value, rounding: roundingOption, milestones: milestones.map(\.value),
      countsPastZero: countsPastZero, tolerance: tolerance.value)
    options.pulse = pulse?.value
    return options
  }

  private func check(
    _ duration: ExactJSON<Duration>, _ name: String, isAccepted: (Duration) -> Bool,
    _ accepted: String
  ) throws(RecordFault) {
    guard isAccepted(duration.value) else {
      throw .damaged("its \(name) is \(duration.value.exactText); accepted: \(accepted)")
    }
  }

  private var roundingOption: Rounding {
    switch rounding.value {
    case .up: .up
    case .nearest: .nearest
    case .down: .down
    }
  }
}

extension Certainty: ExactText {}
