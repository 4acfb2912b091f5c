import Foundation

extension LivePrograms {
  /// A repeating timer for each, on the run loop of one thread.
  static func foundationTimer(_ request: Request) -> Figures {
    let window = LiveWindow(request)
    let ticks = TickCount()
    let count = request.count
    let thread = Thread {
      var phases = LivePhases()
      for _ in 0..<count {
        let first = Date(timeIntervalSinceNow: Double(phases.next()) / 1e9)
        let timer = Timer(fire: first, interval: 1, repeats: true) { _ in ticks.add() }
        timer.tolerance = 0.017
        RunLoop.current.add(timer, forMode: .default)
      }
      RunLoop.current.run()
    }
    thread.start()
    return window.measure(ticks: { ticks.value })
  }
}
