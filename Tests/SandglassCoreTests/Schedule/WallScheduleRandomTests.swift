import SandglassCore
import SandglassTestSupport
import Testing

/// A naive schedule that looks at each instant of the wall clock.
private struct ListedTimes {
  let isTime: (Int) -> Bool
  let policy: MissedTickPolicy
  let tolerance: Int
  var left: Int
  var index = 0

  /// The time up to which the clock has been looked at.
  var seen: Int

  /// The latest time that ticked, unless the clock was set so far back that times tick again.
  var ticked: Int?

  /// The start, if a tick is due there.
  var start: Int?

  struct Told: Equatable {
    var index: Int
    var wall: Int
    var lateness: Int
    var missed: Int
  }

  func next(after instant: Int) -> Int {
    var next = instant + 1
    while !isTime(next) { next += 1 }
    return next
  }

  /// Looks at a clock. What it shows for the first time is due, unless it was not looked at during a pause.
  mutating func look(at wall: Int, afterPause: Bool = false) {
    if wall < seen || afterPause { seen = wall }
    if let start, wall < start || afterPause { self.start = wall }
    if let latest = ticked, latest - wall > next(after: latest) - latest { ticked = nil }
  }

  mutating func ticks(at wall: Int) -> [Told] {
    look(at: wall)
    guard left > 0 else { return [] }
    let first = max(seen, ticked ?? seen)
    let due = [start].compactMap(\.self) + (first < wall ? (first + 1...wall).filter(isTime) : [])
    seen = wall
    guard let latest = due.last else { return [] }
    var told: [Told] = []
    if policy == .burst {
      for time in due.prefix(left) {
        told.append(Told(index: index, wall: time, lateness: wall - time, missed: 0))
        index += 1
      }
    } else {
      let missed = due.dropLast().filter { wall - $0 > tolerance }.count
      index += due.count - 1
      told = [Told(index: index, wall: latest, lateness: wall - latest, missed: missed)]
      index += 1
    }
    if isTime(told.last?.wall ?? 0) { ticked = told.last?.wall }
    start = nil
    left -= told.count
    return told
  }

  /// How long after `wall` the next time is; nil after the last tick.
  func distance(from wall: Int) -> Int? {
    left == 0 ? nil : next(after: max(ticked ?? wall, wall)) - wall
  }
}

@Suite("WallSchedule: random events", .random)
struct WallScheduleRandomTests {
  @Test(
    "Laws 1, 2, 5: a clock that runs, freezes and is set gives the ticks of a list of the times")
  func againstList() {
    var random = SeededGenerator(for: "WallScheduleRandomTests.againstList")
    for _ in 0..<repetitions(20_000) { sequence(&random) }
  }

  private func sequence(_ random: inout SeededGenerator) {
    let interval = random.number(1...20)
    let offset = random.number(-30...30)
    let isRule = random.once(in: 2)
    // Every third or so of a rule's times is missing, so that the distances differ.
    let pattern = (0..<6).map { $0 == 0 || !random.once(in: 3) }
    let isTime = { (instant: Int) in
      let place = instant - offset
      guard (place % interval + interval) % interval == 0 else { return false }
      return !isRule || pattern[((place / interval) % 6 + 6) % 6]
    }
    let times =
      isRule
      ? WallTimes { [pattern] instant in
        var next = Int(instant.nanosecondsSince1970) + 1
        while true {
          let place = next - offset
          if (place % interval + interval) % interval == 0,
            pattern[((place / interval) % 6 + 6) % 6]
          {
            return WallMoment(nanosecondsSince1970: Int128(next))
          }
          next += 1
        }
      }
      : WallTimes.multiples(of: .nanoseconds(interval), offset: .nanoseconds(offset))
    let policy = MissedTickPolicy.allCases.randomElement(using: &random) ?? .skip
    let tolerance = random.once(in: 2) ? 0 : random.number(0...30)
    let limit = random.once(in: 2) ? random.number(0...30) : nil
    let first = random.once(in: 4) ? FirstTick.immediately : .afterInterval
    var now = 1_000
    var wall = random.number(-500...500)

    var schedule = WallSchedule(
      times,
      options: TickOptions(first: first, missedTicks: policy, limit: limit)
        .tolerating(.nanoseconds(tolerance)),
      from: moment(now), wall: wallMoment(wall))
    var list = ListedTimes(
      isTime: isTime, policy: policy, tolerance: tolerance, left: limit ?? .max, seen: wall,
      start: first == .immediately ? wall : nil)

    for _ in 0..<random.number(1...40) {
      switch random.number(0...9) {
      case 0...3:  // right on time
        let step = schedule.due.map { Int($0.nanoseconds) - now } ?? 1
        (now, wall) = (now + step, wall + step)
      case 4, 5:
        let step = random.number(0...3 * interval)
        (now, wall) = (now + step, wall + step)
      case 6: wall += random.number(-interval...interval)
      case 7: wall += random.number(-100...100)
      case 8:
        now += 5
        // During a pause, nothing is due.
        wall += random.number(-40...80)
        list.look(at: wall, afterPause: true)
        schedule.resume(at: moment(now), wall: wallMoment(wall))
      default:
        let extra = schedule.extraRun(at: moment(now), wall: wallMoment(wall))
        #expect((extra == nil) == (list.left == 0))
        if list.left > 0 { (list.left, list.index) = (list.left - 1, list.index + 1) }
      }
      let limit = policy == .burst && random.once(in: 2) ? 1 : Int.max
      var told: [ListedTimes.Told] = []
      while var run = schedule.run(at: moment(now), wall: wallMoment(wall), atMost: limit) {
        while let tick = run.popFirst() {
          told.append(
            .init(
              index: tick.index, wall: Int(tick.wallTime?.nanosecondsSince1970 ?? 0),
              lateness: Int(tick.lateness.nanosecondsRoundedUp), missed: tick.missed))
          #expect(tick.scheduled == moment(now) - tick.lateness)
        }
      }
      let expected = list.ticks(at: wall)
      #expect(told == expected, "\(policy), wall \(wall)")
      #expect(
        schedule.due.map { Int($0.nanoseconds) - now } == list.distance(from: wall),
        "\(policy), wall \(wall)")
      if told != expected { return }
    }
  }

  private func moment(_ nanoseconds: Int) -> Moment { Moment(nanoseconds: UInt64(nanoseconds)) }

  private func wallMoment(_ nanoseconds: Int) -> WallMoment {
    WallMoment(nanosecondsSince1970: Int128(nanoseconds))
  }
}
