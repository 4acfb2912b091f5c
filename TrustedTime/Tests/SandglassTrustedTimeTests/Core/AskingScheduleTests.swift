import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct AskingScheduleTests {
  private static let start = Moment(nanoseconds: 1_000_000_000_000)

  @Test("The burst to your own server is sent at once, and to other servers two seconds apart")
  func bursts() throws {
    for pace in [AskingPace.ownServer, .publicServer] {
      var schedule = AskingSchedule(pace: pace)
      var now = Self.start
      for _ in 0..<8 {
        #expect(schedule.isInBurst)
        now = max(now, schedule.nextAsk)
        schedule.begin(at: now)
        now = now + .milliseconds(80)
        schedule.answered(isEnough: true, at: now, random: 500)
      }
      #expect(!schedule.isInBurst)
      let sent = pace.spacing * 7 + (pace == .ownServer ? .milliseconds(640) : .milliseconds(80))
      #expect(now - Self.start == sent)
      let next = schedule.nextAsk - now
      #expect((.seconds(399) ... .seconds(401)).contains(next))
    }
  }

  @Test("Lost packets are part of the burst, and an outage interrupts it without using it up")
  func losses() throws {
    var schedule = AskingSchedule(pace: .publicServer)
    var now = Self.start
    for _ in 0..<4 {
      #expect(schedule.isInBurst)
      schedule.begin(at: now)
      now = now + .seconds(3)
      schedule.refused(.timedOut, at: now, random: 500)
    }
    #expect(!schedule.isInBurst)
    #expect(schedule.progress.burstLeft == 4)
    for _ in 0..<20 {
      now = max(now, schedule.nextAsk)
      schedule.begin(at: now)
      now = now + .seconds(3)
      schedule.refused(.timedOut, at: now, random: 500)
    }
    #expect(schedule.progress.burstLeft == 4)
    schedule.networkChanged(at: now)
    let next = schedule.nextAsk
    #expect(next == now + .seconds(12))
    schedule.begin(at: next)
    schedule.answered(isEnough: true, at: next + .milliseconds(40), random: 500)
    #expect(schedule.isInBurst)
    #expect(schedule.nextAsk == next + .seconds(2))
  }

  @Test("A request that was not sent does not count, and is tried again within 75 seconds")
  func unsent() throws {
    var schedule = AskingSchedule(pace: .ownServer)
    let fresh = schedule.progress
    var now = Self.start
    for _ in 0..<100 {
      now = max(now, schedule.nextAsk)
      schedule.begin(at: now)
      schedule.refused(.unsent(101), at: now, random: 1000)
      #expect(schedule.nextAsk - now <= .seconds(75))
      #expect(try #require(schedule.ask(onDemandAt: now)) <= now)
    }
    #expect(schedule.progress.burstLeft == fresh.burstLeft)
    #expect(schedule.progress.spent == fresh.spent)
    schedule.networkChanged(at: now)
    #expect(schedule.nextAsk == now + .seconds(1))
  }

  @Test(
    "A change of the network does not cause requests to a server that answers, or says RATE or DENY"
  )
  func networkThatWorks() throws {
    var schedule = AskingSchedule(pace: AskingPace(burst: 1, spacing: .zero))
    schedule.begin(at: Self.start)
    schedule.answered(isEnough: true, at: Self.start, random: 500)
    let next = schedule.nextAsk
    schedule.networkChanged(at: Self.start + .seconds(60))
    #expect(schedule.nextAsk == next)
    schedule.begin(at: Self.start + .seconds(400))
    schedule.refused(.rate, at: Self.start + .seconds(400), random: 500)
    schedule.networkChanged(at: Self.start + .seconds(500))
    #expect(schedule.nextAsk == Self.start + .seconds(1200))
    schedule.refused(.denied, at: Self.start + .seconds(1200), random: 500)
    schedule.networkChanged(at: Self.start + .seconds(1300))
    #expect(schedule.nextAsk == Self.start + .seconds(400 + 3600))
  }

  @Test("RATE halves the requests each time")
  func kisses() throws {
    var schedule = AskingSchedule(pace: .ownServer)
    var now = Self.start
    var pauses: [Duration] = []
    for _ in 0..<4 {
      schedule.begin(at: now)
      schedule.refused(.rate, at: now, random: 500)
      #expect(!schedule.isInBurst)
      #expect(schedule.ask(onDemandAt: now + .seconds(60)) == nil)
      let next = schedule.nextAsk
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == [.seconds(800), .seconds(1600), .seconds(3200), .seconds(6400)])
  }

  @Test("DENY ends the requests for a day, or for an hour if anyone may have forged it")
  func denials() {
    for (isAuthenticated, pause) in [(true, Duration.seconds(86_400)), (false, .seconds(3600))] {
      var schedule = AskingSchedule(pace: .ownServer, isAuthenticated: isAuthenticated)
      schedule.begin(at: Self.start)
      schedule.refused(.denied, at: Self.start + .seconds(1), random: 7)
      #expect(!schedule.isInBurst)
      #expect(schedule.nextAsk == Self.start + pause)
      #expect(schedule.ask(onDemandAt: Self.start + pause - .nanoseconds(1)) == nil)
      #expect(schedule.ask(onDemandAt: Self.start + pause) == Self.start + pause)
      var restored = AskingSchedule(pace: .ownServer, isAuthenticated: isAuthenticated)
      restored.restore(schedule.progress, at: Self.start + .seconds(60))
      #expect(restored.progress == schedule.progress)
      #expect(restored.nextAsk == Self.start + pause)
    }
  }

  @Test("A request that a kill interrupted counts as cancelled: in the burst, the next one follows")
  func interrupted() {
    for pace in [AskingPace.ownServer, .publicServer] {
      var schedule = AskingSchedule(pace: pace)
      schedule.begin(at: Self.start)
      #expect(schedule.isUnderWay)
      var restored = AskingSchedule(pace: pace)
      restored.restore(schedule.progress, at: Self.start + .seconds(1))
      #expect(!restored.isUnderWay)
      #expect(restored.progress.burstLeft == 7 && restored.progress.failures == 0)
      #expect(restored.nextAsk == Self.start + max(.seconds(1), pace.spacing))
    }
    var schedule = AskingSchedule(pace: AskingPace(burst: 1, spacing: .zero))
    schedule.begin(at: Self.start)
    var restored = schedule
    restored.restore(schedule.progress, at: Self.start + .seconds(1))
    #expect(restored.nextAsk == Self.start + .seconds(15))
  }

  @Test("A restored schedule continues, and impossible values are limited")
  func restored() throws {
    var schedule = AskingSchedule(pace: .ownServer)
    schedule.begin(at: Self.start)
    schedule.refused(.rate, at: Self.start, random: 500)
    var restored = AskingSchedule(pace: .ownServer)
    restored.restore(schedule.progress, at: Self.start + .seconds(10))
    #expect(restored.progress == schedule.progress)
    #expect(restored.nextAsk == Self.start + .seconds(800))
    restored.restore(
      AskingProgress(
        burstLeft: -5, next: .distantFuture, barrier: .distantFuture, spent: .distantFuture,
        asked: .distantFuture, failures: .max, rateRefusals: .min), at: Self.start)
    #expect(!restored.isInBurst)
    #expect(restored.nextAsk <= Self.start + .seconds(2 * 86_400))
    restored.begin(at: Self.start)
    restored.refused(.timedOut, at: Self.start, random: 500)
    restored.restore(AskingProgress(burstLeft: .max), at: Self.start)
    #expect(restored.progress.burstLeft == 8)
  }

  @Test(
    "However often it is restored, requests after the burst are 15 s apart, and at most 300 a day",
    .random
  )
  func random() {
    var random = SeededGenerator(for: "asking")
    for _ in 0..<repetitions(200) {
      let servers = random.number(1...9)
      let pace = random.once(in: 2) ? AskingPace.ownServer : .publicServer
      var schedule = AskingSchedule(pace: pace, servers: servers)
      let haste = random.number(0...4)
      var now = Self.start
      var asked: [Moment] = []
      var inBurst = 0
      func relaunched(_ old: AskingSchedule) -> AskingSchedule {
        var next = AskingSchedule(pace: pace, servers: servers)
        next.restore(old.progress, at: now)
        return next
      }
      for _ in 0..<1_000 {
        if random.once(in: 10) { schedule.networkChanged(at: now) }
        let isEager = random.number(0...4) < haste
        let due = isEager ? schedule.ask(onDemandAt: now) : schedule.nextAsk
        guard let due, due <= now || !isEager else {
          now = now + .seconds(random.number(1...60))
          continue
        }
        now = max(now, due)
        let wasInBurst = schedule.isInBurst
        schedule.begin(at: now)
        if !wasInBurst { asked.append(now) } else { inBurst += 1 }
        if random.once(in: 4) { schedule = relaunched(schedule) }
        now = now + .milliseconds(random.number(0...3000))
        switch random.number(0...(haste == 4 ? 200 : 9)) {
        case 0: schedule.refused(.timedOut, at: now, random: random.next())
        case 1: schedule.refused(.unreachable(1), at: now, random: random.next())
        case 5:
          // Requests that were sent without a network do not count.
          schedule.refused(.unsent(1), at: now, random: random.next())
          if wasInBurst { inBurst -= 1 } else { asked.removeLast() }
          schedule.networkChanged(at: now)
        case 2: schedule.refused(.cancelled, at: now, random: random.next())
        case 3: schedule.refused(.rate, at: now, random: random.next())
        case 4: schedule.answered(isEnough: false, at: now, random: random.next())
        default:
          schedule.answered(isEnough: !random.once(in: 3), at: now, random: random.next())
        }
      }
      #expect(inBurst <= 8)
      for (earlier, later) in zip(asked, asked.dropFirst()) {
        #expect(later - earlier >= .seconds(15))
      }
      for (index, first) in asked.enumerated() {
        let inADay = asked[index...].prefix { $0 - first < .seconds(86_400) }.count
        #expect(inADay * servers <= 300)
      }
    }
  }
}
