import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// A store in memory, which is unavailable while `isShy` is true.
private final class ShyStore: StopwatchStore {
  private let good = MemoryCountdownStore()
  let isShy = Locked(false)

  var identity: String { good.identity }

  func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try check()
    good.save(stopwatch)
  }

  func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try check()
    return good.stopwatch(id)
  }

  func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    try check()
    good.removeStopwatch(id)
  }

  private func check() throws(CountdownStoreError) {
    if isShy.withLock({ $0 }) { throw CountdownStoreError(.unavailable, id: "run") }
  }
}

/// A naive model of a stopwatch, which adds up durations.
private struct PlainRun: Equatable {
  var state = StopwatchState.idle
  var total = Duration.zero
  var laps: [Duration] = []

  mutating func go(by duration: Duration) {
    if state == .running { total += duration }
  }

  /// Applies an operation. Returns whether it changes anything.
  mutating func apply(_ operation: Int) -> Bool {
    switch (operation, state) {
    case (0, .idle), (0, .stopped): state = .running
    case (1, .running): state = .stopped
    case (2, .running): laps.append(total - laps.reduce(.zero, +))
    case (3, .running), (3, .stopped): self = PlainRun()
    default: return false
    }
    return true
  }
}

@Suite("Law 12: a stopwatch whose store is temporarily unreadable, at random", .random)
struct UnreadStopwatchRandomTests {
  @Test("the stopwatch continues as if the record had been known when it was started")
  func random() {
    var random = SeededGenerator(for: "stopwatches that cannot be read")
    var steps = 0
    while steps < repetitions(200_000) {
      if let fault = life(&random, &steps) {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(steps): \(fault)")
        return
      }
    }
  }

  private func life(_ random: inout SeededGenerator, _ steps: inout Int) -> String? {
    let store = ShyStore()
    var time = VirtualTime()
    // `kept` models the recorded stopwatch, which runs on. While the record is unread, `blind` models the displayed
    // stopwatch, and `continued` the recorded one with the operations since the start of the displayed one.
    var kept = PlainRun()
    var blind: PlainRun?
    var continued: PlainRun?
    var run = Stopwatch.kept("run", in: store, on: time.timekeeper)
    for _ in 0..<random.number(1...60) {
      steps += 1
      switch random.number(0...11) {
      case 0...5:
        let operation = random.number(0...3)
        let isChanged = Self.apply(operation, to: run)
        // After a change, the store is read if it is available.
        guard var shown = blind else {
          guard isChanged == kept.apply(operation) else { return "operation \(operation)" }
          break
        }
        guard isChanged == shown.apply(operation) else { return "unread: operation \(operation)" }
        if !isChanged { break }
        continued = shown.state == .idle ? nil : continued ?? kept
        _ = continued?.apply(operation)
        blind = shown
        if !store.isShy.withLock({ $0 }) {
          (kept, blind, continued) = (continued ?? kept, nil, nil)
        }
      case 6...8:
        let lapse = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...40)))
        time.advance(by: lapse)
        kept.go(by: lapse)
        blind?.go(by: lapse)
        continued?.go(by: lapse)
      case 9:
        // Writes must not fail here. Another test covers that.
        let isShy = random.once(in: 2)
        if blind != nil { store.isShy.withLock { $0 = isShy } }
      case 10:
        let isRead = !store.isShy.withLock { $0 }
        if random.once(in: 2) {
          time.timekeeper.refresh()
        } else {
          run = Stopwatch.kept("run", in: store, on: time.timekeeper)
        }
        if isRead { (kept, blind, continued) = (continued ?? kept, nil, nil) }
      default:
        // A new process. Changes that were never written are lost.
        let lapse = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...40)))
        let isShy = random.once(in: 2)
        store.isShy.withLock { $0 = isShy }
        time = time.relaunched(after: lapse)
        run = Stopwatch.kept("run", in: store, on: time.timekeeper)
        kept.go(by: lapse)
        (blind, continued) = (isShy ? PlainRun() : nil, nil)
      }
      let reading = run.reading
      let present = PlainRun(
        state: reading.state, total: reading.elapsed, laps: reading.laps.map(\.duration))
      guard present == blind ?? kept, (run.storeError == nil) == (blind == nil) else {
        return "\(present), not \(blind ?? kept), kept \(kept)"
      }
    }
    return nil
  }

  private static func apply(_ operation: Int, to run: Stopwatch) -> Bool {
    switch operation {
    case 0: run.start()
    case 1: run.stop()
    case 2: run.lap()
    default: run.reset()
    }
  }
}
