import SandglassCore
import SandglassTestSupport
import Testing

/// A naive stopwatch: it adds up nanoseconds, and counts the units one by one.
private struct PlainStopwatch {
  let unit: Int
  var isWatched = false
  private(set) var state = StopwatchState.idle
  private(set) var total = 0
  private(set) var splits: [Int] = []
  private var reported = 0

  init(unit: Int) {
    self.unit = unit
  }

  mutating func go(by nanoseconds: Int) {
    if state == .running { total += nanoseconds }
  }

  /// The number of ticks since the last reported one, or nil without a receiver.
  mutating func newTicks() -> Int? {
    guard isWatched else {
      reported = total
      return nil
    }
    var count = 0
    while (reported / unit + 1) * unit <= total {
      reported = (reported / unit + 1) * unit
      count += 1
    }
    return count
  }

  /// The time until the next tick; nil if there is none.
  var timeToTick: Int? {
    state == .running && isWatched ? (reported / unit + 1) * unit - total : nil
  }

  mutating func start() -> Bool {
    guard state != .running else { return false }
    state = .running
    return true
  }

  mutating func resume() -> Bool { state == .stopped && start() }

  mutating func stop() -> Bool {
    guard state == .running else { return false }
    state = .stopped
    return true
  }

  mutating func lap() -> Bool {
    guard state == .running else { return false }
    splits.append(total)
    return true
  }

  mutating func reset() -> Bool {
    guard state != .idle else { return false }
    (state, total, splits, reported) = (.idle, 0, [], 0)
    return true
  }
}

@Suite("StopwatchMachine: random events", .random)
struct StopwatchRandomTests {
  @Test("Laws 4, 5: any sequence of events gives the results of a naive model; the laps add up")
  func againstAddingUp() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(for: "a stopwatch at random")
    var steps = 0
    while steps < repetitions(120_000) {
      guard sequence(&random, &steps) else {
        Issue.record("SANDGLASS_SEED=\(seed), at step \(steps)")
        return
      }
    }
  }

  /// A random history of one stopwatch. Returns false as soon as the machine and the model differ.
  private func sequence(_ random: inout SeededGenerator, _ steps: inout Int) -> Bool {
    let units = [1, 7, 1_000, 10_000_000, 100_000_000, 1_000_000_000, 1_234_567_891]
    let unit = units.randomElement(using: &random) ?? 1
    var machine = StopwatchMachine(unit: .nanoseconds(unit))
    var plain = PlainStopwatch(unit: unit)
    var now = Moment(nanoseconds: UInt64(random.number(0...1_000_000)))
    for _ in 0..<random.number(1...100) {
      steps += 1
      let lapse = lapse(&random, unit: unit, due: plain.timeToTick)
      now = now + .nanoseconds(lapse)
      plain.go(by: lapse)
      guard step(&machine, &plain, at: now, &random), agrees(machine, plain, at: now) else {
        return false
      }
    }
    return true
  }

  /// A random time: zero, less than a tick, exactly a tick or one nanosecond more or less, or many ticks.
  private func lapse(_ random: inout SeededGenerator, unit: Int, due: Int?) -> Int {
    switch random.number(0...5) {
    case 0: 0
    case 1: due ?? 1
    case 2: max(0, (due ?? 1) + random.number(-1...1))
    case 3: random.number(0...unit)
    default: random.number(0...20) * unit + random.number(0...unit)
    }
  }

  private func step(
    _ machine: inout StopwatchMachine, _ plain: inout PlainStopwatch, at now: Moment,
    _ random: inout SeededGenerator
  ) -> Bool {
    let event = random.number(0...9)
    if event >= 6 {
      let ticks = plain.newTicks() ?? 0
      let reading = machine.advance(to: now)
      guard (reading != nil) == (ticks > 0) else { return false }
      return reading.map { $0.missed == ticks - 1 && $0 == deliverable($0, machine, now) } ?? true
    }
    if event == 5 {
      plain.isWatched.toggle()
      machine.watch(plain.isWatched, at: now)
      // A new receiver gets the current reading.
      if plain.isWatched { skipTicks(&plain) }
      return true
    }
    let missed = event == 4 ? 0 : max(0, (plain.newTicks() ?? 0) - 1)
    let (isChanged, isChangedPlainly) =
      switch event {
      case 0: (machine.start(at: now), plain.start())
      case 1: (machine.resume(at: now), plain.resume())
      case 2: (machine.stop(at: now), plain.stop())
      case 3: (machine.lap(at: now), plain.lap())
      default: (machine.reset(at: now), plain.reset())
      }
    guard isChanged == isChangedPlainly else { return false }
    if event == 4, !isChanged { return true }
    return machine.report(at: now).missed == missed
  }

  private func skipTicks(_ plain: inout PlainStopwatch) {
    plain.isWatched = false
    _ = plain.newTicks()
    plain.isWatched = true
  }

  /// The reading, with the number of missed ticks that a report adds.
  private func deliverable(
    _ reported: StopwatchReading, _ machine: StopwatchMachine, _ now: Moment
  ) -> StopwatchReading? {
    let look = machine.reading(at: now)
    return look.missed == 0 && look.elapsed == reported.elapsed && look.laps == reported.laps
      ? reported : nil
  }

  private func agrees(
    _ machine: StopwatchMachine, _ plain: PlainStopwatch, at now: Moment
  ) -> Bool {
    let reading = machine.reading(at: now)
    let starts = [0] + plain.splits
    let durations = zip(starts, plain.splits).map { Duration.nanoseconds($1 - $0) }
    let sum = (reading.laps + [reading.currentLap]).reduce(Duration.zero) { $0 + $1.shownTime }
    let exactSum = (reading.laps + [reading.currentLap]).reduce(.zero) { $0 + $1.duration }
    return machine.state == plain.state && reading.state == plain.state
      && reading.elapsed == .nanoseconds(plain.total)
      && reading.shownTime == .nanoseconds(plain.total / plain.unit * plain.unit)
      && reading.laps.map(\.duration) == durations
      && sum == reading.shownTime && exactSum == reading.elapsed
      && isDue(machine.nextDue?.moment, plain, at: now)
  }

  /// Whether the machine is due when the model's next tick is.
  private func isDue(_ moment: Moment?, _ plain: PlainStopwatch, at now: Moment) -> Bool {
    guard let timeToTick = plain.timeToTick else { return moment == nil }
    return moment == now + .nanoseconds(timeToTick)
  }
}
