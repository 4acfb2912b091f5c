import NIOCore
import NIOPosix

extension LivePrograms {
  /// A callback for each timer, which schedules itself for the next absolute instant, so lateness
  /// does not accumulate.
  static func nioCallback(_ request: Request) -> Figures {
    let window = LiveWindow(request)
    let ticks = TickCount()
    let count = request.count
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    loop.execute {
      var phases = LivePhases()
      for _ in 0..<count {
        let first = NIODeadline.now() + .nanoseconds(phases.next())
        LiveCallback(ticks: ticks, due: first).schedule(on: loop)
      }
    }
    return window.measure(ticks: { ticks.value })
  }
}

/// A callback of an event loop that counts its ticks.
private struct LiveCallback: NIOScheduledCallbackHandler, Sendable {
  let ticks: TickCount
  let due: NIODeadline

  func schedule(on loop: some EventLoop) {
    _ = try? loop.scheduleCallback(at: due, handler: self)
  }

  func handleScheduledCallback(eventLoop: some EventLoop) {
    ticks.add()
    LiveCallback(ticks: ticks, due: due + .seconds(1)).schedule(on: eventLoop)
  }
}
