import Foundation
import SandglassCore
import SandglassTestSupport
import Testing

/// The values of a reading as plain numbers.
private struct Look: Equatable {
  var state: CountdownState
  var remaining: Int
  var shown: Int
  var total: Int
  var overtime: Int
  var missed = 0
  var phase = 0

  /// Whether the reading has the same values.
  func agrees(with reading: Reading) -> Bool {
    let progress = total == 0 ? 1 : Double(max(0, total - remaining)) / Double(total)
    return reading.state == state && reading.shown == shown && reading.missed == missed
      && reading.remaining == .nanoseconds(remaining) && reading.phaseIndex == phase
      && reading.total == .nanoseconds(total)
      && reading.elapsed == .nanoseconds(max(0, total - remaining))
      && reading.overtime == .nanoseconds(overtime) && abs(reading.progress - progress) < 1e-9
  }
}

/// A milestone in whole nanoseconds, or in percent.
private enum PlainMilestone: Hashable {
  case remaining(Int)
  case elapsed(Int)
  case percent(Int)

  var milestone: Milestone {
    switch self {
    case .remaining(let time): .remaining(.nanoseconds(time))
    case .elapsed(let time): .elapsed(.nanoseconds(time))
    case .percent(let percent): .progress(Double(percent) / 100)
    }
  }

  /// The remaining time at which it is due, or nil if the run is too short.
  func due(in total: Int) -> Int? {
    switch self {
    case .remaining(let time): time
    case .elapsed(let time): time < total ? total - time : nil
    case .percent(let percent): total - (total * percent + 50) / 100
    }
  }

  static func random(unit: Int, _ random: inout SeededGenerator) -> PlainMilestone {
    let time = random.number(1...15 * unit)
    switch random.number(0...3) {
    case 0: return .elapsed(time)
    case 1: return .percent([1, 25, 50, 75, 99][random.number(0...4)])
    default: return .remaining(time)
    }
  }

  /// The milestones in the order in which those that are due at the same time are told.
  static func inOrder(_ milestones: [PlainMilestone]) -> [PlainMilestone] {
    Set(milestones).sorted { $0.place < $1.place }
  }

  private var place: (Int, Int) {
    switch self {
    case .remaining(let time): (0, -time)
    case .elapsed(let time): (1, time)
    case .percent(let percent): (2, percent)
    }
  }
}

private enum Told: Equatable {
  case reading(Look)
  case milestone(PlainMilestone, remaining: Int, at: Int, Look)
  case end(CountdownEnd.Outcome, at: Int, missed: Int, Look)
  case phaseEnd(Int, at: Int, isSkipped: Bool, missed: Int, Look)
  case change(CountdownChange.Kind, Look)

  func agrees(with event: CountdownEvent) -> Bool {
    switch (self, event) {
    case (.reading(let look), .reading(let reading)):
      look.agrees(with: reading)
    case (
      .milestone(let milestone, let remaining, let moment, let look),
      .milestone(let reached, let reading)
    ):
      reached.milestone == milestone.milestone && reached.remaining == .nanoseconds(remaining)
        && reached.moment.nanoseconds == UInt64(moment) && reached.duration == reading.total
        && reached.phaseIndex == look.phase
        && look.agrees(with: reading)
    case (.end(let outcome, let moment, let missed, let look), .end(let end, let reading)):
      end.outcome == outcome && end.moment.nanoseconds == UInt64(moment) && end.missed == missed
        && look.agrees(with: reading)
    case (
      .phaseEnd(let index, let moment, let isSkipped, let missed, let look),
      .phaseEnd(let end, let reading)
    ):
      end.index == index && end.moment.nanoseconds == UInt64(moment) && end.missed == missed
        && end.isSkipped == isSkipped && look.agrees(with: reading)
    case (.change(let expected, let look), .change(let change, let reading)):
      expected == change && look.agrees(with: reading)
    default: false
    }
  }
}

/// A naive countdown that follows the laws: it knows the instant of every number and of every
/// milestone, and checks each of them.
private struct PlainCountdown {
  let unit: Int
  let rounding: Rounding
  var milestones: [PlainMilestone]
  let countsPastZero: Bool
  let tolerance: Int
  let pulse: Int?
  var duration: Int

