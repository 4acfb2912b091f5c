import Dispatch

/// Passes signals to the main actor. The signal handlers write the signal numbers to a pipe.
///
/// Dispatch's own signal sources are unreliable here. On Linux, the thread that called
/// `dispatchMain()` waits with every signal unblocked, so it receives signals before Dispatch does.
///
/// The pipe is read on its own queue. The main actor may be blocked because nothing reads the
/// program's output, and the signal that is to end that wait must not itself wait for the main
/// actor. Signals that arrive during such a wait reach the main actor afterwards, in order.
@MainActor
enum SignalPipe {
  // nonisolated(unsafe): written once, before the first handler is installed, and only read after
  // that. Handlers may only read and write plain memory, call functions that POSIX lists as
  // async-signal-safe, and call functions that do nothing but make a system call.
  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  // nonisolated(unsafe): the exit status to use if the kernel's timer ends the program. Signal
  // handlers write it, and the timer's handler reads it. If two signals arrive at the same time,
  // two threads may write it at the same time. It is an aligned word, so it then contains one of
  // the two statuses.
  nonisolated(unsafe) private static var lastStatus: Int32 = 0

  // nonisolated(unsafe): accessed only by the handler of SIGALRM, which interrupts itself only once this has its last value.
  nonisolated(unsafe) private static var rings: Int32 = 0

  // nonisolated(unsafe): written once, before the handler that reads it is installed. The memory is never released.
  nonisolated(unsafe) private static var formerActions: UnsafeMutablePointer<sigaction>?

  private static let queue = DispatchQueue(label: "sandglass signals", qos: .userInitiated)
  private static var source: (any DispatchSourceRead)?

  /// Whether signals are handled here. If not, they have their default effects.
  private(set) static var isListening = false

  /// Calls `body` on the main actor for each signal from now on, except for signals that the parent
  /// process has set to be ignored, as `nohup` does.
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
    for number in Signal.numbers { handle(number, Signal.effect(of: number)) }
  }

  private static func handle(_ number: Int32, _ effect: Signal.Effect) {
    switch effect {
    case .handle, .end:
      // The handler of the timer is that of SIGALRM as well.
      if number != SIGALRM, !isIgnored(number) { install(handler, for: number) }
    case .crash: installRescue(for: number)
    case .ignore: signal(number, SIG_IGN)
    case .system: break
    }
  }

  /// Stops the process as SIGTSTP does by default, and returns when the process is continued.
  ///
  /// The system does not stop a process in an orphaned process group, because no shell could
  /// continue it.
  static func stop() {
    let number = Signal.suspend.number
    signal(number, SIG_DFL)
    pthread_kill(pthread_self(), number)
    // Dispatch blocks signals on its threads, so the pending signal stops the process only once it
    // is unblocked here.
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
    action.sa_flags = SA_RESTART | SA_ONSTACK
    sigfillset(&action.sa_mask)
    sigaction(number, &action, nil)
  }

  /// The signal handler, which the system may call on any thread.
  private nonisolated static var handler: System.SignalHandler {
    { number in
      let error = errno
      if number != SIGTSTP, number != SIGCONT, number != SIGWINCH {
        SignalPipe.startTimer(status: 128 + number)
      }
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writingEnd, &byte, 1)
      errno = error
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Handlers are function pointers, and `SIG_IGN` is a number in the place of such a pointer.
    // Swift cannot compare function pointers, so this compares their bits. The pointers are not
    // called.
    return unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

// MARK: - Crashes

extension SignalPipe {
  /// Installs a handler that restores the terminal, and lets the program end by the signal as it would have.
  private static func installRescue(for number: Int32) {
    if formerActions == nil {
      let count = Int(System.lastSignal) + 1
      let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
      actions.initialize(repeating: sigaction(), count: count)
      formerActions = actions
    }
    guard let former = formerActions?.advanced(by: Int(number)) else { return }
    sigaction(number, nil, former)
    install(rescueHandler, for: number)
  }

  private nonisolated static var rescueHandler: System.SignalHandler {
    { number in
      TerminalRescue.restore()
      guard let former = SignalPipe.formerActions else { return }
      sigaction(number, former.advanced(by: Int(number)), nil)
      // The signal is blocked until this returns, and then arrives where it came before.
      raise(number)
    }
  }
}

// MARK: - The last resort

extension SignalPipe {
  /// Installs the handler with which the kernel's timer ends the program if nothing else does so in
  /// time. This needs no other thread, and nothing blocks it for long.
  private static func listenToTimer() {
    install(lastHandler, for: SIGALRM)
    // The parent process may have blocked the signal.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private nonisolated static var lastHandler: System.SignalHandler {
    { number in
      // Without a timer, somebody else has sent the signal.
      if SignalPipe.lastStatus == 0 { return SignalPipe.handler(number) }
      SignalPipe.rings += 1
      switch SignalPipe.rings {
      case 1: _ = ualarm(numericCast(Shutdown.lastResort - firstPart), 0)
      case 2:
        // Whatever blocks here is interrupted by the timer as well.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        _ = ualarm(numericCast(rescuePart), 0)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        TerminalRescue.restore()
        _exit(SignalPipe.lastStatus)
      default: _exit(SignalPipe.lastStatus)
      }
    }
  }

  /// Starts the timer for the first signal only, so that later signals do not postpone the exit.
  /// Signal handlers call this method, so it only accesses plain memory and makes a system call.
  private nonisolated static func startTimer(status: Int32) {
    guard lastStatus == 0 else { return }
    lastStatus = status
    // `setitimer` is not used because the module that `timeval` comes from depends on the order of
    // files. `ualarm` accepts only times of less than a second, so the timer fires twice.
    _ = ualarm(numericCast(firstPart), 0)
  }
}

/// How long restoring the terminal may take at last, in microseconds.
private let rescuePart = 50_000

/// The first part of ``Shutdown/lastResort``, in microseconds.
private let firstPart = 900_000
