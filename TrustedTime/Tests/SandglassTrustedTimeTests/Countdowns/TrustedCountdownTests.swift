import Sandglass
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

@testable import SandglassStores

@MainActor
struct TrustedCountdownTests {
  private let time = VirtualTime()

  /// A device that is off by some seconds, its server, and a countdown whose displayed numbers are recorded.
  @MainActor
  private final class Device {
    let time: VirtualTime
    let truth: VirtualTruth
    let server: VirtualTimeServer
    let clock: TrustedClock
    let countdown: Countdown
    private(set) var shown: [Int] = []
    private(set) var finished: WallMoment?
    private(set) var width: Duration?

    init(_ time: VirtualTime, off: Duration, drift: Int = 0, seed: UInt64 = 1) {
      self.time = time
      truth = VirtualTruth(time.wallNow - off, on: time.timekeeper, drift: drift)
      server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: seed)
      clock = TrustedClock(asking: server, on: time.timekeeper)
      countdown = Countdown(.zero, on: time.timekeeper)
      countdown.onTick(with: self) { device, reading in
        device.shown.append(reading.shown)
        if reading.remaining > .zero { device.width = device.presentWidth }
      }
      countdown.onFinish(with: self) { device, _ in
        device.finished = device.truth.now
        // An answer between the last tick and the finish may have made the interval narrower.
        device.width = max(device.width ?? .zero, device.presentWidth)
      }
    }

    private var presentWidth: Duration {
      clock.reading.interval.map { $0.upperBound - $0.lowerBound } ?? .zero
    }

    func run(toEnd end: WallMoment) -> Task<CountdownEnd?, any Error> {
      time.task { [clock, countdown] in await clock.run(countdown, toEnd: end) }
    }

