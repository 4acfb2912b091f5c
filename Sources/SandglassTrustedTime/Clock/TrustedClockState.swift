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
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private(set) var machine: TrustedTimeMachine

  /// The difference between the device's wall clock and its steady clock when the trusted clock was created.
  let deviceOffset: Duration

  private var servers: [Asking]

  /// The closures that are called after each answer, by number.
  private var following: [Int: @Sendable () -> Void] = [:]
  private var lastFollower = 0

  init(
    paces: [AskingPace], drift: DriftAllowance, record: TrustedTimeRecord?, boot: BootIdentity?,
    now: Moment, deviceOffset: Duration
  ) {
    var machine = TrustedTimeMachine(servers: paces.count, drift: drift)
    let restored = record.flatMap { machine.restore($0, boot: boot, at: now) ? $0 : nil }
    self.machine = machine
    self.deviceOffset = restored?.deviceOffset ?? deviceOffset
    let known = machine.servers.map { $0.bound != nil }
    servers = zip(paces, known).map { pace, isKnown in
      Asking(schedule: AskingSchedule(pace: pace, servers: paces.count, isKnown: isKnown))
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

  func record(boot: BootIdentity?) -> TrustedTimeRecord? {
    machine.record(boot: boot, deviceOffset: deviceOffset)
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

  /// Adds a task that waits for the pending request. Returns false if no request is pending.
  mutating func wait(for server: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if servers[server].isUnderWay { servers[server].waiting.append(continuation) }
    return servers[server].isUnderWay
  }

  /// Records the end of a request.
  ///
  /// - Returns: The tasks that are waiting for the request.
  mutating func end(
    _ server: Int, with answer: Result<TimeSample, TimeRefusal>, at now: Moment, random: UInt64
  ) -> [CheckedContinuation<Void, Never>] {
    do throws(TimeRefusal) {
      try machine.add(answer.get(), from: server)
      servers[server].refusal = nil
      servers[server].schedule.answered(isEnough: !machine.isDisputed, at: now, random: random)
    } catch {
      servers[server].refusal = error
      servers[server].schedule.refused(error, at: now, random: random)
    }
    servers[server].isUnderWay = false
    defer { servers[server].waiting = [] }
    return servers[server].waiting
  }
}
