import Sandglass

extension FiringPrograms {
  static func timekeeper(_ request: Request) -> Figures {
    let firing = Firing(request, leadForEach: 3000)
    let record = FiringRecord(request.count)
    let timekeeper = Timekeeper()
    let origin = timekeeper.now
    return firing.measure(record) { delay in
      let due = Moment(nanoseconds: origin.nanoseconds + delay)
      timekeeper.schedule(at: due) { now in record.note(isEarly: now < due) }
    }
  }

  /// The number of each timeout is its deadline.
  static func timeouts(_ request: Request) -> Figures {
    let firing = Firing(request, leadForEach: 3000)
    let record = FiringRecord(request.count)
    let timekeeper = Timekeeper()
    let timeouts = Timeouts(on: timekeeper) { due, now in
      record.note(isEarly: now.nanoseconds < UInt64(due))
    }
    let origin = timekeeper.now
    return firing.measure(record) { delay in
      let due = origin.nanoseconds + delay
      timeouts.schedule(Int(due), at: Moment(nanoseconds: due))
    }
  }
}
