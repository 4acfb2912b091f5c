import Sandglass
public import SandglassCore

/// The server's wall clock, which knows its own maximum error.
///
/// ```swift
/// let clock = ServerClock()
/// let received = try clock.now()
/// ```
///
/// The error is that of the operating system's clock status, as the time service (chrony, ntpd) has set it: the maximum
/// error, the correction that is still pending, and 0.5 ms, which is how much the kernel lets the error grow between
/// two updates. If the system says that its clock is not synchronised, the clock throws an error. It never makes up a
/// small uncertainty.
///
/// - chrony clears the system's "not synchronised" flag only if its configuration has `rtcsync`.
/// - systemd-timesyncd sets the maximum error to zero after each answer, because it does not compute one. Pass the
///   error that you assume as `addedUncertainty`, or use chrony.
/// - In a container, or on a developer's machine without a time service, pass `uncertaintyIfUnsynchronized`.
public struct ServerClock: Sendable {
  private let wall: @Sendable () -> WallMoment
  private let readUncertainty: @Sendable () throws(ServerClockError) -> Duration

  /// Makes a clock that reads the system's wall clock and its status.
  ///
  /// - Parameters:
  ///   - substitute: The uncertainty to assume if the system says that its clock is not synchronised, or says nothing.
  ///     If it is nil, ``now()`` throws an error instead. Pass nil in production: the system also says so when its time
  ///     service has been lost for hours, and then no small uncertainty is right. A negative duration counts as zero.
  ///   - added: An error that the system does not report, such as the distance to its time server if
  ///     systemd-timesyncd sets the clock. A negative duration counts as zero.
  public init(
    uncertaintyIfUnsynchronized substitute: Duration? = nil,
    addedUncertainty added: Duration = .zero
  ) {
    self.init(
      wall: { WallClock.now },
      uncertainty: { () throws(ServerClockError) in
        try ClockStatus.current.uncertainty(ifUnsynchronized: substitute, adding: added)
      })
  }

  /// Makes a clock from two closures, for tests, or for another source of the uncertainty.
  ///
  /// - Parameters:
  ///   - wall: Returns the current wall-clock time in UTC. It is called on any thread.
  ///   - uncertainty: Returns the maximum error of that clock in either direction, or throws the reason why it is
  ///     unknown. It is called on any thread, at each reading.
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

  /// Returns the answer to a request that is received now and answered at once.
  func answer() throws(ServerClockError) -> TimeAnswer {
    let received = try now()
    return TimeAnswer(received: received, sent: wall())
  }
}
