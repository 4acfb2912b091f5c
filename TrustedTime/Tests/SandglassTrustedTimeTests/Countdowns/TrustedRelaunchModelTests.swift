import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

/// Countdowns on a trusted clock whose process is killed and launched again at random instants.
@MainActor
struct TrustedRelaunchModelTests {
  /// A server that behaves in the same way throughout a history.
  private struct Plan {
    var delay = Duration.zero
    var uncertainty = Duration.zero
    var error = Duration.zero
    var refusal: TimeRefusal?
    var isSilent = false
    var isAuthenticated = false
    var pace = AskingPace.ownServer
  }

  /// The longest time that a request and its answer take, with the pause after the request before.
  private static let exchange = Duration.seconds(3) + AskingPace.publicServer.spacing

  /// A process that runs a countdown.
  @MainActor
  private final class Process {
    let time: VirtualTime
    let truth: VirtualTruth
    let clock: TrustedClock
    private(set) var started: Moment?
    private(set) var needs: [TrustedNeed] = []
    private let countdown: Countdown

    init(
      _ time: VirtualTime, _ truth: VirtualTruth, _ plans: [Plan], end: WallMoment,
      keptIn store: TrustedTimeStore
    ) {
      (self.time, self.truth) = (time, truth)
      let servers = plans.map { plan in
        let server = VirtualTimeServer(
          on: time.timekeeper, truth: truth, pace: plan.pace,
          isAuthenticated: plan.isAuthenticated)
        server.change {
          $0.delayOut = plan.delay...plan.delay
          $0.delayBack = plan.delay...plan.delay
          $0.uncertainty = plan.uncertainty
          $0.error = plan.error
          $0.refusal = plan.refusal
          $0.isSilent = plan.isSilent
        }
        return server
      }
      clock = TrustedClock(asking: servers, on: time.timekeeper, keptIn: store)
      countdown = Countdown(.zero, on: time.timekeeper)
      countdown.onTick(with: self) { process, _ in
        process.started = process.started ?? process.time.now
      }
      time.task { await self.follow(to: end) }
    }

    private func follow(to end: WallMoment) async {
      await clock.run(countdown, toEnd: end) { needs.append($0) }
    }
  }

  private static func plans(_ random: inout SeededGenerator) -> [Plan] {
    let pace = random.once(in: 2) ? AskingPace.ownServer : .publicServer
    return (0..<[1, 3, 3, 3, 5][random.number(0...4)]).map { _ in
      var plan = Plan(
        delay: .milliseconds(random.number(0...1400)),
        uncertainty: .milliseconds([0, 20, 700, 3000][random.number(0...3)]),
        isAuthenticated: random.once(in: 2), pace: pace)
      switch random.number(0...9) {
      case 0: plan.refusal = .denied
      case 1: plan.refusal = .rate
      case 2: plan.refusal = .unreachable(7)
      case 3: plan.refusal = .unsent(7)
      case 4: plan.isSilent = true
      case 5: plan.error = .milliseconds(random.number(-3_600_000...3_600_000))
      default: break
      }
      return plan
    }
  }

  @Test(
    "Law 1: after kills, a countdown starts no later than without them plus one exchange",
    .random)
  func histories() async {
    var random = SeededGenerator(for: "kills of countdowns on a trusted clock")
    // Two of three servers agree on a wide interval, and the third refuses, or says nothing.
    var agreeing = Plan(delay: .milliseconds(700))
    for refusal in [TimeRefusal.denied, .rate, .unreachable(7), nil] {
      agreeing.uncertainty = .seconds(1)
      let third = Plan(refusal: refusal, isSilent: refusal == nil)
      await history([agreeing, agreeing, third], kills: [.seconds(20)], lapse: .seconds(1))
    }
    var started = 0
    for _ in 0..<repetitions(1_000) {
      let plans = Self.plans(&random)
      let kills = (0..<random.number(1...6)).map { _ in
        Duration.milliseconds(random.number(0...[300, 3000, 30_000][random.number(0...2)]))
      }
      let lapse = Duration.milliseconds(random.number(0...2000))
      if await history(plans, kills: kills, lapse: lapse) { started += 1 }
    }
    print("countdowns on a trusted clock that started after kills: \(started)")
  }

  /// Compares a history without kills to one with them. Returns whether the countdown starts.
  @discardableResult
  private func history(_ plans: [Plan], kills: [Duration], lapse: Duration) async -> Bool {
    guard let start = await start(plans) else { return false }
    let text = Locked<String?>(nil)
    let store = TrustedTimeStore(
      read: { text.withLock { $0 } }, write: { new in text.withLock { $0 = new } })
    var time = VirtualTime()
    var truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let (first, end) = (time.now, truth.now + .seconds(86_400))
    var process = Process(time, truth, plans, end: end, keptIn: store)
    for kill in kills {
      await process.time.run(for: kill)
      time = process.time.relaunched(after: lapse)
      truth = truth.continued(on: time.timekeeper)
      let next = Process(time, truth, plans, end: end, keptIn: store)
      #expect(next.clock.refusals == process.clock.refusals)
      process = next
    }
    let launched = process.time.now
    let latest = max(first + start, launched) + Self.exchange
    await process.time.run(for: latest - launched)
    let started = process.started
    #expect(
      started.map { $0 <= latest } ?? false,
      "\(plans), kills: \(kills), lapse: \(lapse), without kills: \(start), \(process.needs)")
    return true
  }

  /// Returns how long the countdown waits without kills, or nil if it does not start within five minutes.
  private func start(_ plans: [Plan]) async -> Duration? {
    let time = VirtualTime()
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let process = Process(
      time, truth, plans, end: truth.now + .seconds(86_400),
      keptIn: TrustedTimeStore(read: { nil }, write: { _ in }))
    let first = time.now
    for _ in 0..<60 where process.started == nil { await time.run(for: .seconds(5)) }
    return process.started.map { $0 - first }
  }
}
