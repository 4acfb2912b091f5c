public import SandglassCore

/// The record of a trusted clock, for processes that start later during the same boot. It is not valid after a reboot,
/// because the steady clock restarts.
///
/// It contains everything that a clock knows: what the servers have said, what they have refused, disputes that are not
/// decided, and when each server may be asked again.
public struct TrustedTimeRecord: Sendable, Hashable {
  /// What a record contains about one server.
  public struct Server: Sendable, Hashable {
    /// The server's samples.
    public let samples: ServerSamples

    /// The progress of the requests to the server.
    public let asking: AskingProgress

    /// Why the latest answer was refused, or nil if it was accepted or there was no request.
    public let refusal: ServerRefusal?

    /// Creates the part of a record that describes one server.
    public init(samples: ServerSamples, asking: AskingProgress, refusal: ServerRefusal? = nil) {
      self.samples = samples
      self.asking = asking
      self.refusal = refusal
    }
  }

  /// The boot in which the record is valid.
  public let boot: BootIdentity

  /// The difference between the device's wall clock and its steady clock when the trusted clock was created.
  public let deviceOffset: Duration

  /// What the latest majority agreed on, or nil if a majority agrees now, which follows from the samples, or none has yet.
  public let formerAgreement: TrustedAgreement?

  /// The servers, in the order of the clock's list.
  public let servers: [Server]

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - boot: The boot in which the record is valid.
  ///   - deviceOffset: The difference between the device's wall clock and its steady clock.
  ///   - formerAgreement: What the latest majority agreed on, if none agrees now.
  ///   - servers: The servers, in the order of the clock's list.
  public init(
    boot: BootIdentity, deviceOffset: Duration, formerAgreement: TrustedAgreement?,
    servers: [Server]
  ) {
    self.boot = boot
    self.deviceOffset = deviceOffset
    self.formerAgreement = formerAgreement
    self.servers = servers
  }

  /// The latest moment at which something in the record happened.
  var latest: Moment {
    let moments =
      servers.flatMap { [$0.asking.asked, $0.refusal?.moment ?? .origin] }
      + [latestSample ?? .origin, formerAgreement?.bound.moment ?? .origin]
    return moments.max() ?? .origin
  }

  /// The moment of the latest sample, or nil if there is none.
  var latestSample: Moment? {
    servers.flatMap { $0.samples.agreeing + $0.samples.disputing }.map { $0.moment }.max()
  }
}
