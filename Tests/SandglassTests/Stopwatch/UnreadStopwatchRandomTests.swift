import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// Stopwatches in memory, which cannot be reached while it is said so.
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

/// What a stopwatch should be, by adding up.
private struct PlainRun: Equatable {
  var state = StopwatchState.idle
  var total = Duration.zero
  var laps: [Duration] = []

  mutating func go(by duration: Duration) {
    if state == .running { total += duration }
  }

  /// Answers whether it changes anything.
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

@Suite("Law 12: a stopwatch whose store cannot be read for a while, at random")
struct UnreadStopwatchRandomTests {
  @Test("it goes on as if the record had been known when it was started")
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
    // What the store has, as it goes on by itself; and, while that is not known, what is shown instead, and what has
    // become of the store's by what was done since a start.
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
        // A change has the store looked at, if that is possible: after the change.
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
        // What is written may not fail here: that is another test's.
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
        // The next process; what was never written is lost with this one.
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
