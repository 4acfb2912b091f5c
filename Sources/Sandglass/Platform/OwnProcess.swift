import SandglassCore

/// This process, as others know it.
enum OwnProcess {
  private static let known = Locked<ProcessIdentity?>(nil)

  /// Its identity, asked of the system once: should that fail in part, the process is still the same each time. A child made
  /// by `fork` has one of its own.
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
