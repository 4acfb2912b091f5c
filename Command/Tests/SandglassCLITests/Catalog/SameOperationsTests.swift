import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import sandglass_cli

@MainActor
@Suite("A subcommand and a countdown")
struct SameOperationsTests {
  @Test("An operation does the same to a record as to a countdown of an app", .random)
  func random() throws {
    var random = SeededGenerator(for: "SandglassCLITests.SameOperationsTests.random")
    for _ in 0..<repetitions(10_000, atLeast: 200) {
      let time = VirtualTime()
      var operations = RandomOperations(from: &random, at: time.timekeeper.wallNow)
      let countdown = Countdown(.zero, options: operations.options, on: time.timekeeper)
      var record = CountdownRecord(
        id: "tea", label: nil, state: .idle, target: .duration(.zero), total: .zero,
        options: operations.options, written: now(time), run: 0)
      var history: [String] = []
      for _ in 0..<random.number(1...12) {
        time.advance(by: RandomOperations.wait(&random))
        let operation = operations.next(&random, at: time.timekeeper.wallNow)
        // A move needs the run that has finished, which a subcommand does not have.
        if case .moveEnd = operation { continue }
        history.append("\(operation) at \(time.now)")
        var refusal: CountdownRefusal?
        do throws(CountdownRefusal) {
          if let change = try countdown.perform(operation) { operations.changes.append(change) }
        } catch {
          refusal = error
        }
        let result = KeptResult(of: operation, on: record, at: now(time))
        record = result.record
        let (reading, restored) = (countdown.reading, record.restored(at: now(time)))
        let kept = KeptCountdown(
          id: "tea", label: nil, state: restored.state, certainty: restored.certainty)
        try #require(result.refusal == refusal, "\(history)")
        let isIdle = reading.state == .idle
        try #require(
          kept.stateWord == (isIdle ? "cancelled" : "\(reading.state)"), "\(history)")
        try #require(kept.remaining == reading.remaining || isIdle, "\(history)")
        if case .overtime(let past, _) = restored.state {
          try #require(past == reading.overtime, "\(history)")
        }
        try #require(restored.total == reading.total || isIdle, "\(history)")
        try #require(restored.phaseIndex == reading.phaseIndex, "\(history)")
      }
    }
  }

  private func now(_ time: VirtualTime) -> ClockInstant {
    ClockInstant(
      steady: time.now, wall: time.timekeeper.wallNow, boot: BootIdentity("boot"))
  }
}