  /// The durations of the phases, all rounds; none without phases.
  let phases: [Int]
  var phase = 0

  var state = CountdownState.idle
  var deadline = 0
  var standing = 0
  var total = 0
  var armed: Set<PlainMilestone> = []
  var isWatched = false
  var end: (outcome: CountdownEnd.Outcome, moment: Int, missed: Int)?
  var reported: [Told] = []

  /// The latest displayed number: remaining units, or units past zero in overtime, -1 before the reading at zero.
  var known = 0

  var offset: Int {
    switch rounding {
    case .up: 0
    case .nearest: unit / 2
    case .down: unit
    }
  }

  func remaining(at now: Int) -> Int {
    switch state {
    case .idle: duration
    case .running: max(0, deadline - now)
    case .paused: standing
    case .overtime, .finished: 0
    }
  }

  /// The number of displayed numbers whose instants are still to come.
  func shown(_ remaining: Int) -> Int {
    var count = 0
    while remaining > count * unit + offset { count += 1 }
    return count
  }

  func look(at now: Int, missed: Int = 0) -> Look {
    let stands = pulse != nil && state == .running && isWatched
    return Look(
      state: state, remaining: remaining(at: now), shown: stands ? known : shownOnPulse(at: now),
      total: state == .idle ? duration : total,
      overtime: state == .overtime ? max(0, now - deadline) : 0, missed: missed, phase: phase)
  }

  /// The instant at which a change is reported.
  func held(_ instant: Int) -> Int {
    guard let pulse else { return instant }
    var held = instant
    while (held - pulse) % unit != 0 { held += 1 }
    return held
  }

  /// The last instant at which something could be reported.
  func lastPulse(_ instant: Int) -> Int {
    guard let pulse else { return instant }
    var last = instant
    while (last - pulse) % unit != 0 { last -= 1 }
    return max(0, last)
  }

  /// The number that is displayed for this deadline.
  func shownOnPulse(at now: Int) -> Int {
    shown(state == .running ? max(0, deadline - lastPulse(now)) : remaining(at: now))
  }

  /// The instant at which `number` is reported.
  func instant(of number: Int) -> Int {
    held(deadline - number * unit - offset)
  }

  /// The instant at which a number of units past zero is reported. The one at zero comes with the finish.
  func instant(pastZero number: Int) -> Int {
    number == 0 ? deadline : held(deadline + number * unit)
  }

  /// The number of units past zero that is displayed.
  func unitsPastZero(at now: Int) -> Int { max(0, lastPulse(now) - deadline) / unit }

  /// The numbers whose ticks were due by `now`, in order.
  func numbersDue(by now: Int) -> [Int] {
    guard isWatched else { return [] }
    return (0..<known).reversed().filter { instant(of: $0) <= now && instant(of: $0) < deadline }
  }

  /// Tells the milestones down to a remaining time, the first ones first, each at its instant or at `now`.
  mutating func tellMilestones(downTo left: Int, at now: Int? = nil) {
    for due in Set(armed.compactMap { $0.due(in: total) }).sorted(by: >) where due >= left {
      for milestone in milestones where armed.contains(milestone) && milestone.due(in: total) == due
      {
        armed.remove(milestone)
        let instant = now ?? deadline - due
        reported.append(.milestone(milestone, remaining: due, at: instant, look(at: instant)))
      }
    }
  }

  mutating func arm(below left: Int) {
    armed = Set(milestones.filter { $0.due(in: total).map { $0 < left } ?? false })
  }

  /// Follows a small correction. What is due before the next milestone is armed like it.
  mutating func followTotal() {
    arm(below: (armed.compactMap { $0.due(in: total) }.max() ?? -1) + 1)
  }

