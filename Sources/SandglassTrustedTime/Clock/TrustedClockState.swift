import SandglassCore
import SandglassTrustedTimeCore

/// What a trusted clock guards with its lock: what is known, and who is being asked.
struct TrustedClockState {
  /// What somebody who wants to know now is to do.
  enum Demand {
    /// To ask; the question counts as begun.
    case ask

    /// To wait, within a burst.
    case wait(until: Moment)

    /// To wait for the answer to somebody else's question.
    case join

    /// To leave it.
    case leave
  }

  private struct Asking {
    var schedule: AskingSchedule
    var refusal: TimeRefusal?
    var isUnderWay = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private(set) var machine: TrustedTimeMachine

  /// How far the device's wall clock was from its steady clock at first.
  let deviceOffset: Duration

  private var servers: [Asking]

  /// Who is told of each answer, by numbers.
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

  /// Who is told of each answer, in the order in which they came.
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

  /// When to ask a server next without need; nil for never.
  func nextAsk(_ server: Int) -> Moment? { servers[server].schedule.nextAsk }

  func record(boot: BootIdentity?) -> TrustedTimeRecord? {
    machine.record(boot: boot, deviceOffset: deviceOffset)
  }

  /// Begins a question that is due; false if it is not, or one is under way.
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

  /// What somebody is to do who wants to know now.
  mutating func demand(_ server: Int, at now: Moment) -> Demand {
    if servers[server].isUnderWay { return .join }
    guard let moment = servers[server].schedule.ask(onDemandAt: now) else { return .leave }
    guard moment <= now else { return .wait(until: moment) }
    servers[server].isUnderWay = true
    servers[server].schedule.begin(at: now)
    return .ask
  }

  /// Notes who waits for an answer; false if none is on its way.
  mutating func wait(for server: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if servers[server].isUnderWay { servers[server].waiting.append(continuation) }
    return servers[server].isUnderWay
  }

  /// A question has been answered, or not.
  ///
  /// - Returns: Who waits for that.
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
