import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct AskingScheduleTests {
  private static let start = Moment(nanoseconds: 1_000_000_000_000)

  @Test("The burst to your own server comes at once, and that to other servers two seconds apart")
  func bursts() throws {
    for pace in [AskingPace.ownServer, .publicServer] {
      var schedule = AskingSchedule(pace: pace)
      var now = Self.start
      for _ in 0..<8 {
        #expect(schedule.isInBurst)
        now = max(now, try #require(schedule.nextAsk))
        schedule.begin(at: now)
        now = now + .milliseconds(80)
        schedule.answered(isEnough: true, at: now, random: 500)
      }
      #expect(!schedule.isInBurst)
      let sent = pace.spacing * 7 + (pace == .ownServer ? .milliseconds(640) : .milliseconds(80))
      #expect(now - Self.start == sent)
      let next = try #require(schedule.nextAsk) - now
      #expect((.seconds(399) ... .seconds(401)).contains(next))
    }
  }

  @Test("Lost packets are part of the burst, and without a network the burst waits")
  func losses() throws {
    var schedule = AskingSchedule(pace: .publicServer)
    schedule.begin(at: Self.start)
    schedule.refused(.timedOut, at: Self.start + .seconds(3), random: 0)
    #expect(schedule.nextAsk == Self.start + .seconds(3))
    schedule.begin(at: Self.start + .seconds(3))
    schedule.refused(.unreachable(1), at: Self.start + .seconds(3), random: 500)
    #expect(schedule.nextAsk == Self.start + .seconds(18))
    #expect(schedule.ask(onDemandAt: Self.start + .seconds(4)) == nil)
    #expect(schedule.ask(onDemandAt: Self.start + .seconds(18)) != nil)
    #expect(schedule.isInBurst)
  }

  @Test("RATE halves the requests each time, and DENY ends them")
  func kisses() throws {
    var schedule = AskingSchedule(pace: .ownServer)
    var now = Self.start
    var pauses: [Duration] = []
    for _ in 0..<4 {
      schedule.begin(at: now)
      schedule.refused(.rate, at: now, random: 500)
      #expect(!schedule.isInBurst)
      #expect(schedule.ask(onDemandAt: now + .seconds(60)) == nil)
      let next = try #require(schedule.nextAsk)
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == [.seconds(800), .seconds(1600), .seconds(3200), .seconds(6400)])
    schedule.begin(at: now)
    schedule.refused(.denied, at: now, random: 0)
    #expect(schedule.isStopped && schedule.nextAsk == nil)
    #expect(schedule.ask(onDemandAt: .distantFuture) == nil)
  }

  @Test("A server with restored samples gets no burst")
  func known() {
    let schedule = AskingSchedule(pace: .ownServer, isKnown: true)
    #expect(!schedule.isInBurst)
    #expect(schedule.ask(onDemandAt: Self.start) == Self.start)
  }

  @Test(
    "In every case, requests after the burst are 15 s apart, and at most 300 in any day to all servers",
    .random
  )
  func random() {
    var random = SeededGenerator(for: "asking")
    for _ in 0..<repetitions(200) {
      let servers = random.number(1...9)
      var schedule = AskingSchedule(
        pace: random.once(in: 2) ? .ownServer : .publicServer, servers: servers)
      let haste = random.number(0...4)
      var now = Self.start
      var asked: [Moment] = []
      for _ in 0..<1_000 {
        let isEager = random.number(0...4) < haste
        let due = isEager ? schedule.ask(onDemandAt: now) : schedule.nextAsk
        guard let due, due <= now || !isEager else {
          now = now + .seconds(random.number(1...60))
          continue
        }
        now = max(now, due)
        let wasInBurst = schedule.isInBurst
        schedule.begin(at: now)
        if !wasInBurst { asked.append(now) }
        now = now + .milliseconds(random.number(0...3000))
        switch random.number(0...(haste == 4 ? 200 : 9)) {
        case 0: schedule.refused(.timedOut, at: now, random: random.next())
        case 1: schedule.refused(.unreachable(1), at: now, random: random.next())
        case 2: schedule.refused(.cancelled, at: now, random: random.next())
        case 3: schedule.refused(.rate, at: now, random: random.next())
        case 4: schedule.answered(isEnough: false, at: now, random: random.next())
        default:
          schedule.answered(isEnough: !random.once(in: 3), at: now, random: random.next())
        }
      }
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