  mutating func advance(to now: Int) {
    while state == .running {
      tellMilestones(downTo: deadline - now)
      let due = numbersDue(by: now)
      if now >= deadline {
        endPhase(at: deadline, missed: due.filter { instant(of: $0) + tolerance < now }.count)
        continue
      }
      if !due.isEmpty {
        known = shown(deadline - lastPulse(now))
        let missed = due.filter { $0 > known && instant(of: $0) + tolerance < now }
        reported.append(.reading(look(at: now, missed: missed.count)))
      }
      break
    }
    if state == .overtime, isWatched, instant(pastZero: known + 1) <= now {
      var missed = 0
      known += 1
      while instant(pastZero: known + 1) <= now {
        if instant(pastZero: known) + tolerance < now { missed += 1 }
        known += 1
      }
      reported.append(.reading(look(at: now, missed: missed)))
    }
  }

  /// Ends the phase, or the run if there are no phases.
  mutating func endPhase(at moment: Int, isSkipped: Bool = false, missed: Int) {
    let ended = phase
    if phase + 1 < phases.count {
      enter(phase + 1, at: moment)
    }
    if !phases.isEmpty {
      reported.append(
        .phaseEnd(ended, at: moment, isSkipped: isSkipped, missed: missed, look(at: moment)))
    }
    if ended + 1 >= phases.count { return finish(at: moment, missed: missed) }
    // The first number is due immediately.
    known = total > 0 ? shown(total) + 1 : 0
    if state == .paused, isWatched {
      known = shown(standing)
      reported.append(.reading(look(at: moment)))
    }
  }

  mutating func enter(_ index: Int, at moment: Int) {
    phase = index
    total = phases[index]
    deadline = moment + total
    standing = total
    arm(below: total)
  }

  mutating func skip(at now: Int) -> Bool {
    advance(to: now)
    guard !phases.isEmpty, state == .running || state == .paused else { return false }
    endPhase(at: now, isSkipped: true, missed: 0)
    advance(to: now)
    return true
  }

  mutating func back(at now: Int) -> Bool {
    advance(to: now)
    guard !phases.isEmpty, state == .running || state == .paused else { return false }
    enter(max(0, phase - 1), at: now)
    reported.append(.change(.wentBack, look(at: now)))
    known = shown(total)
    if total > 0 || state == .paused { reported.append(.reading(look(at: now))) }
    advance(to: now)
    return true
  }

  mutating func set(_ milestones: [PlainMilestone], at now: Int) {
    advance(to: now)
    self.milestones = PlainMilestone.inOrder(milestones)
    arm(below: state == .running || state == .paused ? remaining(at: now) : .min)
  }

  mutating func finish(at moment: Int, missed: Int) {
    state = countsPastZero ? .overtime : .finished
    deadline = moment
    known = -1
    end = (.finished, moment, missed)
    deadline = moment
    reported.append(.end(.finished, at: moment, missed: missed, look(at: moment, missed: missed)))
  }

  mutating func begin(at now: Int, reportsReading: Bool = true) {
    end = nil
    total = max(0, duration)
    deadline = now + total
    phase = 0
    state = .running
    arm(below: total)
    known = pulse == nil ? 0 : shownOnPulse(at: now)
    reported.append(.change(.started, look(at: now)))
    if total > 0 {
      known = reportsReading ? shownOnPulse(at: now) : shown(total) + 1
      if reportsReading { reported.append(.reading(look(at: now))) }
    }
  }

  mutating func start(from beginning: Int, at now: Int) -> Bool {
    advance(to: now)
    guard state != .running, state != .paused, beginning <= now else { return false }
    let before = reported.count
    begin(at: beginning, reportsReading: beginning == now)
    advance(to: now)
    tellPresent(after: before, since: beginning, at: now)
    return true
  }

  /// Whoever begins in the past is told the present reading, if nothing else has told one.
  mutating func tellPresent(after count: Int, since beginning: Int, at now: Int) {
    let isReadingReported = reported[count...].contains {
      if case .reading = $0 { true } else { false }
    }
    if beginning < now, !isReadingReported, state == .running {
      reported.append(.reading(look(at: now)))
    }
  }

  mutating func restart(at now: Int) {
    _ = cancel(at: now, isFollowedByStart: true)
    begin(at: now)
    advance(to: now)
  }

