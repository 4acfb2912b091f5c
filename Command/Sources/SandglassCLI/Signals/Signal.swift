/// The signals that the program handles.
enum Signal: Hashable {
  /// Ctrl-C.
  case interrupt

  /// Any other signal that ends the program unless it is handled, with its number.
  case end(Int32)

  case suspend
  case proceed
  case resize

  /// The system's signal number.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .end(let number): number
    case .suspend: SIGTSTP
    case .proceed: SIGCONT
    case .resize: SIGWINCH
    }
  }

  /// Creates the signal with the system's number; nil if the program does not handle it.
  init?(number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTSTP: self = .suspend
    case SIGCONT: self = .proceed
    case SIGWINCH: self = .resize
    case let number where Self.effect(of: number) == .end: self = .end(number)
    default: return nil
    }
  }

  /// The exit status that shells expect if this signal ends the program; nil if the signal does not
  /// end the program.
  var exitStatus: Int32? {
    switch self {
    case .interrupt, .end: 128 + number
    case .suspend, .proceed, .resize: nil
    }
  }
}

// MARK: - All signals

extension Signal {
  /// What the program does about a signal.
  enum Effect: Equatable {
    /// It is handled as a ``Signal``.
    case handle

    /// It ends the program, after the terminal has been restored and the records have been left.
    case end

    /// The program has crashed, or somebody wants that to be so. It ends by the signal at once, after the terminal has
    /// been restored.
    case crash

    /// It is ignored, so that the call that causes it fails instead.
    case ignore

    /// Its effect is what the system gives it: it stops the program, or nothing, or ends it without asking.
    case system
  }

  /// Returns what the program does about the signal with the given number.
  static func effect(of number: Int32) -> Effect {
    switch number {
    case SIGINT, SIGTSTP, SIGCONT, SIGWINCH: .handle
    case SIGPIPE, SIGXFSZ: .ignore
    case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: .crash
    case SIGKILL, SIGSTOP, SIGTTIN, SIGTTOU, SIGCHLD, SIGURG: .system
    default: System.harmlessSignals.contains(number) ? .system : .end
    }
  }

  /// The numbers of all signals of the system. Some of them may be reserved, and cannot be handled.
  static var numbers: ClosedRange<Int32> { 1...System.lastSignal }
}
