import CSandglass

/// The status of the system's wall clock.
enum ClockStatus: Equatable {
  /// A time service keeps the clock synchronised.
  ///
  /// - Parameters:
  ///   - maximumError: The maximum error, in microseconds.
  ///   - pendingCorrection: The correction that the kernel is still applying, in nanoseconds.
  case synchronized(maximumError: Int64, pendingCorrection: Int64)

  /// No time service keeps the clock synchronised, or none has updated the kernel's clock status for hours.
  case unsynchronized

  /// The system call failed with an error code.
  case unavailable(Int32)

  /// The current status. Reading it takes one system call.
  static var current: ClockStatus {
    let status = sandglass_clock_status_read()
    guard status.failure == 0 else { return .unavailable(status.failure) }
    guard status.is_synchronized != 0 else { return .unsynchronized }
    return .synchronized(
      maximumError: status.maximum_error, pendingCorrection: status.pending_correction)
  }

  /// The amount that the kernel adds to the maximum error once a second. Up to this amount may not have been added yet.
  static let growthPerSecond = Duration.microseconds(500)

  /// Returns the maximum error of the clock.
  ///
  /// - Parameters:
  ///   - substitute: The result if the clock is not known to be synchronised.
  ///   - added: An error that the system does not report.
  /// - Returns: The maximum error, zero or more.
  /// - Throws: The reason, if the clock is not known to be synchronised and there is no substitute.
  func uncertainty(
    ifUnsynchronized substitute: Duration?, adding added: Duration
  ) throws(ServerClockError) -> Duration {
    switch self {
    case .synchronized(let maximumError, let pendingCorrection):
      let reported = Duration.microseconds(max(0, maximumError)) + Self.growthPerSecond
      let pending = Duration.nanoseconds(Int64(clamping: pendingCorrection.magnitude))
      return reported + pending + max(.zero, added)
    case .unsynchronized:
      if let substitute { return max(.zero, substitute) }
      throw .unsynchronized
    case .unavailable(let code):
      if let substitute { return max(.zero, substitute) }
      throw .unavailable(code)
    }
  }
}