  mutating func pause(at now: Int) -> Bool {
    advance(to: now)
    guard state == .running else { return false }
    standing = deadline - now
    state = .paused
    reported.append(.change(.paused, look(at: now)))
    if isWatched, known != shown(standing) {
      known = shown(standing)
      reported.append(.reading(look(at: now)))
    }
    return true
  }

  mutating func resume(from beginning: Int, at now: Int) -> Bool {
    advance(to: now)
    guard state == .paused, beginning <= now else { return false }
    deadline = beginning + standing
    state = .running
    reported.append(.change(.resumed, look(at: beginning)))
    let before = reported.count
    advance(to: now)
    tellPresent(after: before, since: beginning, at: now)
    return true
  }

  mutating func extend(by change: Int, at now: Int) -> Bool {
    advance(to: now)
    if state == .overtime {
      extendOvertime(by: change, beginsRun: deadline + change > now && change > 0, at: now)
      return true
    }
    guard state == .running || state == .paused else { return false }
    let left = max(0, remaining(at: now) + change)
    total = max(0, total + change)
    standing = left
    deadline = now + left
    known = shownOnPulse(at: now)
    reported.append(.change(.extended(by: .nanoseconds(change)), look(at: now)))
    tellMilestones(downTo: left, at: now)
    arm(below: left)
    if left == 0 {
      endPhase(at: now, missed: 0)
      advance(to: now)
    } else {
      reported.append(.reading(look(at: now)))
    }
    return true
  }

  mutating func moveEnd(to moment: Int, at now: Int) -> Bool {
    advance(to: now)
    switch state {
    case .idle:
      return false
    case .running, .paused:
      let change = moment - now - remaining(at: now)
      return change != 0 && extend(by: change, at: now)
    case .overtime:
      if moment == deadline { return false }
    case .finished:
      if moment <= now { return false }
      deadline = min(deadline, now)
    }
    extendOvertime(by: moment - deadline, beginsRun: moment > now, at: now)
    return true
  }

  mutating func extendOvertime(by change: Int, beginsRun begins: Bool, at now: Int) {
    deadline += change
    total = max(0, total + change)
    if begins {
      state = .running
      end = nil
      arm(below: deadline - now)
    }
    known = begins ? shownOnPulse(at: now) : unitsPastZero(at: now)
    reported.append(.change(.extended(by: .nanoseconds(change)), look(at: now)))
    if begins { reported.append(.change(.started, look(at: now))) }
    reported.append(.reading(look(at: now)))
  }

  mutating func cancel(at now: Int, isFollowedByStart: Bool = false) -> Bool {
    if stopOvertime(at: now, isFollowedByStart: isFollowedByStart) { return true }
    guard state == .running || state == .paused else { return false }
    state = .idle
    phase = 0
    end = (.cancelled, now, 0)
    reported.append(.end(.cancelled, at: now, missed: 0, look(at: now)))
    return true
  }

  mutating func stopOvertime(at now: Int, isFollowedByStart: Bool = false) -> Bool {
    advance(to: now)
    guard state == .overtime else { return false }
    state = .finished
    reported.append(.change(.overtimeStopped, look(at: now)))
    if !isFollowedByStart { reported.append(.reading(look(at: now))) }
    return true
  }

  mutating func reset(at now: Int) -> Bool {
    if !stopOvertime(at: now, isFollowedByStart: true), cancel(at: now) { return true }
    guard state == .finished else { return false }
    state = .idle
    (phase, end) = (0, nil)
    reported.append(.change(.reset, look(at: now)))
    reported.append(.reading(look(at: now)))
    return true
  }

  mutating func watch(_ watches: Bool, at now: Int) {
    advance(to: now)
    guard watches != isWatched else { return }
    isWatched = watches
    known = state == .overtime ? unitsPastZero(at: now) : shownOnPulse(at: now)
  }

