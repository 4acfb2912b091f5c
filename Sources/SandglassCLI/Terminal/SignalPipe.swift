import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The way of signals to the main actor: the handlers write their numbers into a pipe.
///
/// Dispatch's own signal sources cannot be relied on here: on Linux, the thread that entered
/// `dispatchMain()` waits with every signal unblocked and takes them first.
@MainActor
enum SignalPipe {
  // nonisolated(unsafe): written once, before the first handler is installed, and only read after
  // that. Handlers may do no more than read and write plain memory and call `write`.
  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  private static var source: (any DispatchSourceRead)?

  /// Calls `body` on the main actor for each signal from now on, except for those that whoever
  /// started the program wants to be ignored, as `nohup` does.
  static func listen(_ body: @escaping @MainActor (Signal) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writingEnd = ends[1]
    source = makeSource(reading: ends[0], body)
    for signal in Signal.allCases where !isIgnored(signal) { install(signal) }
    ignoreClosedPipes()
  }

  /// Stops the process as the signal would have, and returns when it goes on.
  ///
  /// A process that no shell could wake again is not stopped.
  static func stop() {
    let number = Signal.suspend.number
    signal(number, SIG_DFL)
    pthread_kill(pthread_self(), number)
    // Threads of Dispatch block signals; the pending one stops the process within this call.
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, &former)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    install(.suspend)
  }

  private static func makeSource(
    reading descriptor: Int32, _ body: @escaping @MainActor (Signal) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        for number in numbers(from: descriptor) {
          if let signal = Signal(number: number) { body(signal) }
        }
      }
    }
    source.resume()
    return source
  }

  private static func numbers(from descriptor: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }

  private static func install(_ signal: Signal) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_RESTART
    sigfillset(&action.sa_mask)
    sigaction(signal.number, &action, nil)
  }

  /// What the system calls on whichever thread a signal meets.
  private nonisolated static var handler: @convention(c) (Int32) -> Void {
    { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writingEnd, &byte, 1)
      errno = error
    }
  }

  private static func isIgnored(_ signal: Signal) -> Bool {
    var action = sigaction()
    sigaction(signal.number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Handlers are pointers, and `SIG_IGN` is a number in the place of one, which has no equality
    // in Swift; their bits are compared and nothing is called.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A closed pipe is noticed as the error of a write instead.
  private static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
