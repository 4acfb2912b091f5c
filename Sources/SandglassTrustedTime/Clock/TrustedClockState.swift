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
    var refusal: TimeRefusal?
    var isUnderWay = false

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
    paces: [AskingPace], drift: DriftAllowance, record: TrustedTimeRecord?, boot: BootIdentity?,
    now: Moment, deviceOffset: Duration
  ) {
    var machine = TrustedTimeMachine(servers: paces.count, drift: drift)
    let restored = record.flatMap { machine.restore($0, boot: boot, at: now) ? $0 : nil }
    self.machine = machine
    self.deviceOffset = restored?.deviceOffset ?? deviceOffset
    servers = paces.indices.map { index in
      var schedule = AskingSchedule(pace: paces[index], servers: paces.count)
      if let restored { schedule.restore(restored.servers[index].asking, at: now) }
      return Asking(schedule: schedule)
    }
  }

  var refusals: [TimeRefusal?] { servers.map { $0.refusal } }

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

  /// The moment of the next regular request to a server, or nil if there are no more requests.
  func nextAsk(_ server: Int) -> Moment? { servers[server].schedule.nextAsk }

  /// Returns the record to save, or nil if the boot's identity is unknown.
  func record(boot: BootIdentity?) -> TrustedTimeRecord? {
    boot.map { boot in
      TrustedTimeRecord(
        boot: boot, deviceOffset: deviceOffset, agreement: machine.agreement,
        servers: zip(machine.servers, servers).map { samples, asking in
          TrustedTimeRecord.Server(samples: samples, asking: asking.schedule.progress)
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
    let isTrusted = present <= width || agreement.isConfirmed && !isExpecting
    return isTrusted ? .success(moments) : .failure(.agreement(width: present))
  }

  /// Whether a server has neither answered nor failed to.
  private var isExpecting: Bool {
    zip(machine.servers, servers).contains { samples, asking in
      samples.confirmed == nil && (asking.refusal == nil || asking.refusal == .cancelled)
    }
  }

  /// Records a request that is due. Returns false if no request is due, or if a request is already pending.
  mutating func begin(_ server: Int, at now: Moment) -> Bool {
    guard let next = nextAsk(server), next <= now else { return false }
    guard !servers[server].isUnderWay else {
      servers[server].schedule.postpone(at: now)
      return false
    }
    servers[server].isUnderWay = true
    servers[server].schedule.begin(at: now)
    return true
  }

  /// Returns the next step of a task that wants to know the time now.
  mutating func demand(_ server: Int, at now: Moment) -> Demand {
    if servers[server].isUnderWay { return .join }
    guard let moment = servers[server].schedule.ask(onDemandAt: now) else { return .leave }
    guard moment <= now else { return .wait(until: moment) }
    servers[server].isUnderWay = true
    servers[server].schedule.begin(at: now)
    return .ask
  }

  /// Adds the signal to a task that waits for the pending request. Returns false if no request is pending.
  mutating func wait(for server: Int, _ signal: Pending<Void>) -> Bool {
    if servers[server].isUnderWay { servers[server].waiting.append(signal) }
    return servers[server].isUnderWay
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
      servers[server].refusal = error
      servers[server].schedule.refused(error, at: now, random: random)
    }
    if servers[server].isNetworkNew { servers[server].schedule.networkChanged(at: now) }
    servers[server].isNetworkNew = false
    servers[server].isUnderWay = false
    defer { servers[server].waiting = [] }
    return servers[server].waiting
  }
}

// MARK: - Sleep, and the network

extension TrustedClockState {
  /// Adds the signal to a task that sleeps until the next request to a server.
  ///
  /// - Returns: The moment of the request, or nil if there are no more requests.
  mutating func sleep(for server: Int, _ signal: Pending<Void>) -> Moment? {
    guard let next = nextAsk(server) else { return nil }
    sleeping.append(signal)
    return next
  }

  mutating func wake(_ signal: Pending<Void>) {
    sleeping.removeAll { $0 === signal }
  }

  /// Records that the network may have come back.
  ///
  /// - Returns: The signals to the tasks to wake.
  mutating func networkChanged(at now: Moment) -> [Pending<Void>] {
    for index in servers.indices {
      servers[index].isNetworkNew = servers[index].isUnderWay
      servers[index].schedule.networkChanged(at: now)
    }
    defer { sleeping = [] }
    return sleeping
  }
}
