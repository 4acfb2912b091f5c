import Dispatch
import NIOCore
import NIOPosix

extension LatenessPrograms {
  /// A callback that schedules itself for the next absolute instant, so lateness does not
  /// accumulate.
  static func nioCallback(_ request: Request) -> Figures {
    let log = log(request)
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    LatenessCallback(log: log, due: .now()).scheduleNext(on: loop)
    log.done.wait()
    return log.figures
  }
}

/// A callback of an event loop that logs how late it is.
private struct LatenessCallback: NIOScheduledCallbackHandler, Sendable {
  let log: LatenessLog
  let due: NIODeadline

  func scheduleNext(on loop: some EventLoop) {
    let next = due + .nanoseconds(Int64(LatenessPrograms.interval))
    _ = try? loop.scheduleCallback(at: next, handler: LatenessCallback(log: log, due: next))
  }

  func handleScheduledCallback(eventLoop: some EventLoop) {
    log.note((NIODeadline.now() - due).nanoseconds)
    if !log.isDone { scheduleNext(on: eventLoop) }
  }
}
