import Sandglass
import SandglassCore
import SandglassLedger
import Testing

@testable import sandglass_cli

@Suite("What a subcommand does to a record")
struct KeptResultTests {
  private let start = ClockInstant(
    steady: Moment(nanoseconds: 100_000_000_000), wall: WallMoment(secondsSince1970: 1_000_000),
    boot: BootIdentity("boot"))

  private func later(_ seconds: Int64) -> ClockInstant {
    ClockInstant(
      steady: start.steady + .seconds(seconds), wall: start.wall + .seconds(seconds),
      boot: start.boot)
  }

  /// The record of a countdown that was just started.
  private func record(
    _ target: CountdownTarget = .duration(.seconds(60)),
    options: CountdownOptions = CountdownOptions()
  ) -> CountdownRecord {
    var record = CountdownRecord(
      id: "tea", label: "Tea", state: .idle, target: target, total: .zero, options: options,
      written: start, run: 0)
    record.apply(.start(target, options, age: .zero, order: start.wall), at: start)
    return record
  }

  private let phases = CountdownTarget.phases(
    PhasePlan([Phase("Work", .seconds(60)), Phase("Break", .seconds(10))]))

  private func state(
    _ result: KeptResult, _ now: ClockInstant
  ) -> RestoredCountdown.State {
    result.record.restored(at: now).state
  }

  @Test("Pause, resume and toggle say whether they have changed anything")
  func pausing() {
    let paused = KeptResult(of: .pause, on: record(), at: later(10))
    #expect(paused.refusal == nil)
    #expect(state(paused, later(40)) == .paused(remaining: .seconds(50)))
    let again = KeptResult(of: .pause, on: paused.record, at: later(20))
    #expect(again.refusal?.reason == .alreadySo)
    #expect(again.record == paused.record)
    for operation in [CountdownOperation.resume(), .toggle] {
      let resumed = KeptResult(of: operation, on: paused.record, at: later(20))
      #expect(resumed.refusal == nil)
      #expect(state(resumed, later(30)) == .running(remaining: .seconds(40)))
    }
    #expect(KeptResult(of: .resume(), on: record(), at: later(1)).refusal?.reason == .alreadySo)
    let toggled = KeptResult(of: .toggle, on: record(), at: later(10))
    #expect(state(toggled, later(10)) == .paused(remaining: .seconds(50)))
  }

  @Test("Shortening leaves at least a second, and extending adds all")
  func adjusting() {
    let longer = KeptResult(of: .extend(by: .seconds(5)), on: record(), at: later(10))
    #expect(state(longer, later(10)) == .running(remaining: .seconds(55)))
    for duration in [Duration.seconds(49), .seconds(50), .seconds(1_000_000)] {
      let shorter = KeptResult(of: .shorten(by: duration), on: record(), at: later(10))
      #expect(shorter.refusal == nil)
      #expect(state(shorter, later(10)) == .running(remaining: .seconds(1)))
      let again = KeptResult(of: .shorten(by: .seconds(1)), on: shorter.record, at: later(10))
      #expect(again.refusal?.reason == .changesNothing)
    }
  }

  @Test("What has ended is said to have ended, and stays as it is")
  func ended() {
    let operations: [CountdownOperation] = [
      .pause, .resume(), .toggle, .extend(by: .seconds(5)), .shorten(by: .seconds(5)), .skip, .back,
      .cancel,
    ]
    for operation in operations {
      let result = KeptResult(of: operation, on: record(), at: later(60))
      #expect(result.hasEnded, "\(operation)")
      #expect(state(result, later(60)) == .finished(at: later(60).wall))
      #expect(result.record.pending.count == 1)
    }
  }

