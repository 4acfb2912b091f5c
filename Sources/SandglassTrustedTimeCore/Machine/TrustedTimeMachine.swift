public import SandglassCore

/// All that a trusted clock knows, as a value that is told the time: what each server has said, and what a majority allows.
public struct TrustedTimeMachine: Sendable, Hashable {
  /// How fast the steady clock may run away.
  public let drift: DriftAllowance

  /// How long after a majority has confirmed it the interval counts as synchronized.
  public let freshFor: Duration

  /// What each server has said.
  public private(set) var servers: [ServerSamples]

  /// What a majority allows, or allowed as long as there was one; nil before there was one.
  public private(set) var agreed: OffsetBound?

  /// Whether a majority allows something now.
  private var hasMajority = false

  /// Makes what is known before any server has answered.
  ///
  /// - Parameters:
  ///   - servers: How many servers there are; less than zero counts as zero.
  ///   - drift: How fast the steady clock may run away.
  ///   - freshFor: How long after a majority has confirmed it the interval counts as synchronized; half an hour unless told.
  public init(
    servers: Int, drift: DriftAllowance = .standard, freshFor: Duration = .seconds(1800)
  ) {
    self.drift = drift
    self.freshFor = freshFor
    self.servers = Array(repeating: ServerSamples(), count: max(0, servers))
  }

  /// Whether the servers contradict themselves or each other, so that no majority of them can be believed now.
  public var isDisputed: Bool {
    let undisputed = servers.count { $0.disputing == nil }
    return agreed != nil && (!hasMajority || undisputed <= servers.count / 2)
  }

  /// What is known at a moment.
  ///
  /// - Parameter now: The present moment; one before the latest answer widens as much as one after it.
  /// - Returns: The interval, and what it is worth.
  public func reading(at now: Moment) -> TrustedReading {
    guard let agreed, let confirmed else { return .unsynchronized }
    let age = max(.zero, now - confirmed)
    let status: TrustedStatus =
      isDisputed ? .disputed : age <= freshFor ? .synchronized : .holdover
    return TrustedReading(status: status, interval: agreed.wall(at: now, drift: drift), age: age)
  }

  /// The moments of the steady clock at which true time can be an instant; nil while nothing is known.
  public func moments(of instant: WallMoment) -> ClosedRange<Moment>? {
    agreed?.moments(of: instant, drift: drift)
  }

  /// When a majority has confirmed what is known: of a majority, the one that did it first.
  private var confirmed: Moment? {
    let moments = servers.compactMap { $0.confirmed }.sorted(by: >)
    let needed = servers.count / 2 + 1
    return moments.count >= needed ? moments[needed - 1] : moments.last
  }
}

// MARK: - What happens

extension TrustedTimeMachine {
  /// Takes in an answer.
  ///
  /// - Parameters:
  ///   - sample: The answer.
  ///   - server: The number of the server, from zero; any other number is ignored.
  /// - Throws: ``TimeRefusal/impossible`` if its instants cannot be; then nothing has changed.
  public mutating func add(_ sample: TimeSample, from server: Int) throws(TimeRefusal) {
    let fresh = try OffsetBound(sample, drift: drift)
    guard servers.indices.contains(server) else { return }
    servers[server].add(fresh, drift: drift)
    changeWithMajority(at: fresh.moment)
    agree(at: fresh.moment)
  }

  /// Where a majority of several servers contradicts what they have said before, and they agree, all of them are believed at
  /// once.
  private mutating func changeWithMajority(at moment: Moment) {
    let disputing = servers.compactMap { $0.disputing }
    guard servers.count > 1,
      OffsetBound.hull(
        of: disputing, allowedBy: servers.count / 2 + 1, at: moment, drift: drift) != nil
    else { return }
    for index in servers.indices { servers[index].believeDisputing() }
  }

  private mutating func agree(at moment: Moment) {
    let hull = OffsetBound.majorityHull(
      of: servers.compactMap { $0.bound }, among: servers.count, at: moment, drift: drift)
    hasMajority = hull != nil
    agreed = hull ?? agreed
  }
}

// MARK: - Keeping

extension TrustedTimeMachine {
  /// What is to be kept; nil while nothing is known, and where the boot is not.
  ///
  /// - Parameters:
  ///   - boot: The identity of the boot.
  ///   - deviceOffset: How far the device's wall clock was from its steady clock.
  /// - Returns: The record.
  public func record(boot: BootIdentity?, deviceOffset: Duration) -> TrustedTimeRecord? {
    guard let boot, agreed != nil else { return nil }
    return TrustedTimeRecord(
      boot: boot, servers: servers.map { $0.bound == nil ? nil : $0 }, deviceOffset: deviceOffset)
  }

  /// Takes up what an earlier process has kept; false, and nothing happens, where that does not hold.
  ///
  /// It does not hold in another boot, whose steady clock began anew, for another number of servers, or if the steady
  /// clock reads earlier than the record.
  ///
  /// - Parameters:
  ///   - record: What was kept.
  ///   - boot: The identity of the present boot.
  ///   - now: The present moment.
  /// - Returns: Whether it was taken up.
  public mutating func restore(
    _ record: TrustedTimeRecord, boot: BootIdentity?, at now: Moment
  ) -> Bool {
    let moments = record.servers.compactMap { $0?.bound?.moment }
    guard let boot, record.boot == boot, record.servers.count == servers.count,
      let latest = moments.max(), latest <= now
    else { return false }
    var restored = self
    restored.servers = record.servers.map { $0 ?? ServerSamples() }
    restored.agree(at: latest)
    guard restored.hasMajority else { return false }
    self = restored
    return true
  }
}