  mutating func correct(timeToZero: Int, reportingFrom limit: Int, at now: Int) {
    guard state == .running || state == .overtime, phases.isEmpty else { return }
    let change = timeToZero - (deadline - now)
    // Ticks that have passed by the steady clock are missed, whatever the wall clock shows.
    let (next, missedBefore, missedNow) = (
      state == .running ? shownOnPulse(at: now) : 0,
      numbersDue(by: now).filter { instant(of: $0) + tolerance < now }, missedInOvertime(by: now)
    )
    deadline = now + timeToZero
    if state == .running { total = max(0, total + change) }
    if state == .running, timeToZero <= 0 {
      tellMilestones(downTo: 0)
      finish(at: deadline, missed: missedBefore.count)
    } else if abs(change) >= limit {
      let missed = state == .running ? missedBefore.filter { $0 > next }.count : missedNow
      known = state == .running ? shownOnPulse(at: now) : unitsPastZero(at: now)
      if state == .running {
        reported.append(.change(.corrected(by: .nanoseconds(change)), look(at: now)))
      }
      if state == .running {
        tellMilestones(downTo: timeToZero, at: now)
        arm(below: timeToZero)
      }
      reported.append(.reading(look(at: now, missed: missed)))
      return
    } else if state == .running {
      followTotal()
    }
    advance(to: now)
  }

  /// The number of units past zero that were later than the tolerance, except the last.
  func missedInOvertime(by now: Int) -> Int {
    guard state == .overtime, isWatched else { return 0 }
    let latest = unitsPastZero(at: now)
    guard latest > known + 1 else { return 0 }
    return (known + 1..<latest).filter { held(deadline + $0 * unit) + tolerance < now }.count
  }
}

private enum Step: CustomStringConvertible {
  case advance, start, restart, pause, resume, cancel, stopOvertime, reset
  case extend(Int)
  case moveEnd(Int)
  case watch(Bool)
  case duration(Int)
  case correct(Int)
  case startFrom(Int)
  case resumeFrom(Int)
  case milestones([PlainMilestone])
  case skip, back

  var description: String {
    switch self {
    case .advance: "advance"
    case .start: "start"
    case .restart: "restart"
    case .pause: "pause"
    case .resume: "resume"
    case .cancel: "cancel"
    case .stopOvertime: "stopOvertime"
    case .reset: "reset"
    case .extend(let change): "extend(\(change))"
    case .moveEnd(let left): "moveEnd(timeToZero: \(left))"
    case .watch(let watches): "watch(\(watches))"
    case .duration(let duration): "duration = \(duration)"
    case .correct(let shift): "correct(\(shift))"
    case .startFrom(let age): "start(from: now - \(age))"
    case .resumeFrom(let age): "resume(from: now - \(age))"
    case .milestones(let milestones): "milestones = \(milestones)"
    case .skip: "skip"
    case .back: "back"
    }
  }

  /// The smallest correction of a clock that is reported.
  static let limit = 3

  static func random(unit: Int, _ random: inout SeededGenerator) -> Step {
    switch random.number(0...30) {
    case 0...2: .start
    case 3: .restart
    case 4, 5: .pause
    case 6, 7: .resume
    case 8: .extend(random.number(-6 * unit...6 * unit))
    case 9: .extend(unit * random.number(-4...5))
    case 10: .cancel
    case 11: .stopOvertime
    case 12: .watch(random.once(in: 4))
    case 13: .watch(true)
    case 15: .correct(random.number(-20 * unit...20 * unit))
    case 16: .correct(random.number(-3...3))
    case 17: .startFrom(random.number(-3...40 * unit))
    case 23: .resumeFrom(random.number(-3...10 * unit))
    case 24: .reset
    case 18: .milestones((0...2).map { _ in PlainMilestone.random(unit: unit, &random) })
    case 19: .skip
    case 20: .back
    case 21: .moveEnd(random.number(-5 * unit...12 * unit))
    case 22: .moveEnd(unit * random.number(-1...6))
    case 14: .duration(random.once(in: 8) ? random.number(-3...0) : random.number(1...15 * unit))
    default: .advance
    }
  }

