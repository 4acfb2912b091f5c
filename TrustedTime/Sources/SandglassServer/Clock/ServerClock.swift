import Sandglass
public import SandglassCore

/// The server's wall clock, with its maximum error.
///
/// ```swift
/// let clock = ServerClock()
/// let received = try clock.now()
/// ```
///
/// The uncertainty is computed from the operating system's clock status, which a time service such as chrony or ntpd
/// sets. It is the sum of the maximum error, the correction that is still pending, and 0.5 ms, because the kernel
/// increases the maximum error by 0.5 ms only once a second. If the system reports that its clock is not synchronised,
/// ``now()`` throws an error. The clock never makes up an uncertainty.
///
/// - chrony clears the system's "not synchronised" flag only if its configuration contains `rtcsync`.
/// - systemd-timesyncd sets the maximum error to zero after each answer, because it does not compute one. Pass the
///   error that you assume as `addedUncertainty`, or use chrony.
/// - In a container, or on a developer's machine without a time service, pass `uncertaintyIfUnsynchronized`.
public struct ServerClock: Sendable {
  private let wall: @Sendable () -> WallMoment
  private let readUncertainty: @Sendable () throws(ServerClockError) -> Duration

  /// Creates a clock that reads the system's wall clock and its status.
  ///
  /// - Parameters:
  ///   - substitute: The uncertainty to assume if the system reports that its clock is not synchronised, or does not
  ///     report the status of its clock. If it is nil, ``now()`` throws an error instead. Pass nil in production, because
  ///     the system also reports this after it has lost its time service for hours, and the clock may then have a large
  ///     error. A negative duration counts as zero.
  ///   - added: An error that the system does not report, such as the distance to its time server if
  ///     systemd-timesyncd sets the clock. A negative duration counts as zero.
  public init(
    uncertaintyIfUnsynchronized substitute: Duration? = nil,
    addedUncertainty added: Duration = .zero
  ) {
    self.init(
      wall: { WallMoment.now },
      uncertainty: { () throws(ServerClockError) in
        try ClockStatus.current.uncertainty(ifUnsynchronized: substitute, adding: added)
      })
  }

  /// Creates a clock from two closures, for tests, or for a different source of the uncertainty.
  ///
  /// - Parameters:
  ///   - wall: Returns the current wall-clock time in UTC. May be called on any thread.
  ///   - uncertainty: Returns the maximum error of that clock in either direction, or throws the reason why it is
  ///     unknown. May be called on any thread. It is called each time that the clock is read.
  public init(
    wall: @escaping @Sendable () -> WallMoment,
    uncertainty: @escaping @Sendable () throws(ServerClockError) -> Duration
  ) {
    self.wall = wall
    readUncertainty = uncertainty
  }

  /// Reads the clock.
  ///
  /// To judge a request, call this method as soon as the body of the request has been read. If it is called earlier, a
  /// client can send the head of a request in time, and decide later what to put into the body. The time that a request
  /// waits in the network, in the system's buffers and for a thread counts against the request.
  ///
  /// - Returns: The instant and its uncertainty.
  /// - Throws: The reason why the uncertainty is unknown. In a Hummingbird handler, the error becomes status 503.
  /// - Complexity: One clock reading and one system call.
  public func now() throws(ServerClockError) -> ServerInstant {
    // The uncertainty is read first. If the time service steps the clock between the two readings, the uncertainty may
    // be too large, but not too small.
    let uncertainty = try readUncertainty()
    return ServerInstant(wall(), uncertainty: uncertainty)
  }

  /// Returns the answer to a request that is received now and answered immediately.
  ///
  /// - Parameter nonce: Returns the nonce of the request. Called after the clock has been read.
  /// - Returns: The answer.
  /// - Throws: The reason why the uncertainty is unknown.
  func answer(to nonce: () -> String?) throws(ServerClockError) -> TimeAnswer {
    let received = try now()
    let nonce = nonce()
    return TimeAnswer(received: received, sent: wall(), nonce: nonce)
  }
}

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
