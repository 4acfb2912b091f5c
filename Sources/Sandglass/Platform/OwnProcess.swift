import SandglassCore

/// The identity of this process, for other processes.
enum OwnProcess {
  private static let known = Locked<ProcessIdentity?>(nil)

  /// The identity. It is read from the system only once, so that it stays the same even if part of it could not be
  /// read. A child process created by `fork` gets its own identity.
  static var identity: ProcessIdentity {
    let number = RunningProcess.number
    return known.withLock { known in
      if let known, known.number == number { return known }
      let identity = RunningProcess.identity
      known = identity
      return identity
    }
  }
}