  func apply(
    to machine: inout CountdownMachine, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool? {
    switch self {
    case .advance: machine.advance(to: now, report: report)
    case .start: return machine.start(at: now, report: report)
    case .restart: machine.restart(at: now, report: report)
    case .pause: return machine.pause(at: now, report: report)
    case .resume: return machine.resume(at: now, report: report)
    case .cancel: return machine.cancel(at: now, report: report)
    case .stopOvertime: return machine.stopOvertime(at: now, report: report)
    case .reset: return machine.reset(at: now, report: report)
    case .extend(let change):
      return machine.extend(by: .nanoseconds(change), at: now, report: report)
    case .moveEnd(let left):
      return machine.moveEnd(timeToZero: .nanoseconds(left), at: now, report: report)
    case .watch(let watches): machine.watch(watches, at: now, report: report)
    case .duration(let duration):
      if machine.plan == nil { machine.duration = .nanoseconds(duration) }
    case .startFrom(let age):
      let beginning = now - .nanoseconds(age)
      return machine.start(from: beginning, at: now, report: report)
    case .resumeFrom(let age):
      return machine.resume(from: now - .nanoseconds(age), at: now, report: report)
    case .milestones(let milestones):
      machine.setMilestones(milestones.map(\.milestone), at: now, report: report)
    case .skip: return machine.skip(at: now, report: report)
    case .back: return machine.back(at: now, report: report)
    case .correct(let shift):
      guard machine.plan == nil, let timeToZero = machine.timeToZero(at: now) else { break }
      machine.correct(
        timeToZero: timeToZero + .nanoseconds(shift), at: now,
        reportingFrom: .nanoseconds(Step.limit), report: report)
    }
    return nil
  }

  func apply(to plain: inout PlainCountdown, at now: Int) -> Bool? {
    switch self {
    case .advance: plain.advance(to: now)
    case .start: return plain.start(from: now, at: now)
    case .startFrom(let age): return plain.start(from: now - age, at: now)
    case .resumeFrom(let age): return plain.resume(from: now - age, at: now)
    case .milestones(let milestones): plain.set(milestones, at: now)
    case .skip: return plain.skip(at: now)
    case .back: return plain.back(at: now)
    case .restart: plain.restart(at: now)
    case .pause: return plain.pause(at: now)
    case .resume: return plain.resume(from: now, at: now)
    case .cancel: return plain.cancel(at: now)
    case .stopOvertime: return plain.stopOvertime(at: now)
    case .reset: return plain.reset(at: now)
    case .extend(let change): return plain.extend(by: change, at: now)
    case .moveEnd(let left): return plain.moveEnd(to: now + left, at: now)
    case .watch(let watches): plain.watch(watches, at: now)
    case .duration(let duration):
      if plain.phases.isEmpty { plain.duration = max(0, duration) }
    case .correct(let shift):
      plain.correct(timeToZero: plain.deadline - now + shift, reportingFrom: Step.limit, at: now)
    }
    return nil
  }
}

/// A machine and a naive countdown that get the same events.
private struct Twins {
  var machine: CountdownMachine
  var plain: PlainCountdown
  var now: Int
  var history: [String] = []

  init(_ random: inout SeededGenerator) {
    let unit = random.number(1...12)
    let milestones =
      random.once(in: 2) ? [] : (0...3).map { _ in PlainMilestone.random(unit: unit, &random) }
    let tolerance = random.once(in: 2) ? 0 : random.number(0...4 * unit)
    let durations =
      random.once(in: 3)
      ? (1...4).map { _ in random.once(in: 6) ? 0 : random.number(1...6 * unit) } : []
    let rounds = random.number(1...3)
    plain = PlainCountdown(
      unit: unit, rounding: [.up, .nearest, .down].randomElement(using: &random) ?? .up,
      milestones: PlainMilestone.inOrder(milestones), countsPastZero: random.once(in: 2),
      tolerance: tolerance,
      pulse: durations.isEmpty && random.once(in: 3) ? random.number(0...99) : nil,
      duration: durations.first ?? random.number(0...15 * unit),
      phases: (0..<rounds).flatMap { _ in durations })
    var options = CountdownOptions(
      unit: .nanoseconds(unit), rounding: plain.rounding,
      milestones: milestones.map(\.milestone), countsPastZero: plain.countsPastZero,
      tolerance: .nanoseconds(tolerance))
    options.pulse = plain.pulse.map { Moment(nanoseconds: UInt64($0)) }
    let plan = PhasePlan(durations.map { Phase("\($0)", .nanoseconds($0)) }, rounds: rounds)
    machine =
      durations.isEmpty
      ? CountdownMachine(.nanoseconds(plain.duration), options: options)
      : CountdownMachine(plan, options: options)
    // Late enough that no correction goes back beyond the clock's origin.
    now = random.number(1_000...2_000)
  }

