import SandglassCore
import SandglassTrustedTimeCore

/// The state that a trusted clock's lock guards: the machine, and the requests to each server.
struct TrustedClockState {
  /// The next step of a task that wants to know the time now.
  enum Demand {
    /// Send a request, which the state has recorded.
    case ask

    /// Wait for the next request of the burst.
    case wait(until: Moment)

    /// Wait for the answer to another task's request.
    case join

    /// Do not send a request.
    case leave
  }

  private struct Asking {
    var schedule: AskingSchedule
    var refusal: ServerRefusal?

    /// Whether the network may have come back since the request was sent.
    var isNetworkNew = false

    /// The signals to the tasks that wait for the answer to another task's request.
    var waiting: [Pending<Void>] = []
  }

  private(set) var machine: TrustedTimeMachine

  /// The difference between the device's wall clock and its steady clock when the trusted clock was created.
  let deviceOffset: Duration

  private var servers: [Asking]

  /// The closures that are called after each answer, by number.
  private var following: [Int: @Sendable () -> Void] = [:]
  private var lastFollower = 0

  /// The signals to the tasks that sleep until a request is due, in case it is due earlier.
  private var sleeping: [Pending<Void>] = []

  init(
    schedules: [AskingSchedule], drift: DriftAllowance, record: TrustedTimeRecord?,
    boot: BootIdentity?,
    now: Moment, deviceOffset: Duration
  ) {
    var machine = TrustedTimeMachine(servers: schedules.count, drift: drift)
    let restored = record.flatMap { machine.restore($0, boot: boot, at: now) ? $0 : nil }
    self.machine = machine
    self.deviceOffset = restored?.deviceOffset ?? deviceOffset
    servers = schedules.map { Asking(schedule: $0) }
    for (index, server) in (restored?.servers ?? []).enumerated() {
      servers[index].schedule.restore(server.asking, at: now)
      servers[index].refusal = server.refusal
    }
  }

  var refusals: [ServerRefusal?] { servers.map { $0.refusal } }

  /// The closures that are called after each answer, in the order in which they were added.
  var followers: [@Sendable () -> Void] {
    following.sorted { $0.key < $1.key }.map { $0.value }
  }

  mutating func follow(_ follower: @escaping @Sendable () -> Void) -> Int {
    lastFollower += 1
    following[lastFollower] = follower
    return lastFollower
  }

  mutating func unfollow(_ number: Int) {
    following[number] = nil
  }

  func isInBurst(_ server: Int) -> Bool { servers[server].schedule.isInBurst }

  /// The moment of the next regular request to a server.
  func nextAsk(_ server: Int) -> Moment { servers[server].schedule.nextAsk }

  /// Returns the record to save, or nil if the boot's identity is unknown.
  func record(boot: BootIdentity?) -> TrustedTimeRecord? {
    boot.map { boot in
      TrustedTimeRecord(
        boot: boot, deviceOffset: deviceOffset, formerAgreement: machine.formerAgreement,
        servers: zip(machine.servers, servers).map { samples, asking in
          TrustedTimeRecord.Server(
            samples: samples, asking: asking.schedule.progress, refusal: asking.refusal)
        })
    }
  }

  /// Returns the moments at which the true time may be an instant, if they can be trusted.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - width: The width up to which an interval can be trusted although no majority has confirmed it.
  ///   - now: The current moment.
  /// - Returns: The moments, or what is missing.
  func find(
    _ instant: WallMoment, within width: Duration, at now: Moment
  ) -> Result<ClosedRange<Moment>, TrustedNeed> {
    guard let agreement = machine.agreement, let moments = machine.moments(of: instant) else {
      return .failure(.answer)
    }
    let bound = agreement.bound.at(now, drift: machine.drift)
    let present = bound.latest.subtractingSaturated(bound.earliest)
    let isTrusted = present <= width || agreement.isConfirmed && !isExpecting(at: now)
    return isTrusted ? .success(moments) : .failure(.agreement(width: present))
  }

  /// Whether a server that has neither answered nor failed to is being asked, or soon will be.
  private func isExpecting(at now: Moment) -> Bool {
    zip(machine.servers, servers).contains { samples, asking in
      guard samples.confirmed == nil, asking.refusal.map({ $0.reason == .cancelled }) ?? true
      else { return false }
      return asking.schedule.isUnderWay || asking.schedule.ask(onDemandAt: now) != nil
    }
  }

  /// Records a request that is due. Returns false if no request is due, or if a request is already pending.
  mutating func begin(_ server: Int, at now: Moment) -> Bool {
    guard nextAsk(server) <= now else { return false }
    guard !servers[server].schedule.isUnderWay else {
      servers[server].schedule.postpone(at: now)
      return false
    }
    servers[server].schedule.begin(at: now)
    return true
  }

  /// Returns the next step of a task that wants to know the time now.
  mutating func demand(_ server: Int, at now: Moment) -> Demand {
    if servers[server].schedule.isUnderWay { return .join }
    guard let moment = servers[server].schedule.ask(onDemandAt: now) else { return .leave }
    guard moment <= now else { return .wait(until: moment) }
    servers[server].schedule.begin(at: now)
    return .ask
  }

  /// Adds the signal to a task that waits for the pending request. Returns false if no request is pending.
  mutating func wait(for server: Int, _ signal: Pending<Void>) -> Bool {
    let isUnderWay = servers[server].schedule.isUnderWay
    if isUnderWay { servers[server].waiting.append(signal) }
    return isUnderWay
  }

  /// Records the end of a request.
  ///
  /// - Returns: The signals to the tasks that are waiting for the request.
  mutating func end(
    _ server: Int, with answer: Result<TimeSample, TimeRefusal>, at now: Moment, random: UInt64
  ) -> [Pending<Void>] {
    do throws(TimeRefusal) {
      try machine.add(answer.get(), from: server)
      servers[server].refusal = nil
      servers[server].schedule.answered(
        isEnough: machine.isSettled(server), at: now, random: random)
    } catch {
      // A request that was cancelled says nothing about the server, so an earlier refusal says more.
      if error != .cancelled || servers[server].refusal == nil {
        servers[server].refusal = ServerRefusal(error, at: now)
      }
      servers[server].schedule.refused(error, at: now, random: random)
    }
    if servers[server].isNetworkNew { servers[server].schedule.networkChanged(at: now) }
    servers[server].isNetworkNew = false
    defer { servers[server].waiting = [] }
    return servers[server].waiting
  }
}

// MARK: - Sleep, and the network

extension TrustedClockState {
  /// Adds the signal to a task that sleeps until the next request to a server.
  ///
  /// - Returns: The moment of the request.
  mutating func sleep(for server: Int, _ signal: Pending<Void>) -> Moment {
    sleeping.append(signal)
    return nextAsk(server)
  }

  mutating func wake(_ signal: Pending<Void>) {
    sleeping.removeAll { $0 === signal }
  }

  /// Records that the network may have come back.
  ///
  /// - Returns: The signals to the tasks to wake.
  mutating func networkChanged(at now: Moment) -> [Pending<Void>] {
    for index in servers.indices {
      servers[index].isNetworkNew = servers[index].schedule.isUnderWay
      servers[index].schedule.networkChanged(at: now)
    }
    defer { sleeping = [] }
    return sleeping
  }
}
