import SandglassCore
import SandglassDurable
import SandglassLedger
import SandglassTestSupport

/// A naive model of a durable countdown, which adds up nanoseconds.
struct PlainCountdown {
  enum State: Equatable {
    case idle
    case running(deadline: Int)
    case paused(remaining: Int)
    case finished
  }

  struct Event: Hashable {
    let kind: PendingEvent.Kind
    let run: Int
    let due: Int
  }

  private(set) var state = State.idle
  private(set) var run = 0
  private var milestones: [Milestone] = []
  private var armed: [Milestone] = []

  /// The whole duration of the run or of its phase, by which elapsed times and the progress are counted.
  private var total = 0
  private var phases: [Int] = []
  private(set) var phase = 0

  /// When the latest run finished.
  private var ended = 0

  private(set) var cancelledRuns: Set<Int> = []

  /// What has happened, in order.
  private(set) var events: [Event] = []

  private mutating func add(_ kind: PendingEvent.Kind, at time: Int) {
    events.append(Event(kind: kind, run: run, due: time))
  }

  private func due(_ milestone: Milestone) -> Int {
    milestone.remaining(in: UInt64(total)).map { Int(clamping: $0) } ?? .max
  }

  private mutating func arm(below remaining: Int) {
    armed = milestones.filter { due($0) < remaining }
  }

  private mutating func reportMilestones(downTo remaining: Int, at time: (Int) -> Int) {
    while let next = armed.map(due).filter({ $0 < .max }).max(), next >= remaining,
      let place = armed.firstIndex(where: { due($0) == next })
    {
      add(.milestone(armed.remove(at: place)), at: time(next))
    }
  }

  mutating func go(to now: Int) {
    while case .running(let deadline) = state {
      reportMilestones(downTo: max(0, deadline - now)) { deadline - $0 }
      guard deadline <= now else { return }
      endPhase(at: deadline, isSkipped: false)
    }
  }

  private mutating func endPhase(at time: Int, isSkipped: Bool) {
    if !phases.isEmpty { add(.phaseEnd(isSkipped: isSkipped), at: time) }
    guard phase + 1 < phases.count else {
      add(.finish, at: time)
      state = .finished
      ended = time
      return
    }
    phase += 1
    total = phases[phase]
    arm(below: total)
    if case .paused = state {
      state = .paused(remaining: phases[phase])
    } else {
      state = .running(deadline: time + phases[phase])
    }
  }

  /// Does what the operation does. Returns whether it is possible.
  mutating func perform(_ operation: CountdownOperation, at now: Int) -> Bool {
    go(to: now)
    switch (operation, state) {
    case (.start(let target, let options, _, _), .idle),
      (.start(let target, let options, _, _), .finished):
      run = max(run + 1, now)
      milestones = options.milestones
      phase = 0
      switch target {
      case .duration(let duration): (phases, state) = ([], .running(deadline: now + duration.whole))
      case .wall(let end): (phases, state) = ([], .running(deadline: max(now, end.whole)))
      case .phases(let plan):
        phases = (0..<plan.count).compactMap { plan[$0]?.duration.whole }
        state = .running(deadline: now + phases[0])
      }
      if case .running(let deadline) = state { total = deadline - now }
      arm(below: total)
    case (.pause, .running(let deadline)): state = .paused(remaining: deadline - now)
    case (.resume, .paused(let remaining)): state = .running(deadline: now + remaining)
    case (.extend(let duration), .running(let deadline)):
      extend(from: deadline - now, by: duration.whole, at: now)
    case (.extend(let duration), .paused(let remaining)):
      extend(from: remaining, by: duration.whole, at: now)
    case (.moveEnd(let end, _), .running(let deadline)):
      if end.whole == deadline { return true }
      extend(from: deadline - now, by: end.whole - deadline, at: now)
    case (.moveEnd(let end, _), .paused(let remaining)):
      if end.whole - now == remaining { return true }
      extend(from: remaining, by: end.whole - now - remaining, at: now)
    case (.moveEnd(let end, _), .finished):
      if end.whole <= now { return false }
      run = max(run + 1, now)
      total += end.whole - ended
      arm(below: end.whole - now)
      state = .running(deadline: end.whole)
    case (.skip, .running), (.skip, .paused):
      if phases.isEmpty { return false }
      endPhase(at: now, isSkipped: true)
    case (.cancel, .running), (.cancel, .paused):
      state = .idle
      phase = 0
      cancelledRuns.insert(run)
    default: return false
    }
    go(to: now)
    return true
  }

  private mutating func extend(from old: Int, by change: Int, at now: Int) {
    let remaining = max(0, old + change)
    total = max(0, total + change)
    reportMilestones(downTo: remaining) { _ in now }
    guard remaining > 0 else { return endPhase(at: now, isSkipped: false) }
    arm(below: remaining)
    if case .paused = state {
      state = .paused(remaining: remaining)
    } else {
      state = .running(deadline: now + remaining)
    }
  }
}

extension Duration {
  var whole: Int { Int(clamping: nanosecondsRoundedUp) }
}

extension WallMoment {
  var whole: Int { Int(clamping: nanosecondsSince1970) }
}

extension CountdownOperation {
  /// A random operation. Times are short, so that something is always due soon.
  static func random(using random: inout SeededGenerator, at now: Int) -> CountdownOperation {
    func time(_ random: inout SeededGenerator) -> Duration { .milliseconds(random.number(1...400)) }
    switch random.number(0...11) {
    case 0...4:
      var milestones: [Milestone] = []
      while random.once(in: 3), milestones.count < 3 {
        switch random.number(0...3) {
        case 0: milestones.append(.elapsed(time(&random)))
        case 1: milestones.append(.progress(Double(random.number(1...99)) / 100))
        default: milestones.append(.remaining(time(&random)))
        }
      }
      milestones = Array(Set(milestones))
      switch random.number(0...3) {
      case 0:
        let phases = (0..<random.number(1...3)).map { Phase("\($0)", time(&random)) }
        return .start(
          .phases(PhasePlan(phases, rounds: random.number(1...2))), milestones: milestones)
      case 1:
        let end = WallMoment(Moment(nanoseconds: UInt64(now))) + time(&random) - .milliseconds(50)
        return .start(.wall(end), milestones: milestones)
      default: return .start(.duration(time(&random)), milestones: milestones)
      }
    case 5: return .pause
    case 6: return .resume()
    case 7: return .extend(by: random.once(in: 2) ? time(&random) : .zero - time(&random))
    case 8:
      let end = WallMoment(Moment(nanoseconds: UInt64(now))) + time(&random)
      return .moveEnd(to: end - .milliseconds(50), after: nil)
    case 9: return .skip
    default: return .cancel
    }
  }
}
