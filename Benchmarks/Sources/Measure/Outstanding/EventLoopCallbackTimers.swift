import NIOCore

/// SwiftNIO's scheduled callbacks, which allocate no closure, used on their event loop.
struct EventLoopCallbackTimers: TimerEngine {
  private struct Handler: NIOScheduledCallbackHandler, Sendable {
    let silence: Silence
    let number: Int

    func handleScheduledCallback(eventLoop: some EventLoop) {
      silence.broken(by: number)
    }
  }

  let loop: any EventLoop
  private let silence = Silence()
  private let origin = NIODeadline.now()

  static var greatestCountToCancel: Int { 10_000 }

  init(on loop: any EventLoop) {
    self.loop = loop
  }

  func arm(_ number: Int, delay: UInt64) -> NIOScheduledCallback? {
    try? loop.scheduleCallback(
      at: origin + .nanoseconds(Int64(delay)), handler: Handler(silence: silence, number: number))
  }

  func cancel(_ handle: NIOScheduledCallback?) {
    handle?.cancel()
  }
}
