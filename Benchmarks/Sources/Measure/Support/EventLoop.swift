import NIOCore
import NIOPosix

/// Runs `body` on an event loop, and waits for its figures.
func onEventLoop(_ body: @escaping @Sendable (any EventLoop) -> Figures) -> Figures {
  let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
  do {
    return try loop.submit { body(loop) }.wait()
  } catch {
    Measure.stop("The event loop failed: \(error)")
  }
}
