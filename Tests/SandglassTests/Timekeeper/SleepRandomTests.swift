import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// How a sleep has ended, which task slept, and when it ended.
private struct Ended: Equatable, Sendable {
  let sleeper: Int
  let isCancelled: Bool
  let at: Moment
}

/// A naive model of sleeping tasks: a list, which is searched for the earliest deadline.
private struct ListedSleepers {
  struct Sleeper {
    let number: Int
    var deadline: Moment
    var order: Int

    /// The sleeps that follow this one.
    var plan: [Duration]
  }

  var now: Moment
  var sleeping: [Sleeper] = []
  var ended: [Ended] = []
  private var order = 0

  init(now: Moment) {
    self.now = now
  }

  mutating func start(_ number: Int, plan: [Duration], isCancelled: Bool) {
    if isCancelled, !plan.isEmpty {
      ended.append(Ended(sleeper: number, isCancelled: true, at: now))
    } else {
      goOn(number, plan: plan)
    }
  }

  mutating func cancel(_ number: Int) {
    guard let index = sleeping.firstIndex(where: { $0.number == number }) else { return }
    sleeping.remove(at: index)
    ended.append(Ended(sleeper: number, isCancelled: true, at: now))
  }

  mutating func advance(to end: Moment) {
    while let next = sleeping.min(by: { ($0.deadline, $0.order) < ($1.deadline, $1.order) }),
      next.deadline <= end
    {
      sleeping.removeAll { $0.number == next.number }
      now = next.deadline
      ended.append(Ended(sleeper: next.number, isCancelled: false, at: now))
      goOn(next.number, plan: next.plan)
    }
    now = end
  }

  /// Sleeps for the first positive duration of a plan.
  private mutating func goOn(_ number: Int, plan: [Duration]) {
    for (index, duration) in plan.enumerated() {
      if duration > .zero {
        order += 1
        let plan = Array(plan[(index + 1)...])
        sleeping.append(
          Sleeper(number: number, deadline: now + duration, order: order, plan: plan))
        return
      }
      ended.append(Ended(sleeper: number, isCancelled: false, at: now))
    }
  }
}

@Suite("Sleeping tasks with random events", .random, .timeLimit(.minutes(10)))
struct SleepRandomTests {
  @Test("Law 2: random sleeps, cancellations and advances give the results of a plain list")
  func againstList() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    var steps = 0
    while steps < repetitions(120_000) {
      let before = steps
      guard sequence(&random, &steps) else {
        Issue.record("SANDGLASS_SEED=\(seed), after \(before) steps")
        return
      }
    }
  }

  /// A virtual time and its model, with random events. Returns false if they differ.
  private func sequence(_ random: inout SeededGenerator, _ steps: inout Int) -> Bool {
    let time = VirtualTime()
    let executor = InlineExecutor()
    let notes = TimerNotes<Ended>()
    var list = ListedSleepers(now: time.now)
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<random.number(1...200) {
      steps += 1
      switch random.number(0...9) {
      case 0...4:
        let plan = (0..<random.number(1...3)).map { _ in Duration.seconds(random.number(-1...9)) }
        let isCancelled = random.once(in: 8)
        let number = tasks.count
        list.start(number, plan: plan, isCancelled: isCancelled)
        tasks.append(
          Task(executorPreference: executor) {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await Self.sleep(number, plan, on: time.timekeeper, notes)
          })
      case 5...7:
        // This is often one that has ended.
        guard !tasks.isEmpty else { continue }
        let number = random.number(0...tasks.count - 1)
        list.cancel(number)
        tasks[number].cancel()
      default:
        let end = time.now + .seconds(random.number(0...5))
        list.advance(to: end)
        time.advance(to: end)
      }
      guard agrees(list, time, notes) else { return false }
    }
    list.advance(to: time.now + .seconds(100))
    time.advance(by: .seconds(100))
    return agrees(list, time, notes) && time.tasksWaiting == []
  }

  private func agrees(_ list: ListedSleepers, _ time: VirtualTime, _ notes: TimerNotes<Ended>)
    -> Bool
  {
    guard notes.count == list.ended.count, notes.values.last == list.ended.last,
      time.timekeeper.counters.waiting == list.sleeping.count
    else {
      Issue.record("\(notes.values.suffix(5)) and not \(list.ended.suffix(5))")
      return false
    }
    return true
  }

  private static func sleep(
    _ number: Int, _ plan: [Duration], on timekeeper: Timekeeper, _ notes: TimerNotes<Ended>
  ) async {
    for (index, duration) in plan.enumerated() {
      var isCancelled = false
      do {
        // With every way to sleep.
        switch (number + index) % 3 {
        case 0: try await timekeeper.sleep(for: duration)
        case 1: try await timekeeper.sleep(until: timekeeper.now + duration)
        default: try await Task.sleep(for: duration, clock: timekeeper)
        }
      } catch {
        isCancelled = true
      }
      notes.note(Ended(sleeper: number, isCancelled: isCancelled, at: timekeeper.now))
      if isCancelled { return }
    }
  }
}
