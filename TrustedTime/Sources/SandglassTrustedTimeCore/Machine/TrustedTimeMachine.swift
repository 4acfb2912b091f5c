public import SandglassCore

/// The state of a trusted clock: the samples of each server, and the bound that a majority of the servers allows. It is
/// a pure value to which the caller passes the time.
public struct TrustedTimeMachine: Sendable, Hashable {
  /// The maximum drift of the steady clock.
  public let drift: DriftAllowance

  /// The time for which the interval counts as synchronised after a majority has confirmed it.
  public let freshFor: Duration

  /// The samples of each server.
  public private(set) var servers: [ServerSamples]

  /// The bound that a majority of the servers allows. If there is no majority now, this is the bound of the latest
  /// majority. It is nil before the first majority.
  public private(set) var agreement: TrustedAgreement?

  /// Creates the state before any server has answered.
  ///
  /// - Parameters:
  ///   - servers: The number of servers. A negative number counts as zero.
  ///   - drift: The maximum drift of the steady clock.
  ///   - freshFor: The time for which the interval counts as synchronised after a majority has confirmed it. The
  ///     default is half an hour.
  public init(
    servers: Int, drift: DriftAllowance = .standard, freshFor: Duration = .seconds(1800)
  ) {
    self.drift = drift
    self.freshFor = freshFor
    self.servers = Array(repeating: ServerSamples(), count: max(0, servers))
  }

  /// The number of servers that is a majority.
  private var majority: Int { servers.count / 2 + 1 }

  /// Whether servers contradict themselves or each other, so that no majority of the servers can be trusted now.
  public var isDisputed: Bool {
    guard let agreement else { return false }
    let undisputed = servers.count { $0.disputing.isEmpty }
    let answered = servers.count { $0.confirmed != nil }
    return !agreement.isCurrent || undisputed < majority
      || answered >= majority && !agreement.isConfirmed
  }

  /// Whether a server, and with it the interval, is as certain as further answers of that server can make it. If not, the
  /// server should be asked again soon.
  ///
  /// - Parameter server: The index of the server.
  /// - Returns: False while there is a dispute, or while this server contradicts its own earlier answers: it is wrong now
  ///   or was wrong then, and is believed for its earlier answers until this is decided.
  public func isSettled(_ server: Int) -> Bool {
    !isDisputed && servers[server].disputing.isEmpty
  }

  /// Returns the reading at a moment.
  ///
  /// - Parameter now: The current moment. A moment before the latest answer widens the interval as much as a moment
  ///   after that answer.
  /// - Returns: The interval and its status.
  public func reading(at now: Moment) -> TrustedReading {
    guard let agreed = agreement?.bound, let confirmed else { return .unsynchronized }
    let age = max(.zero, now - confirmed)
    let status: TrustedStatus =
      isDisputed ? .disputed : age <= freshFor ? .synchronized : .holdover
    return TrustedReading(status: status, interval: agreed.wall(at: now, drift: drift), age: age)
  }

  /// Returns the moments of the steady clock at which the true time may be the given instant, or nil if the time is not
  /// known yet.
  public func moments(of instant: WallMoment) -> ClosedRange<Moment>? {
    agreement?.bound.moments(of: instant, drift: drift)
  }

  /// The latest moment since which a majority of the servers has confirmed the bound.
  private var confirmed: Moment? {
    let moments = servers.compactMap { $0.confirmed }.sorted(by: >)
    return moments.count >= majority ? moments[majority - 1] : moments.last
  }
}

// MARK: - Operations

extension TrustedTimeMachine {
  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - sample: The answer.
  ///   - server: The index of the server. With an invalid index, the answer is ignored.
  /// - Throws: ``TimeRefusal/impossible`` if the instants are impossible. In that case nothing changes.
  public mutating func add(_ sample: TimeSample, from server: Int) throws(TimeRefusal) {
    let fresh = try OffsetBound(sample, drift: drift)
    guard servers.indices.contains(server) else { return }
    servers[server].add(fresh, drift: drift)
    changeWithMajority(at: fresh.moment)
    agree(at: fresh.moment)
  }

  /// Adopts the new answers of all disputed servers, if a majority of several servers contradicts its earlier answers
  /// and the new answers of this majority agree.
  private mutating func changeWithMajority(at moment: Moment) {
    let disputing = servers.compactMap { $0.disputingBound(drift: drift) }
    guard servers.count > 1,
      OffsetBound.hull(
        of: disputing, allowedBy: majority, at: moment, drift: drift) != nil
    else { return }
    for index in servers.indices { servers[index].believeDisputing(drift: drift) }
  }

  private mutating func agree(at moment: Moment) {
    let bounds = servers.compactMap { $0.bound(drift: drift) }
    guard
      let hull = OffsetBound.majorityHull(
        of: bounds, among: servers.count, at: moment, drift: drift)
    else {
      agreement?.isCurrent = false
      return
    }
    let common = OffsetBound.hull(of: bounds, allowedBy: majority, at: moment, drift: drift)
    agreement = TrustedAgreement(bound: hull, isConfirmed: common != nil, isCurrent: true)
  }
}

// MARK: - Records

extension TrustedTimeMachine {
  /// The bound of the latest majority if there is no majority now, so that it does not follow from the samples. This is
  /// what a record has to contain.
  public var formerAgreement: TrustedAgreement? { agreement.flatMap { $0.isCurrent ? nil : $0 } }

  /// Restores the state from the record of an earlier process. Returns false and changes nothing if the record is not
  /// valid now.
  ///
  /// A record is not valid in a different boot, because the steady clock has restarted. It is also not valid for a
  /// different number of servers, or if the steady clock reads earlier than in the record.
  ///
  /// The agreement follows from the samples, as after every answer. Only if no majority of them agrees, the agreement of
  /// the record counts: it is that of the latest majority.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - boot: The identity of the current boot.
  ///   - now: The current moment.
  /// - Returns: Whether the state was restored.
  public mutating func restore(
    _ record: TrustedTimeRecord, boot: BootIdentity?, at now: Moment
  ) -> Bool {
    guard let boot, record.boot == boot, record.servers.count == servers.count,
      record.latest <= now
    else { return false }
    servers = record.servers.map { $0.samples }
    agreement = record.formerAgreement
    if let latest = record.latestSample { agree(at: latest) }
    return true
  }
}
