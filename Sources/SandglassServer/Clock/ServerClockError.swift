/// The reason why the server does not know the time.
public enum ServerClockError: Error, Sendable, Hashable {
  /// The operating system reports that no time service keeps its clock synchronised. ``ServerClock`` describes what to
  /// do.
  case unsynchronized

  /// The operating system does not report the status of its clock, for example because a container forbids the call.
  /// The value is the system's error code.
  case unavailable(Int32)
}

extension ServerClockError: CustomStringConvertible {
  /// A description of the fault in one line.
  public var description: String {
    switch self {
    case .unsynchronized: "the server's clock is not synchronized"
    case .unavailable(let code): "the system does not report its clock's status (error \(code))"
    }
  }
}
