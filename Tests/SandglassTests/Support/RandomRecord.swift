import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport

/// Records of every kind, with values of every size.
struct RandomRecord {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next(id: String? = nil) -> CountdownRecord {
    CountdownRecord(
      id: id ?? text(), label: Bool.random(using: &random) ? text() : nil, state: state(),
      target: target(), total: duration(),
      phaseIndex: Int(truncatingIfNeeded: random.extremeInteger()),
      untold: Bool.random(using: &random) ? duration() : nil,
      options: options(), written: instant(),
      certainty: Certainty.allCases.randomElement(using: &random) ?? .exact,
      run: Int(truncatingIfNeeded: random.extremeInteger()),
      revision: Int(truncatingIfNeeded: random.extremeInteger()), change: change(),
      eventCount: Int(truncatingIfNeeded: random.extremeInteger()), started: wall(),
      pending: (0..<random.number(0...3)).map { _ in event() },
      lease: Bool.random(using: &random) ? lease() : nil)
  }

  private mutating func change() -> CountdownRecord.Change? {
    let changes: [CountdownRecord.Change?] = [
      nil, .started, .paused, .resumed, .extended(by: duration()), .corrected(by: duration()),
      .wentBack, .undone,
    ]
    return changes[random.number(0...7)]
  }

  private mutating func event() -> PendingEvent {
    let kinds: [PendingEvent.Kind] = [
      .milestone(milestone()), .phaseEnd(isSkipped: Bool.random(using: &random)),
      .finish,
    ]
    let kind = kinds.randomElement(using: &random) ?? .finish
    var phase: PendingEvent.PhaseOfEvent?
    if random.once(in: 2) {
      phase = PendingEvent.PhaseOfEvent(
        Phase(text(), duration()),
        round: random.once(in: 2) ? Int(truncatingIfNeeded: random.extremeInteger()) : nil,
        next: random.once(in: 2) ? Phase(text(), duration()) : nil)
    }
    return PendingEvent(
      kind,
      run: Int(truncatingIfNeeded: random.extremeInteger()),
      number: Int(truncatingIfNeeded: random.extremeInteger()),
      phaseIndex: Int(truncatingIfNeeded: random.extremeInteger()),
      total: duration(), phase: phase, at: instant())
  }

  private mutating func milestone() -> Milestone {
    switch random.number(0...3) {
    case 0: .elapsed(max(.nanoseconds(1), duration()))
    case 1: .progress(Double.random(in: 0...1, using: &random))
    default: .remaining(max(.nanoseconds(1), duration()))
    }
  }

  private mutating func lease() -> CountdownRecord.Lease {
    let process = ProcessIdentity(
      number: Int32(truncatingIfNeeded: random.extremeInteger()),
      start: Bool.random(using: &random) ? text() : nil,
      space: Bool.random(using: &random) ? text() : nil, boot: instant().boot)
    return CountdownRecord.Lease(to: process, until: moment())
  }

  private mutating func target() -> CountdownTarget {
    switch random.next() % 3 {
    case 0: return .duration(duration())
    case 1: return .wall(wall())
    default:
      let phases = (0..<random.next() % 4).map { _ in Phase(text(), duration()) }
      return .phases(PhasePlan(phases, rounds: Int(truncatingIfNeeded: random.extremeInteger())))
    }
  }

  private mutating func state() -> CountdownRecord.State {
    switch random.next() % 5 {
    case 4: .idle
    case 0: .running(deadline: moment(), wallDeadline: wall())
    case 1: .paused(remaining: duration(), end: Bool.random(using: &random) ? wall() : nil)
    case 2: .overtime(deadline: moment(), wallDeadline: wall())
    default: .finished(at: wall())
    }
  }

  private mutating func options() -> CountdownOptions {
    let milestones = (0..<random.next() % 4).map { _ in milestone() }
    let roundings: [Rounding] = [.up, .nearest, .down]
    var options = CountdownOptions(
      unit: max(.nanoseconds(1), duration()),
      rounding: roundings.randomElement(using: &random) ?? .up,
      milestones: milestones,
      milestoneLatenessLimit: random.once(in: 2) ? nil : max(.zero, duration()),
      countsPastZero: Bool.random(using: &random),
      tolerance: Bool.random(using: &random) ? nil : max(.zero, duration()))
    if Bool.random(using: &random) { options.pulse = moment() }
    options.keepsRecord = Bool.random(using: &random)
    options.pausesAsleep = Bool.random(using: &random)
    return options
  }

  mutating func instant() -> ClockInstant {
    ClockInstant(
      steady: moment(), wall: wall(),
      boot: Bool.random(using: &random) ? BootIdentity(text()) : nil,
      asleep: Bool.random(using: &random) ? duration() : nil)
  }

  /// A duration that a record can hold: one whose components do not trap.
  private mutating func duration() -> Duration { random.extremeDuration().clampedToComponents }

  private mutating func moment() -> Moment {
    Moment(nanoseconds: random.extremeUnsigned())
  }

  private mutating func wall() -> WallMoment {
    if random.next() % 4 == 0 {
      let years: [Int128] = [-62_167_219_200, 253_402_300_800, 0]
      let second = years.randomElement(using: &random) ?? 0
      let near = Int128(random.next() % 5) - 2
      return WallMoment(nanosecondsSince1970: second * 1_000_000_000 + near)
    }
    return random.extremeWallMoment()
  }

  /// A text that is not empty, of characters that parsers easily confuse.
  mutating func text() -> String {
    var text = ""
    for _ in 0...random.next() % 20 {
      text.unicodeScalars.append(scalar())
    }
    return text
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch random.next() % 4 {
    case 0:
      "aAzZ09-_%./\\\"' \n\r\t\0~{}:,@é茶🫖\u{301}\u{202E}\u{2028}\u{FEFF}\u{FFFF}"
        .unicodeScalars.randomElement(using: &random) ?? "a"
    case 1: Unicode.Scalar(UInt32(random.next() % 0x11_0000)) ?? "\u{FFFD}"
    default: Unicode.Scalar(UInt8(random.next() % 128))
    }
  }
}
