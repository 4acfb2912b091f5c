import Dispatch

/// The way of signals to the main actor: the handlers write their numbers into a pipe.
///
/// Dispatch's own signal sources cannot be relied on here: on Linux, the thread that entered
/// `dispatchMain()` waits with every signal unblocked and takes them first.
///
/// The pipe is read on a queue of its own: the main actor may be waiting for a reader of its
/// output, and the signal that is to end that wait must not wait for the main actor. Signals that
/// come while it waits reach it afterwards, in their order.
@MainActor
enum SignalPipe {
  // nonisolated(unsafe): written once, before the first handler is installed, and only read after
  // that. Handlers may do no more than read and write plain memory and call what POSIX lists as
  // safe in them, or what is nothing but a system call.
  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  // nonisolated(unsafe): the status to exit with when the kernel's timer ends the program. Written
  // by handlers, and read by the one that the timer calls. Two threads may write it at once, when
  // two signals come at once: it is an aligned word, so that it has the one status or the other.
  nonisolated(unsafe) private static var lastStatus: Int32 = 0

  // nonisolated(unsafe): touched by the handler of SIGALRM alone, which is not interrupted by itself.
  nonisolated(unsafe) private static var hasTimerRung = false

  private static let queue = DispatchQueue(label: "sandglass signals", qos: .userInitiated)
  private static var source: (any DispatchSourceRead)?

  /// Whether signals come here, and no longer end the program by themselves.
  private(set) static var isListening = false

  /// Calls `body` on the main actor for each signal from now on, except for those that whoever
  /// started the program wants to be ignored, as `nohup` does.
  static func listen(_ body: @escaping @MainActor (Signal) -> Void) {
    guard let pipe = FileDescriptor.makePipe() else { return }
    for end in [pipe.reading, pipe.writing] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writingEnd = pipe.writing
    lastStatus = 0
    source = makeSource(reading: pipe.reading, on: queue, body)
    listenToTimer()
    isListening = true
    for signal in Signal.allCases where !isIgnored(signal) { install(handler, for: signal.number) }
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
    install(handler, for: number)
  }

  private nonisolated static func makeSource(
    reading descriptor: Int32, on queue: DispatchQueue,
    _ body: @escaping @MainActor (Signal) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      for signal in numbers(from: descriptor).compactMap(Signal.init(number:)) {
        if signal.exitStatus != nil { Shutdown.begin(with: signal) }
        DispatchQueue.main.async { body(signal) }
      }
    }
    source.resume()
    return source
  }

  private nonisolated static func numbers(from descriptor: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }

  private static func install(_ handler: @escaping System.SignalHandler, for number: Int32) {
    var action = sigaction()
    action.handler = handler
    action.sa_flags = SA_RESTART
    sigfillset(&action.sa_mask)
    sigaction(number, &action, nil)
  }

  /// What the system calls on whichever thread a signal meets.
  private nonisolated static var handler: System.SignalHandler {
    { number in
      let error = errno
      if number == SIGINT || number == SIGQUIT || number == SIGTERM || number == SIGHUP {
        SignalPipe.startTimer(status: 128 + number)
      }
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writingEnd, &byte, 1)
      errno = error
    }
  }

  private static func isIgnored(_ signal: Signal) -> Bool {
    var action = sigaction()
    sigaction(signal.number, nil, &action)
    // Handlers are pointers, and `SIG_IGN` is a number in the place of one, which has no equality
    // in Swift; their bits are compared and nothing is called.
    return unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A closed pipe is noticed as the error of a write instead.
  private static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}

// MARK: - The last resort

extension SignalPipe {
  /// Has the kernel's timer end the program, should nothing else do so in time: that needs no
  /// thread and waits for nothing.
  private static func listenToTimer() {
    install(lastHandler, for: SIGALRM)
    // Whoever started the program may have blocked it.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private nonisolated static var lastHandler: System.SignalHandler {
    { _ in
      if SignalPipe.hasTimerRung { _exit(SignalPipe.lastStatus) }
      SignalPipe.hasTimerRung = true
      _ = ualarm(numericCast(Shutdown.lastResort - firstPart), 0)
    }
  }

  /// Starts the timer, for the first signal alone: others are not to put the end off. Called by
  /// handlers, and nothing but plain memory and a system call.
  private nonisolated static func startTimer(status: Int32) {
    guard lastStatus == 0 else { return }
    lastStatus = status
    // Not `setitimer`: which module its `timeval` belongs to depends on the order of files. `ualarm` takes less
    // than a second, and so rings twice.
    _ = ualarm(numericCast(firstPart), 0)
  }
}

/// The first part of the time until the last resort, in microseconds.
private let firstPart = 900_000
