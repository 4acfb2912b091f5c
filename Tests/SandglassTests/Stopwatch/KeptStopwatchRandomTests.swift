import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// A naive model of a kept stopwatch, which adds up durations.
private struct PlainKept {
  var state = StopwatchState.idle
  var total = Duration.zero
  var laps: [Duration] = []
  var certainty = Certainty.exact

  /// The contents of the record, and the wall clock at the time of writing.
  private var written: (total: Duration, wall: WallMoment)?

  mutating func go(by duration: Duration) {
    if state == .running { total += duration }
  }

  mutating func write(at wall: WallMoment) {
    written = state == .idle ? nil : (total, wall)
  }

  /// Returns whether it changes anything.
  mutating func apply(_ operation: Int, at wall: WallMoment) -> Bool {
    switch (operation, state) {
    case (0, .idle), (0, .stopped), (1, .stopped): state = .running
    case (2, .running): state = .stopped
    case (3, .running): laps.append(total - laps.reduce(.zero, +))
    case (4, .running), (4, .stopped): self = PlainKept()
    default: return false
    }
    write(at: wall)
    return true
  }

  /// The system was rebooted, and its wall clock now shows this time.
  mutating func reboot(at wall: WallMoment) {
    guard state == .running, let written else { return }
    if wall < written.wall {
      (total, certainty) = (written.total, .suspect)
    } else {
      total = written.total + (wall - written.wall)
      if certainty == .exact { certainty = .estimated }
    }
    write(at: wall)
  }
}

@Suite("Law 11: kept stopwatches with random events", .random)
struct KeptStopwatchRandomTests {
  @Test("operations, kills, reboots and settings of the clock give the results of a naive model")
  func random() {
    var random = SeededGenerator(for: "kept stopwatches at random")
    var steps = 0
    while steps < repetitions(200_000) {
      if let fault = life(&random, &steps) {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(steps): \(fault)")
        return
      }
    }
  }

  /// One stopwatch in a sequence of processes. Returns where it differs from the model.
  private func life(_ random: inout SeededGenerator, _ steps: inout Int) -> String? {
    let store = MemoryCountdownStore()
    var time = VirtualTime()
    var plain = PlainKept()
    let unit = Duration.milliseconds([1, 10, 100, 1_000].randomElement(using: &random) ?? 1)
    var run: Stopwatch? = nil
    for _ in 0..<random.number(1...60) {
      steps += 1
      // A stopwatch without references is restored.
      let present = run ?? store.on(time.timekeeper).stopwatch("run", unit: unit)
      run = present
      let lapse = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...42)))
      switch random.number(0...12) {
      case 0...5:
        let operation = random.number(0...4)
        let isChanged = Self.apply(operation, to: present)
        guard isChanged == plain.apply(operation, at: time.wallNow) else {
          return "operation \(operation) of \(plain)"
        }
      case 6...7:
        time.advance(by: lapse)
        plain.go(by: lapse)
      case 8:
        let shift = Duration.seconds(random.number(-100_000...100_000))
        time.freeze(for: lapse, settingWallClockBy: shift)
        plain.go(by: lapse)
        if shift != .zero, plain.state == .running { plain.write(at: time.wallNow) }
      case 9:
        let shift = Duration.seconds(random.number(-100_000...100_000))
        time.setWallClock(to: time.wallNow + shift)
        if shift != .zero, plain.state == .running { plain.write(at: time.wallNow) }
      case 10:
        run = nil
        continue
      case 11:
        run = nil
        time = time.relaunched(after: lapse)
        plain.go(by: lapse)
        guard random.once(in: 2) else { continue }
        time.setWallClock(to: time.wallNow + .seconds(random.number(1...100_000)))
        // It is restored, and its record is written again because the clock was set.
        run = store.on(time.timekeeper).stopwatch("run", unit: unit)
        if plain.state == .running { plain.write(at: time.wallNow) }
      default:
        run = nil
        time = time.rebooted(after: random.once(in: 2) ? lapse : .zero - lapse)
        plain.reboot(at: time.wallNow)
        // The record is written again when the stopwatch is restored, which is now.
        run = store.on(time.timekeeper).stopwatch("run", unit: unit)
      }
      if let run, let fault = Self.difference(of: run, from: plain) { return fault }
    }
    return nil
  }

  private static func apply(_ operation: Int, to run: Stopwatch) -> Bool {
    switch operation {
    case 0: run.start()
    case 1: run.resume()
    case 2: run.stop()
    case 3: run.lap()
    default: run.reset()
    }
  }

  private static func difference(of run: Stopwatch, from plain: PlainKept) -> String? {
    let reading = run.reading
    let shown = (reading.laps + [reading.currentLap]).reduce(Duration.zero) { $0 + $1.shownTime }
    let agrees =
      reading.state == plain.state && reading.elapsed == plain.total
      && run.laps.map(\.duration) == plain.laps && run.certainty == plain.certainty
      && shown == reading.shownTime && run.storeError == nil
    return agrees ? nil : "\(reading) \(run.certainty), not \(plain)"
  }
}
