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
}
