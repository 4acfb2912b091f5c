/// The signals that the program handles.
enum Signal: CaseIterable {
  case interrupt
  case quit
  case terminate
  case hangUp
  case suspend
  case proceed
  case resize

  /// The system's signal number.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .quit: SIGQUIT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .suspend: SIGTSTP
    case .proceed: SIGCONT
    case .resize: SIGWINCH
    }
  }

  init?(number: Int32) {
    guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = signal
  }

  /// The exit status that shells expect if this signal ends the program; nil if the signal does not
  /// end the program.
  var exitStatus: Int32? {
    switch self {
    case .interrupt, .quit, .terminate, .hangUp: 128 + number
    case .suspend, .proceed, .resize: nil
    }
  }
}
