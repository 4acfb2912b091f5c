import SandglassCore
import SandglassLedger

/// What a caller may pass.
package enum DurableLimits {
  /// The longest time that a countdown may run, in days: a hundred years.
  package static let days = 36_525
  package static let longest = Duration.seconds(days * 86_400)

  package static let payloadBytes = 65_536

  /// A trace that takes more is not kept.
  package static let traceBytes = 8192
  package static let nameBytes = 1...200
  package static let phases = 1...1_000
  package static let milestones = 100

  package static func check(id: String) throws(DurableError) { try check("id", id) }

  package static func check(key: String?) throws(DurableError) {
    if let key { try check("key", key) }
  }

  private static func check(_ what: String, _ name: String) throws(DurableError) {
    guard nameBytes.contains(name.utf8.count) else {
      throw .invalid("the \(what) has \(name.utf8.count) bytes; accepted: 1 to 200")
    }
    // A database may end the text there.
    if name.utf8.contains(0) { throw .invalid("the \(what) contains a zero byte; accepted: none") }
  }

  package static func check(payload: [UInt8]) throws(DurableError) {
    guard payload.count <= payloadBytes else {
      throw .invalid("the payload has \(payload.count) bytes; accepted: at most \(payloadBytes)")
    }
  }

  /// Checks what a caller has passed with an operation.
  static func check(
    _ operation: CountdownOperation, at now: Moment
  ) throws(DurableError) {
    switch operation {
    case .start(let target, _, _, _): try check(target, at: now)
    case .extend(let duration): try check(extension: duration)
    case .moveEnd(let end, _): try check(end: end, at: now)
    default: break
    }
  }

  /// Checks what an operation has made of a countdown.
  static func check(
    _ record: CountdownRecord, at now: ClockInstant
  ) throws(DurableError) {
    let remaining = record.restored(at: now).state.remaining
    guard remaining <= longest else {
      throw .invalid("\(remaining) would remain; accepted: at most \(days) days")
    }
  }

  /// Returns a start with milestones that are checked here, because options leave out those that are never reached.
  package static func start(
    _ target: CountdownTarget, milestones: [Milestone]
  ) throws(DurableError) -> CountdownOperation {
    try check(milestones)
    return .start(target, milestones: milestones)
  }

  private static func check(_ milestones: [Milestone]) throws(DurableError) {
    guard milestones.count <= Self.milestones else {
      throw .invalid("there are \(milestones.count) milestones; accepted: at most 100")
    }
    for milestone in milestones {
      switch milestone {
      case .remaining(let time), .elapsed(let time): try check("milestone", time)
      case .progress(let progress):
        guard milestone.isPossible else {
          throw .invalid("the milestone is a progress of \(progress); accepted: between 0 and 1")
        }
      }
    }
  }

  private static func check(
    _ target: CountdownTarget, at now: Moment
  ) throws(DurableError) {
    switch target {
    case .duration(let duration): try check("duration", duration)
    case .wall(let end): try check(end: end, at: now)
    case .phases(let plan):
      guard phases.contains(plan.count) else {
        throw .invalid("there are \(plan.count) phases; accepted: 1 to 1000")
      }
      var sum = Duration.zero
      for phase in plan.phases {
        try check("phase", phase.duration)
        sum += phase.duration * plan.rounds
      }
      try check("sum of the phases", sum)
    }
  }

  static func check(end: WallMoment, at now: Moment) throws(DurableError) {
    guard Moment(end) > .origin, end - WallMoment(now) <= longest else {
      throw .invalid(
        "the end is at \(end.timeSince1970.secondsText) s; accepted: after 1970, within \(days) days"
      )
    }
  }

  static func check(extension duration: Duration) throws(DurableError) {
    guard (.zero - longest...longest).contains(duration) else {
      throw .invalid("the extension is \(duration); accepted: at most \(days) days, or as negative")
    }
  }

  private static func check(_ what: String, _ duration: Duration) throws(DurableError) {
    guard duration > .zero, duration <= longest else {
      throw .invalid("the \(what) is \(duration); accepted: more than 0 s, at most \(days) days")
    }
  }
}