  @Test("What has ended can be started again, and its former end is told no more")
  func restarting() {
    for seconds: Int64 in [10, 60, 100] {
      let result = KeptResult(of: .startAgain, on: record(), at: later(seconds))
      #expect(result.refusal == nil)
      #expect(state(result, later(seconds)) == .running(remaining: .seconds(60)))
      #expect(result.record.pending.isEmpty)
      #expect(result.record.run > record().run)
    }
    let timed = record(.wall(later(60).wall))
    #expect(
      KeptResult(of: .startAgain, on: timed, at: later(1)).refusal?.reason
        == .endsAtTime)
  }

  @Test("Phases are skipped and gone back to; without phases that is refused")
  func skipping() {
    let skipped = KeptResult(of: .skip, on: record(phases), at: later(5))
    #expect(skipped.record.phaseIndex == 1)
    #expect(state(skipped, later(5)) == .running(remaining: .seconds(10)))
    let back = KeptResult(of: .back, on: skipped.record, at: later(6))
    #expect(back.record.phaseIndex == 0)
    #expect(state(back, later(6)) == .running(remaining: .seconds(60)))
    let last = KeptResult(of: .skip, on: skipped.record, at: later(6))
    #expect(state(last, later(6)) == .finished(at: later(6).wall))
    for operation in [CountdownOperation.skip, .back] {
      #expect(
        KeptResult(of: operation, on: record(), at: later(1)).refusal?.reason == .noPhases)
    }
  }

  @Test("Cancelling leaves nothing to keep, and overtime can be cancelled and extended")
  func cancelling() {
    let cancelled = KeptResult(of: .cancel, on: record(), at: later(10))
    #expect(cancelled.refusal == nil)
    #expect(cancelled.record.isEmpty)
    #expect(cancelled.former.restored(at: later(10)).state == .running(remaining: .seconds(50)))
    let over = record(options: CountdownOptions(countsPastZero: true))
    #expect(KeptResult(of: .cancel, on: over, at: later(70)).refusal == nil)
    let longer = KeptResult(of: .extend(by: .seconds(30)), on: over, at: later(70))
    #expect(state(longer, later(70)) == .running(remaining: .seconds(20)))
    #expect(KeptResult(of: .pause, on: over, at: later(70)).hasEnded)
  }

  @Test("A label is changed in every state, and nothing else with it")
  func renaming() {
    for seconds: Int64 in [10, 60] {
      let result = KeptResult(of: .setLabel("Chai"), on: record(), at: later(seconds))
      #expect(result.refusal == nil)
      #expect(result.record.label == "Chai")
      #expect(result.record.state == result.former.state)
    }
    #expect(
      KeptResult(of: .setLabel("Tea"), on: record(), at: later(1)).refusal?.reason
        == .changesNothing)
  }

  @Test("Toggling several does to all what the space key does")
  func toggling() {
    func kept(_ state: RestoredCountdown.State) -> KeptCountdown {
      KeptCountdown(id: "tea", label: nil, state: state, certainty: .exact)
    }
    let (running, paused) = (
      kept(.running(remaining: .seconds(1))), kept(.paused(remaining: .seconds(1)))
    )
    #expect(CountdownCatalog.toggle([running]) == .toggle)
    #expect(CountdownCatalog.toggle([paused, running]) == .pause)
    #expect(CountdownCatalog.toggle([paused, paused]) == .resume())
  }

  @Test("What was left at a cancellation is told to programs, too")
  func cancelledObject() {
    let text = KeptChangeText(now: later(10).wall, localTime: LocalTimeRule { _ in 0 })
    let result = KeptResult(of: .cancel, on: record(phases), at: later(10))
    func kept(_ record: CountdownRecord) -> KeptCountdown {
      let restored = record.restored(at: later(10))
      return KeptCountdown(
        id: "tea", label: "Tea", state: restored.state, certainty: .exact,
        phase: PhasePosition(name: "Work", round: 1, rounds: 1, later: .zero, first: "Work"))
    }
    #expect(
      text.object(result, former: kept(result.former), kept(result.record)).hasPrefix(
        #"{"operation":"cancel","result":"changed","id":"tea","label":"Tea","state":"cancelled","#
          + #""remaining":50,"face":"0:50","known":"exact","process":null,"ended":null,"phase":"Work""#
      ))
  }

  @Test("What is said of it, for people and for programs")
  func words() {
    let text = KeptChangeText(now: later(70).wall, localTime: LocalTimeRule { _ in 0 })
    func said(
      _ operation: CountdownOperation, _ record: CountdownRecord, at seconds: Int64 = 10
    ) -> String? {
      let now = later(seconds)
      let result = KeptResult(of: operation, on: record, at: now)
      func kept(_ record: CountdownRecord) -> KeptCountdown {
        let restored = record.restored(at: now)
        let phase = record.target.plan.flatMap { PhasePosition($0, index: restored.phaseIndex) }
        return KeptCountdown(
          id: "tea", label: record.label, state: restored.state, certainty: .exact, phase: phase)
      }
      let after = kept(result.record)
      return text.line(result, former: kept(result.former), after) ?? text.problem(result, after)
    }
    let paused = KeptResult(of: .pause, on: record(), at: later(10)).record
    #expect(said(.pause, record()) == "Tea paused, 0:50 left")
    #expect(said(.pause, paused) == "Tea is already paused, 0:50 left")
    #expect(said(.toggle, paused) == "Tea resumed, 0:50 left")
    #expect(said(.resume(), record()) == "Tea is already running, 0:50 left")
    #expect(said(.extend(by: .seconds(5)), record()) == "Tea extended, 0:55 left")
    #expect(said(.shorten(by: .seconds(70)), record()) == "Tea shortened, 0:01 left")
    #expect(
      said(.shorten(by: .seconds(70)), record(), at: 59)
        == "Tea is not shortened: at least a second remains, 0:01 left")
    #expect(said(.startAgain, record()) == "Tea restarted, 1:00 left")
    #expect(said(.skip, record(phases)) == "Tea skipped to Break, 0:10 left")
    #expect(said(.skip, record(phases), at: 65) == "Tea skipped, done")
    #expect(said(.back, record(phases)) == "Tea went back to Work, 1:00 left")
    #expect(said(.cancel, record()) == "Tea cancelled, 0:50 left")
    #expect(said(.setLabel("Ch\u{1B}ai"), record()) == "Tea renamed to Ch?ai")
    #expect(
      said(.pause, record(), at: 65)
        == "\"Tea\" ended 10s ago, at 13:47:40; accepted for pause: one that is running")
    #expect(
      said(.skip, record())
        == "\"Tea\" has no phases; accepted for skip: one with phases")

    let result = KeptResult(of: .pause, on: record(), at: later(60))
    let kept = KeptCountdown(
      id: "tea", label: "Tea", state: result.record.restored(at: later(60)).state,
      certainty: .exact)
    #expect(
      text.object(result, former: kept, kept)
        == #"{"operation":"pause","result":"refused","id":"tea","label":"Tea","state":"finished","#
        + #""remaining":0,"face":"0:00","known":"exact","process":null,"#
        + #""ended":"1970-01-12T13:47:40.000Z","error":"\"Tea\" ended 10s ago, at 13:47:40; "#
        + #"accepted for pause: one that is running"}"#)
  }
}
