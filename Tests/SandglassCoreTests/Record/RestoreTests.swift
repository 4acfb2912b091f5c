import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@Suite("Law 11: the state that is restored from a record")
struct RestoreTests {
  private static let running = CountdownRecord.State.running(
    deadline: RestoreCase.moment(1060), wallDeadline: WallMoment(secondsSince1970: 1_000_060))
  private static let overtime = CountdownRecord.State.overtime(
    deadline: RestoreCase.moment(990), wallDeadline: WallMoment(secondsSince1970: 999_990))

  @Test(
    "Law 11: kind of deadline × boot × steady clock × wall clock × state",
    arguments: RestoreCase.all)
  func table(_ restoring: RestoreCase) throws {
    let row = try #require(restoring.row, "the table has no row, or several")
    check(restoring, Self.running, after: 20, row.running)
    check(restoring, Self.running, after: 90, row.ended)
    check(restoring, Self.running, countsPastZero: true, after: 90, row.endedPastZero)
    check(restoring, Self.overtime, countsPastZero: true, after: 20, row.overtime)
  }

  @Test("Law 11: a paused countdown is always exact, to the attosecond", arguments: RestoreCase.all)
  func paused(_ restoring: RestoreCase) {
    let remaining = Duration(secondsComponent: 42, attosecondsComponent: 1)
    let restored = restoring.outcome(of: .paused(remaining: remaining), after: 1_000_000)
    #expect(restored.state == .paused(remaining: remaining))
    #expect(restored.certainty == .exact)
    #expect(!restored.endedMeanwhile)
  }

  @Test("Law 11: a finished countdown stays finished", arguments: RestoreCase.all)
  func finished(_ restoring: RestoreCase) {
    let end = WallMoment(secondsSince1970: 999_990)
    let restored = restoring.outcome(of: .finished(at: end), after: 20)
    #expect(restored.state == .finished(at: end))
    #expect(restored.certainty == .exact)
    #expect(!restored.endedMeanwhile, "its finish is in the record")
  }

  @Test("Laws 1, 11: a countdown has finished at its deadline, and not a nanosecond before")
  func deadline() {
    let record = Self.record(Self.running)
    let before = Self.instant(steady: 1_059_999_999_999, boot: "A")
    #expect(record.restored(at: before).state == .running(remaining: .nanoseconds(1)))
    let at = Self.instant(steady: 1_060_000_000_000, boot: "A")
    #expect(record.restored(at: at).state == .finished(at: at.wall))
    #expect(record.restored(at: at).endedMeanwhile)
  }

  @Test("Law 11: clocks that read the same as in the record do not contradict it")
  func sameReadings() {
    let record = Self.record(Self.running)
    #expect(record.restored(at: record.written).certainty == .exact)
    let rebooted = Self.instant(steady: 0, boot: "B")
    #expect(record.restored(at: rebooted).certainty == .estimated)
    let earlier = ClockInstant(
      steady: .origin, wall: WallMoment(nanosecondsSince1970: 999_999_999_999_999),
      boot: BootIdentity("B"))
    #expect(record.restored(at: earlier).certainty == .suspect)
    let steadyEarlier = Self.instant(steady: 999_999_999_999, boot: "A")
    #expect(record.restored(at: steadyEarlier).certainty == .estimated)
  }

  @Test("no combination of extreme clock readings and records traps", .random)
  func extremes() {
    let walls: [Int128] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let moments: [UInt64] = [0, 1, .max - 1, .max]
    let instants = walls.flatMap { wall in
      moments.flatMap { steady in
        ["A", "B", nil].map { boot in
          ClockInstant(
            steady: Moment(nanoseconds: steady), wall: WallMoment(nanosecondsSince1970: wall),
            boot: boot.map { BootIdentity($0) })
        }
      }
    }
    var count = 0
    let pairs = exhaustiveCases(84 * 84)
    for pair in pairs {
      let (written, now) = (instants[pair / 84], instants[pair % 84])
      for wall in walls {
        for moment in moments {
          for record in Self.extremeRecords(moment, wall, written: written) {
            if case .running(let left) = record.restored(at: now).state, left <= .zero {
              Issue.record("\(record) runs with \(left) left")
            }
            count += 1
          }
        }
      }
    }
    #expect(instants.count == 84)
    #expect(count == pairs.map { $0 }.count * 7 * 4 * 4)
  }

  private static func extremeRecords(
    _ moment: UInt64, _ wall: Int128, written: ClockInstant
  ) -> [CountdownRecord] {
    let deadline = Moment(nanoseconds: moment)
    let wallDeadline = WallMoment(nanosecondsSince1970: wall)
    let targets: [CountdownTarget] = [.duration(.seconds(1)), .wall(wallDeadline)]
    let states: [CountdownRecord.State] = [
      .running(deadline: deadline, wallDeadline: wallDeadline),
      .overtime(deadline: deadline, wallDeadline: wallDeadline),
    ]
    return targets.flatMap { target in
      states.map {
        CountdownRecord(
          id: "", label: nil, state: $0, target: target, total: .zero, options: .standard,
          written: written)
      }
    }
  }

  private func check(
    _ restoring: RestoreCase, _ state: CountdownRecord.State, countsPastZero: Bool = false,
    after elapsed: Int64, _ expected: String
  ) {
    let restored = restoring.outcome(of: state, countsPastZero: countsPastZero, after: elapsed)
    let now = restoring.now(after: elapsed).wall
    #expect(Self.words(restored, now: now) == expected, "\(elapsed) s later")
    var wasRunning = false
    if case .running = state { wasRunning = true }
    let endsMeanwhile = wasRunning && !expected.hasPrefix("running")
    #expect(restored.endedMeanwhile == endsMeanwhile, "\(elapsed) s later, reported once")
  }

  private static func words(_ restored: RestoredCountdown, now: WallMoment) -> String {
    let words =
      switch restored.state {
      case .idle: "idle"
      case .running(let remaining): "running \(seconds(remaining))"
      case .paused(let remaining): "paused \(seconds(remaining))"
      case .overtime(let past, let ended) where now - ended == past: "overtime \(seconds(past))"
      case .overtime(_, let ended): "overtime of another end, \(seconds(now - ended)) ago"
      case .finished(let end): "finished \(seconds(now - end))"
      }
    return "\(words) \(restored.certainty)"
  }

  private static func seconds(_ duration: Duration) -> String {
    duration.components.attoseconds == 0 ? "\(duration.components.seconds)" : "\(duration)"
  }

  private static func instant(steady: UInt64, boot: String) -> ClockInstant {
    ClockInstant(
      steady: Moment(nanoseconds: steady), wall: WallMoment(secondsSince1970: 1_000_000),
      boot: BootIdentity(boot))
  }

  private static func record(_ state: CountdownRecord.State) -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: nil, state: state, target: .duration(.seconds(100)), total: .seconds(100),
      options: .standard, written: instant(steady: 1_000_000_000_000, boot: "A"))
  }
}
