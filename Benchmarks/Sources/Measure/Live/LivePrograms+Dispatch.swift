import Dispatch

extension LivePrograms {
  /// A repeating source for each timer, with the leeway that is a countdown's default tolerance.
  static func dispatchSource(_ request: Request) -> Figures {
    let window = LiveWindow(request)
    let queue = DispatchQueue(label: "ticks")
    let ticks = TickCount()
    var phases = LivePhases()
    let timers = (0..<request.count).map { _ in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { ticks.add() }
      timer.schedule(
        deadline: .now() + .nanoseconds(Int(phases.next())), repeating: .seconds(1),
        leeway: .milliseconds(17))
      timer.activate()
      return timer
    }
    return withExtendedLifetime(timers) { window.measure(ticks: { ticks.value }) }
  }
}