  var moment: Moment { Moment(nanoseconds: UInt64(now)) }

  /// The difference after the step, or nil if there is none.
  mutating func go(_ step: Step, _ random: inout SeededGenerator) -> String? {
    pass(&random)
    history.append("\(now) \(step)")
    var events: [CountdownEvent] = []
    plain.reported = []
    let answer = step.apply(to: &machine, at: moment) { events.append($0) }
    let expected = step.apply(to: &plain, at: now)
    if answer != expected { return "answered \(String(describing: answer))" }
    if events.count != plain.reported.count
      || !zip(plain.reported, events).allSatisfy({ $0.agrees(with: $1) })
    {
      return "told \(events), expected \(plain.reported)"
    }
    if machine.state != plain.state { return "became \(machine.state)" }
    if machine.isWatched != plain.isWatched { return "watched \(machine.isWatched)" }
    if machine.end?.outcome != plain.end?.outcome || machine.end?.missed != plain.end?.missed
      || machine.end?.moment.nanoseconds != plain.end.map({ UInt64($0.moment) })
    {
      return "ended \(String(describing: machine.end))"
    }
    let later = now + random.number(0...2 * plain.unit)
    let look = machine.reading(at: Moment(nanoseconds: UInt64(later)))
    if !plain.look(at: later).agrees(with: look) { return "looked \(look)" }
    return wrongDue()
  }

  /// Lets some time pass, often exactly until something is due.
  private mutating func pass(_ random: inout SeededGenerator) {
    let due = machine.nextDue(wantsMilestones: true).map { Int($0.moment.nanoseconds) } ?? now
    switch random.number(0...9) {
    case 0, 1: break
    case 2, 3: now = max(now, due)
    case 4: now = max(now, due - 1)
    case 5: now = max(now, due + plain.tolerance)
    case 6: now = max(now, due + plain.tolerance + 1)
    case 7: now += random.number(0...plain.unit)
    case 8: now += random.number(0...5 * plain.unit)
    default: now += random.number(0...12 * plain.unit)
    }
  }

  /// What is wrong about the instant at which the machine is due next.
  private func wrongDue() -> String? {
    for wantsMilestones in [true, false] {
      let due = machine.nextDue(wantsMilestones: wantsMilestones)
      // Until then, or for a long time if nothing is due, only milestones are reported …
      var before = machine
      let instantBefore = due?.moment.nanoseconds.subtractingClamped(1) ?? UInt64(now + 1_000)
      var early: [CountdownEvent] = []
      before.advance(to: Moment(nanoseconds: max(UInt64(now), instantBefore))) { early.append($0) }
      if !wantsMilestones { early.removeAll(where: \.isMilestone) }
      // … but what a late resumption has made due in the past is reported immediately.
      if let due, due.moment <= moment {
        if early.isEmpty { return "due at \(due.moment), and nothing told" }
        continue
      }
      if !early.isEmpty { return "due at \(String(describing: due)), but told \(early) before" }

      guard let due else { continue }
      var then = machine
      var reported: [CountdownEvent] = []
      then.advance(to: due.moment) { reported.append($0) }
      if !wantsMilestones { reported.removeAll(where: \.isMilestone) }
      if reported.isEmpty { return "due at \(due.moment), and nothing told" }
      let untilEnd = plain.state == .running ? plain.deadline - Int(due.moment.nanoseconds) : .max
      if due.tolerance != .nanoseconds(min(plain.tolerance, untilEnd)) {
        return "due at \(due.moment) with a tolerance of \(due.tolerance)"
      }
    }
    return nil
  }
}

extension CountdownEvent {
  fileprivate var isMilestone: Bool {
    if case .milestone = self { true } else { false }
  }
}

@Suite("CountdownMachine: random events", .random)
struct CountdownRandomTests {
  @Test(
    "Laws 1, 2, 3, 4, 5, 6: any sequence of events gives the results of a list of all instants",
    arguments: 0..<2)
  func againstPlain(part: UInt64) {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed &+ part)
    var operations = 0
    while operations < repetitions(160_000) {
      var twins = Twins(&random)
      for _ in 0..<random.number(5...50) {
        operations += 1
        let step = Step.random(unit: twins.plain.unit, &random)
        guard let difference = twins.go(step, &random) else { continue }
        Issue.record(
          """
          SANDGLASS_SEED=\(seed), part \(part), after \(operations) operations: \(difference)
          \(twins.machine.options)
          \(twins.history.joined(separator: "; "))
          """)
        return
      }
    }
  }

