import CPeers
import Dispatch
import NIOCore
import NIOPosix

extension FiringPrograms {
  static func nioTask(_ request: Request) -> Figures {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let record = FiringRecord(request.count)
    return armed(on: loop, request, record, leadForEach: 3000) { due in
      loop.scheduleTask(deadline: due) { record.note(isEarly: NIODeadline.now() < due) }
    }
  }

  static func nioCallback(_ request: Request) -> Figures {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let record = FiringRecord(request.count)
    return armed(on: loop, request, record, leadForEach: 2000) { due in
      _ = try? loop.scheduleCallback(at: due, handler: FiringHandler(record: record, due: due))
    }
  }

  /// Arms on the event loop, where that is cheapest, and waits on another thread.
  private static func armed(
    on loop: any EventLoop, _ request: Request, _ record: FiringRecord, leadForEach: UInt64,
    _ arm: @escaping @Sendable (NIODeadline) -> Void
  ) -> Figures {
    let firing = Firing(request, leadForEach: leadForEach)
    let origin = NIODeadline.now()
    let armed = loop.submit {
      firing.armAll { delay in arm(origin + .nanoseconds(Int64(delay))) }
    }
    guard let last = try? armed.wait() else { Measure.stop("The event loop failed.") }
    let processor = processor_nanoseconds()
    record.done.wait()
    return firing.figures(since: processor, last: last, end: record.end, early: record.early)
  }
}

/// A callback of an event loop that counts itself.
private struct FiringHandler: NIOScheduledCallbackHandler, Sendable {
  let record: FiringRecord
  let due: NIODeadline

  func handleScheduledCallback(eventLoop: some EventLoop) {
    record.note(isEarly: NIODeadline.now() < due)
  }
}
