import NIOCore

/// SwiftNIO's scheduled tasks, used on their event loop, where they are cheapest.
struct EventLoopTaskTimers: TimerEngine {
  let loop: any EventLoop
  private let silence = Silence()
  private let origin = NIODeadline.now()

  static var greatestCountToCancel: Int { 10_000 }

  init(on loop: any EventLoop) {
    self.loop = loop
  }

  func arm(_ number: Int, delay: UInt64) -> Scheduled<Void> {
    loop.scheduleTask(deadline: origin + .nanoseconds(Int64(delay))) { [silence] in
      silence.broken(by: number)
    }
  }

  func cancel(_ handle: Scheduled<Void>) {
    handle.cancel()
  }
}