  @Test("Law 4: a countdown that is served at every due instant shows every number once, in order")
  func everyNumberOnce() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(2_000) {
      var twins = Twins(&random)
      let now = twins.moment
      // The numbers that each phase showed. Without phases there is one list.
      var phases: [[Int]] = []
      var phaseEnds: [Int] = []
      var ends = 0
      func note(_ event: CountdownEvent) {
        switch event {
        case .reading(let reading):
          if reading.missed != 0 { Issue.record("missed \(reading), SANDGLASS_SEED=\(seed)") }
          guard reading.state == .running else { break }
          while phases.count <= reading.phaseIndex { phases.append([]) }
          phases[reading.phaseIndex].append(reading.shown)
        case .milestone, .change: break
        case .phaseEnd(let end, _):
          phaseEnds.append(end.index)
          if end.missed != 0 { Issue.record("missed \(end), SANDGLASS_SEED=\(seed)") }
        case .end(let end, _):
          ends += 1
          if end.missed != 0 { Issue.record("missed \(end), SANDGLASS_SEED=\(seed)") }
        }
      }
      twins.machine.watch(true, at: now, report: note)
      _ = twins.machine.start(at: now, report: note)
      while ends == 0, let due = twins.machine.nextDue(wantsMilestones: true) {
        twins.machine.advance(to: due.moment, report: note)
      }
      for shown in phases where !shown.isEmpty {
        let last = shown[0] - shown.count + 1
        #expect(shown == (last..<shown[0] + 1).reversed(), "SANDGLASS_SEED=\(seed)")
      }
      #expect(phaseEnds == Array(twins.plain.phases.indices), "SANDGLASS_SEED=\(seed)")
      #expect(ends == 1, "SANDGLASS_SEED=\(seed)")
    }
  }

  @Test("Law 6: random pauses and adjustments do not add an error of even a nanosecond")
  func conservation() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(50) {
      var machine = CountdownMachine(.seconds(3_600))
      var now = Int.random(in: 0...1_000_000_000_000, using: &random)
      func moment() -> Moment { Moment(nanoseconds: UInt64(now)) }
      _ = machine.start(at: moment()) { _ in }
      var left = 3_600_000_000_000
      var isPaused = false
      for _ in 0..<500 {
        let step = Int.random(in: 0...3_000_000_000, using: &random)
        now += step
        if !isPaused { left -= step }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: isPaused = machine.pause(at: moment()) { _ in } || isPaused
        case 1: isPaused = !(machine.resume(at: moment()) { _ in }) && isPaused
        default:
          let change = Int.random(in: -2_000_000_000...2_500_000_000, using: &random)
          _ = machine.extend(by: .nanoseconds(change), at: moment()) { _ in }
          left += change
        }
        guard machine.reading(at: moment()).remaining == .nanoseconds(left) else {
          let reading = machine.reading(at: moment())
          Issue.record("\(reading.remaining) left, not \(left) ns; SANDGLASS_SEED=\(seed)")
          return
        }
      }
      _ = machine.resume(at: moment()) { _ in }
      machine.advance(to: moment() + .nanoseconds(left) - .nanoseconds(1)) { _ in }
      #expect(machine.state == .running)
      machine.advance(to: moment() + .nanoseconds(left)) { _ in }
      #expect(machine.end?.moment == moment() + .nanoseconds(left))
    }
  }
}
