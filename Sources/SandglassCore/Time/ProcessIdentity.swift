/// The identity of a process, which distinguishes it from all other processes, including earlier ones with the same
/// PID.
public struct ProcessIdentity: Sendable, Hashable {
  /// The PID.
  public let number: Int32

  /// The start time of the process, as the system reports it; `nil` if it is unknown.
  public let start: String?

  /// The PID namespace of the process; `nil` if it is unknown.
  public let space: String?

  /// The boot in which the process runs; `nil` if it is unknown.
  public let boot: BootIdentity?

  /// Creates an identity.
  public init(number: Int32, start: String?, space: String?, boot: BootIdentity?) {
    self.number = number
    self.start = start
    self.space = space
    self.boot = boot
  }
}

/// Whether another process is alive, as far as this process can tell.
public enum ProcessLife: Sendable, Hashable {
  case alive
  case ended

  /// This process cannot see the other process, for example because the other process runs in a different container.
  case unknown
}
