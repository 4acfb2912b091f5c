public import SandglassCore

/// The record of a trusted clock, for processes that start later during the same boot. It is not valid after a reboot,
/// because the steady clock restarts.
///
/// It contains everything that a clock knows: what the servers have said, disputes that are not decided, and when each
/// server may be asked again.
public struct TrustedTimeRecord: Sendable, Hashable {
  /// What a record contains about one server.
  public struct Server: Sendable, Hashable {
    /// The server's samples.
    public let samples: ServerSamples

    /// The progress of the requests to the server.
    public let asking: AskingProgress

    /// Creates the part of a record that describes one server.
    public init(samples: ServerSamples, asking: AskingProgress) {
      self.samples = samples
      self.asking = asking
    }
  }

  /// The boot in which the record is valid.
  public let boot: BootIdentity

  /// The difference between the device's wall clock and its steady clock when the trusted clock was created.
  public let deviceOffset: Duration

  /// What the servers agree on, or nil before the first agreement.
  public let agreement: TrustedAgreement?

  /// The servers, in the order of the clock's list.
  public let servers: [Server]

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - boot: The boot in which the record is valid.
  ///   - deviceOffset: The difference between the device's wall clock and its steady clock.
  ///   - agreement: What the servers agree on.
  ///   - servers: The servers, in the order of the clock's list.
  public init(
    boot: BootIdentity, deviceOffset: Duration, agreement: TrustedAgreement?, servers: [Server]
  ) {
    self.boot = boot
    self.deviceOffset = deviceOffset
    self.agreement = agreement
    self.servers = servers
  }

  /// The latest moment at which something in the record happened.
  var latest: Moment {
    let samples = servers.flatMap { $0.samples.agreeing + $0.samples.disputing }
    let moments =
      samples.map { $0.moment } + servers.map { $0.asking.asked }
      + [agreement?.bound.moment ?? .origin]
    return moments.max() ?? .origin
  }
}