    func run(toOpening opening: WallMoment) -> Task<CountdownEnd?, any Error> {
      time.task { [clock, countdown] in await clock.run(countdown, toOpening: opening) }
    }
  }

  @Test(
    "Law 1: on a phone that is ten minutes off, no end is late, or early by more than the width",
    arguments: [-600, 600, 0])
  func end(off: Int) async throws {
    let device = Device(time, off: .seconds(off))
    let end = device.truth.now + .seconds(30)
    let run = device.run(toEnd: end)
    await time.run(for: .seconds(40))
    let finished = try #require(device.finished)
    #expect(finished <= end)
    #expect(end - finished <= (try #require(device.width)))
    #expect(end - finished < .milliseconds(50))
    // Each correction delivers a reading, with the same number.
    let numbers = device.shown.enumerated().filter { $0 == 0 || device.shown[$0 - 1] != $1 }
    #expect(numbers.map(\.element) == Array((1...30).reversed()))
    #expect(try await run.value?.outcome == .finished)
    await time.run()
    #expect(time.tasksWaiting == [])
  }

  @Test("Law 1: a countdown to an opening is never early", arguments: [-600, 600])
  func opening(off: Int) async throws {
    let device = Device(time, off: .seconds(off))
    let opening = device.truth.now + .seconds(30)
    _ = device.run(toOpening: opening)
    await time.run(for: .seconds(40))
    let finished = try #require(device.finished)
    #expect(finished >= opening)
    #expect(finished - opening < .milliseconds(50))
  }

  @Test("Law 1: setting the wall clock forward does not end a countdown")
  func setForward() async throws {
    let device = Device(time, off: .zero)
    let end = device.truth.now + .seconds(30)
    _ = device.run(toEnd: end)
    await time.run(for: .seconds(10))
    time.setWallClock(to: time.wallNow + .seconds(3600))
    await time.run(for: .seconds(10))
    #expect(device.countdown.isRunning)
    #expect(device.countdown.shown == 10)
    await time.run(for: .seconds(11))
    #expect(device.countdown.isFinished)
  }

  @Test("A countdown begins with the first answer, and not before")
  func begins() async throws {
    let device = Device(time, off: .zero)
    device.server.change { $0.refusal = .unreachable(101) }
    device.server.change(after: .seconds(50)) { $0.refusal = nil }
    let end = device.truth.now + .seconds(600)
    _ = device.run(toEnd: end)
    await time.run(for: .seconds(40))
    #expect(device.countdown.state == .idle)
    await time.run(for: .seconds(160))
    #expect(device.countdown.shown == 400)
    await time.run(for: .seconds(401))
    #expect(device.countdown.isFinished)
  }

  @Test("An end that has passed finishes the countdown immediately")
  func past() async throws {
    let device = Device(time, off: .zero)
    let run = device.run(toEnd: device.truth.now - .seconds(5))
    await time.run(for: .seconds(1))
    #expect(try await run.value?.outcome == .finished)
  }

  @Test("After its task is cancelled the countdown continues, and no more requests are sent")
  func cancelled() async throws {
    let device = Device(time, off: .zero)
    let run = device.run(toEnd: device.truth.now + .seconds(3600))
    await time.run(for: .seconds(10))
    run.cancel()
    await time.run(for: .seconds(1))
    #expect(try await run.value == nil)
    let questions = device.server.questions
    await time.run(for: .seconds(3600))
    #expect(device.server.questions == questions)
    #expect(device.countdown.isFinished)
  }

  @Test("A paused countdown stays paused, and cancelling it ends the call")
  func paused() async throws {
    let device = Device(time, off: .zero)
    let run = device.run(toEnd: device.truth.now + .seconds(3600))
    await time.run(for: .seconds(10))
    device.countdown.pause()
    let remaining = device.countdown.remaining
    await time.run(for: .seconds(1000))
    #expect(device.countdown.remaining == remaining)
    device.countdown.cancel()
    await time.run(for: .seconds(1))
    #expect(try await run.value?.outcome == .cancelled)
  }

  @Test("A kept countdown that is already running is corrected")
  func corrected() async throws {
    let device = Device(time, off: .zero)
    let end = device.truth.now + .seconds(100)
    device.countdown.start(for: .seconds(140))
    _ = device.run(toEnd: end)
    await time.run(for: .seconds(100))
    #expect(try #require(device.finished) <= end)
    #expect(try #require(device.finished) > end - .milliseconds(50))
  }

  @Test(
    "With one of three servers wrong by an hour, no order of answers ends a countdown early",
    arguments: [19, 20, 21, 3000, nil])
  func liar(delay: Int?) async {
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let servers = (0..<3).map { _ in VirtualTimeServer(on: time.timekeeper, truth: truth) }
    servers[0].change { $0.error = .seconds(3600) }
    servers[2].change {
      $0.isSilent = delay == nil
      if let delay { $0.delayOut = .milliseconds(delay) ... .milliseconds(delay) }
      $0.timeout = .seconds(6)
    }
    let clock = TrustedClock(asking: servers, on: time.timekeeper)
    let countdown = Countdown(.zero, on: time.timekeeper)
    let needs = Locked<[TrustedNeed]>([])
    let end = truth.now + .seconds(1800)
    let run = time.task {
      await clock.run(countdown, toEnd: end) { need in needs.withLock { $0.append(need) } }
    }
    await time.run(for: .seconds(1799))
    #expect(countdown.state == (delay == nil ? .idle : .running))
    #expect(needs.withLock { $0.first } == .answer)
    if case .agreement(let width) = needs.withLock({ $0.last }) {
      #expect(width > .seconds(3599))
    } else {
      #expect(delay == 19 || delay == 20)
    }
    await time.run(for: .seconds(2))
    #expect(countdown.isFinished == (delay != nil))
    run.cancel()
    await time.run()
  }

  @Test("Law 1: the owner of a countdown that runs hears what is missing to correct it")
  func needsWhileRunning() async throws {
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let servers = (0..<3).map { _ in VirtualTimeServer(on: time.timekeeper, truth: truth) }
    servers[0].change { $0.error = .seconds(3600) }
    servers[2].change { $0.isSilent = true }
    let clock = TrustedClock(asking: servers, on: time.timekeeper)
    let countdown = Countdown(.zero, on: time.timekeeper)
    let needs = Locked<[TrustedNeed]>([])
    let end = truth.now + .seconds(7200)
    countdown.start(for: .seconds(7300))
    let run = time.task {
      await clock.run(countdown, toEnd: end) { need in needs.withLock { $0.append(need) } }
    }
    await time.run(for: .seconds(60))
    #expect(countdown.remaining == .seconds(7240))
    #expect(needs.withLock { $0.first } == .answer)
    guard case .agreement = needs.withLock({ $0.last }) else {
      Issue.record("\(needs.withLock { $0 })")
      return
    }
    // The owner hears nothing more once the third server agrees with the second one.
    servers[2].change { $0.isSilent = false }
    await time.run(for: .seconds(2000))
    #expect(abs(countdown.remaining / .seconds(1) - 5140) < 1)
    let count = needs.withLock { $0.count }
    await time.run(for: .seconds(2000))
    #expect(needs.withLock { $0.count } == count)
    countdown.cancel()
    await time.run(for: .seconds(1))
    #expect(try await run.value?.outcome == .cancelled)
  }

  @Test("A wide interval is used if a majority has confirmed it and the other servers have failed")
  func wideMajority() async {
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let servers = (0..<3).map { _ in VirtualTimeServer(on: time.timekeeper, truth: truth) }
    for server in servers { server.change { $0.delayOut = .seconds(2) ... .seconds(2) } }
    servers[2].change { $0.isSilent = true }
    let clock = TrustedClock(asking: servers, on: time.timekeeper)
    let countdown = Countdown(.zero, on: time.timekeeper)
    let run = time.task { await clock.run(countdown, toEnd: truth.now + .seconds(60)) }
    await time.run(for: .seconds(2.5))
    #expect(countdown.state == .idle)
    await time.run(for: .seconds(1))
    #expect(countdown.isRunning)
    run.cancel()
    await time.run()
  }

  @Test("Law 3: a countdown that has ended stays ended, although a view appears again")
  func again() async throws {
    let device = Device(time, off: .zero)
    let ends = Locked(0)
    device.countdown.onEnd(with: device) { _, _ in ends.withLock { $0 += 1 } }
    let end = device.truth.now + .seconds(5)
    for _ in 0..<3 {
      let run = device.run(toEnd: end)
      await time.run(for: .seconds(10))
      #expect(try await run.value?.outcome == .finished)
    }
    #expect(ends.withLock { $0 } == 1)
    let cancelled = Countdown(.seconds(10), on: time.timekeeper)
    cancelled.start()
    cancelled.cancel()
    let clock = device.clock
    let run = time.task { await clock.run(cancelled, toEnd: end) }
    await time.run(for: .seconds(1))
    #expect(try await run.value?.outcome == .cancelled)
    #expect(cancelled.state == .idle)
  }

  @Test("The end of a kept countdown that passed after a kill is reported once")
  func keptAndKilled() async throws {
    let store = MemoryCountdownStore()
    let device = Device(time, off: .zero)
    let end = device.truth.now + .seconds(30)
    let kept = store.on(time.timekeeper).countdown("sale", startingFrom: .zero)
    let clock = device.clock
    time.task { await clock.run(kept, toEnd: end) }
    await time.run(for: .seconds(10))
    let later = time.relaunched(after: .seconds(60))
    let next = Device(later, off: .zero)
    let restored = store.on(later.timekeeper).countdown("sale", startingFrom: .zero)
    let ends = Locked(0)
    restored.onFinish(with: next) { _, _ in ends.withLock { $0 += 1 } }
    let nextClock = next.clock
    let run = later.task { await nextClock.run(restored, toEnd: end) }
    await later.run(for: .seconds(10))
    #expect(ends.withLock { $0 } == 1)
    #expect(try await run.value?.outcome == .finished)
  }

  @Test(
    "An answer that arrives shortly before the end is not too late, with every rounding",
    arguments: [Rounding.up, .nearest, .down])
  func shortlyBefore(rounding: Rounding) async throws {
    let device = Device(time, off: .zero)
    let countdown = Countdown(
      .zero, options: CountdownOptions(unit: .seconds(1), rounding: rounding), on: time.timekeeper)
    func delay(_ time: Duration) -> @Sendable (inout VirtualTimeServer.Behavior) -> Void {
      { ($0.delayOut, $0.delayBack) = (time...time, time...time) }
    }
    device.server.change(delay(.seconds(0.8)))
    device.server.change(after: .seconds(1), delay(.milliseconds(10)))
    let end = device.truth.now + .seconds(2.68)
    let (clock, truth) = (device.clock, device.truth)
    let finished = Locked<WallMoment?>(nil)
    countdown.onFinish(with: device) { _, _ in finished.withLock { $0 = truth.now } }
    time.task { await clock.run(countdown, toEnd: end) }
    await time.run(for: .seconds(5))
    let early = end - (try #require(finished.withLock { $0 }))
    #expect((.zero ... .milliseconds(21)).contains(early))
  }

  @Test("If the time becomes known after the end, the countdown then ends; the need is reported")
  func learnedLate() async throws {
    let device = Device(time, off: .zero)
    device.server.change { $0.refusal = .unsent(101) }
    let needs = Locked<[TrustedNeed]>([])
    let (clock, countdown) = (device.clock, device.countdown)
    let end = device.truth.now + .seconds(30)
    time.task {
      await clock.run(countdown, toEnd: end) { need in needs.withLock { $0.append(need) } }
    }
    await time.run(for: .seconds(100))
    #expect(countdown.state == .idle)
    #expect(needs.withLock { $0 } == [.answer])
    device.server.change { $0.refusal = nil }
    clock.networkChanged()
    await time.run(for: .seconds(2))
    #expect(countdown.isFinished)
    #expect(try #require(device.finished) > end)
  }

  @Test(
    "Laws 1, 4: no end is late or early by more than the width, and no number reappears",
    .random
  )
  func random() async throws {
    var random = SeededGenerator(for: "countdowns on a trusted clock")
    for _ in 0..<repetitions(100) {
      let device = Device(
        VirtualTime(), off: .seconds(random.number(-600...600)), drift: random.number(-99...99),
        seed: random.next())
      device.server.change {
        $0.delayOut = .zero ... .milliseconds(random.number(1...200))
        $0.delayBack = .zero ... .milliseconds(random.number(1...200))
        $0.percentLost = 20
      }
      let instant = device.truth.now + .milliseconds(random.number(5_000...3_000_000))
      let isEnd = random.once(in: 2)
      _ = isEnd ? device.run(toEnd: instant) : device.run(toOpening: instant)
      await device.time.run(for: .seconds(3100))
      let finished = try #require(device.finished)
      let width = try #require(device.width)
      let early = isEnd ? instant - finished : finished - instant
      // Allow a nanosecond for each rounding of the true time.
      #expect((.nanoseconds(-2)...width + .nanoseconds(2)).contains(early))
      #expect(zip(device.shown, device.shown.dropFirst()).allSatisfy { $0 >= $1 })
    }
  }
}
