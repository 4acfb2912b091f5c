import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@Suite("Law 12: random events on a stopwatch whose store is temporarily unreadable", .random)
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
    let store = StopwatchTestStore()
    var isShy = false
    var time = VirtualTime()
    // `kept` models the recorded stopwatch, which runs on. While the record is unread, `blind` models the displayed
    // stopwatch, and `continued` the recorded one with the operations since the start of the displayed one.
    var kept = PlainRun()
    var blind: PlainRun?
    var continued: PlainRun?
    var run = store.on(time.timekeeper).stopwatch("run")
    for _ in 0..<random.number(1...60) {
      steps += 1
      switch random.number(0...11) {
      case 0...5:
        let operation = PlainRun.Operation.random(using: &random)
        let isChanged = run.perform(operation)
        // After a change, the store is read if it is available.
        guard var shown = blind else {
          guard isChanged == kept.apply(operation) else { return "operation \(operation)" }
          break
        }
        guard isChanged == shown.apply(operation) else { return "unread: operation \(operation)" }
        if !isChanged { break }
        continued = shown.isStarted ? continued ?? kept : nil
        _ = continued?.apply(operation)
        blind = shown
        if !isShy {
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
        if blind != nil { isShy = random.once(in: 2) }
        store.fail(isShy ? .unavailable : nil)
      case 10:
        let isRead = !isShy
        if random.once(in: 2) {
          time.timekeeper.refresh()
        } else {
          run = store.on(time.timekeeper).stopwatch("run")
        }
        if isRead { (kept, blind, continued) = (continued ?? kept, nil, nil) }
      default:
        // A new process. Changes that were never written are lost.
        let lapse = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...40)))
        isShy = random.once(in: 2)
        store.fail(isShy ? .unavailable : nil)
        time = time.relaunched(after: lapse)
        run = store.on(time.timekeeper).stopwatch("run")
        kept.go(by: lapse)
        (blind, continued) = (isShy ? PlainRun() : nil, nil)
      }
      let present = PlainRun(run.reading)
      guard present == blind ?? kept, (run.storeError == nil) == (blind == nil) else {
        return "\(present), not \(blind ?? kept), kept \(kept)"
      }
    }
    return nil
  }
}
