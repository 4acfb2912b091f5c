import Sandglass
import SandglassCore
import SandglassLedger
import Testing

@testable import sandglass_cli

@Suite("The line of status")
struct StatusFormatTests {
  private let now = WallMoment(secondsSince1970: 1_795_258_530)

  private func kept(
    _ state: RestoredCountdown.State, _ label: String? = "Tea", phase: PhasePosition? = nil,
    id: String = "tea"
  ) -> KeptCountdown {
    KeptCountdown(
      id: id, label: label, state: state, certainty: .exact, total: .seconds(1500), phase: phase)
  }

  private func line(_ kept: KeptCountdown, _ format: String) throws -> String {
    try StatusFormat(parsing: format).line(
      .countdown(kept), now: now, localTime: LocalTimeRule { _ in 0 })
  }

  private let work = PhasePosition(name: "Work", round: 2, rounds: 4, later: .seconds(300))

  @Test("Without a format it says what is unusual")
  func standard() {
    func line(_ kept: KeptCountdown) -> String {
      StatusFormat.standard.line(.countdown(kept), now: now, localTime: LocalTimeRule { _ in 0 })
    }
    let minute = Duration.seconds(60)
    #expect(line(kept(.running(remaining: minute))) == "Tea 1:00")
    #expect(line(kept(.running(remaining: minute), nil)) == "tea 1:00")
    #expect(line(kept(.running(remaining: minute), "T\u{1B}\n")) == "T?? 1:00")
    #expect(line(kept(.running(remaining: minute), phase: work)) == "Tea Work 2/4 1:00")
    #expect(line(kept(.paused(remaining: minute))) == "Tea 1:00 paused")
    #expect(line(kept(.finished(at: now))) == "Tea done")
    #expect(line(kept(.overtime(past: .seconds(5), ended: now))) == "Tea +0:05")
  }

  @Test("A format has fields in braces")
  func fields() throws {
    let running = kept(.running(remaining: .milliseconds(299_500)), phase: work)
    #expect(
      try line(running, "{name} {label} {id} {left} {seconds} {total} {percent}% {state}")
        == "Tea Tea tea 5:00 300 25:00 80% running")
    #expect(try line(running, "{phase} {round}/{rounds} {ends}") == "Work 2/4 11:05:29")
    #expect(try line(running, "{{{left}}} }}{{ }") == "{5:00} }{ }")
    #expect(try line(kept(.paused(remaining: .zero), nil), "[{label}{phase}{round}{ends}]") == "[]")
    #expect(try line(kept(.running(remaining: .zero), "a\u{9B}"), "{name}\u{1B}") == "a??")
  }

  @Test("What is not a field is refused, with those that are")
  func refusals() {
    #expect(throws: StatusFormat.FormatError.unknown("lefft")) { try line(kept(.idle), "{lefft}") }
    #expect(throws: StatusFormat.FormatError.open("left")) { try line(kept(.idle), "a {left") }
    #expect(
      StatusFormat.FormatError.unknown("x").message
        == "\"{x}\" is not known; accepted: {name} {label} {id} {left} {seconds} {total} {percent} "
        + "{state} {phase} {round} {rounds} {today} {ends} {laps}, and {{ for a brace")
  }

  @Test("The countdown of most interest ends first, or was paused, or has ended")
  func foremost() {
    let running = [30, 10, 20].map { kept(.running(remaining: .seconds($0)), id: "r\($0)") }
    let paused = [5, 3].map { kept(.paused(remaining: .seconds($0)), id: "p\($0)") }
    let ended = [-9, -2].map { kept(.finished(at: now + .seconds($0)), id: "e\($0)") }
    #expect(KeptCountdown.foremost(ended + paused + running)?.id == "r10")
    #expect(KeptCountdown.foremost(ended + paused)?.id == "p3")
    #expect(KeptCountdown.foremost(ended)?.id == "e-2")
    #expect(KeptCountdown.foremost([]) == nil)
  }

  @Test("The number changes when the remaining time is whole, and not while it stands still")
  func untilNextNumber() {
    #expect(kept(.running(remaining: .milliseconds(2300))).untilNextNumber == .milliseconds(300))
    #expect(kept(.running(remaining: .seconds(2))).untilNextNumber == .seconds(1))
    let over = RestoredCountdown.State.overtime(past: .milliseconds(1200), ended: now)
    #expect(kept(over).untilNextNumber == .milliseconds(800))
    #expect(kept(.paused(remaining: .milliseconds(2300))).untilNextNumber == nil)
    #expect(kept(.finished(at: now)).untilNextNumber == nil)
  }
}
