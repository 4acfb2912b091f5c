import Dispatch

extension FiringPrograms {
  static func dispatchSource(_ request: Request) -> Figures {
    let firing = Firing(request, leadForEach: 6000)
    let record = FiringRecord(request.count)
    let queue = DispatchQueue(label: "timers")
    let origin = DispatchTime.now().uptimeNanoseconds
    var timers: [any DispatchSourceTimer] = []
    return firing.measure(record) { delay in
      let due = DispatchTime(uptimeNanoseconds: origin + delay)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { record.note(isEarly: DispatchTime.now() < due) }
      timer.schedule(deadline: due)
      timer.activate()
      timers.append(timer)
    }
  }
}
