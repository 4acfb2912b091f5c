import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import sandglass_cli

@Suite("Lines for programs")
struct LineTests {
  private let utc = LocalTimeRule { _ in 0 }

  private func announcement(
    _ event: Announcement.Event, _ remaining: Duration, label: String? = nil, missed: Int = 0
  ) -> Announcement {
    Announcement(
      event: event, label: label, remaining: remaining,
      shown: Int(ClockFace(remaining).seconds), progress: 0, missed: missed,
      at: WallMoment(nanosecondsSince1970: 1_795_258_530_123_999_999))
  }

  @Test("A JSON line has its keys in order")
  func json() {
    #expect(
      JSONLine.text(announcement(.tick, .milliseconds(2_500), missed: 1))
        == #"{"event":"tick","label":null,"remaining":2.5,"shown":3,"missed":1,"#
        + #""at":"2026-11-21T10:55:30.123Z","id":null}"#)
    #expect(
      JSONLine.text(announcement(.cancelled, .seconds(60), label: "Tea"))
        == #"{"event":"cancelled","label":"Tea","remaining":60,"shown":60,"missed":0,"#
        + #""at":"2026-11-21T10:55:30.123Z","id":null}"#)
  }

  @Test("What is kept has its id, what was attached how it is known, and what ended meanwhile when")
  func keptJSON() {
    var attached = announcement(.attached, .seconds(60), label: "Tea")
    attached.id = "tea"
    attached.certainty = .estimated
    #expect(
      JSONLine.text(attached).hasSuffix(#","id":"tea","known":"estimated"}"#))
    var finished = announcement(.finished, .zero)
    finished.certainty = .exact
    finished.ended = WallMoment(secondsSince1970: 1_795_258_350)
    #expect(
      JSONLine.text(finished)
        .hasSuffix(#","id":null,"known":"exact","ended":"2026-11-21T10:52:30.000Z"}"#))
    let line = PlainLine(hasLabels: false, localTime: utc)
    #expect(line.text(finished) == "ended 3m ago, at 10:52:30")
    finished.certainty = .suspect
    #expect(line.text(finished) == "ended 3m ago, at 10:52:30 (suspect)")
    var kept = announcement(.kept, .seconds(60))
    kept.id = "tea\u{1B}"
    #expect(line.text(kept) == "kept as tea?")
  }

  @Test("Phases and overtime have their own members and words")
  func phasesAndOvertime() {
    let line = PlainLine(hasLabels: false, localTime: utc)
    var phase = announcement(.phase, .seconds(60))
    phase.phase = PhasePosition(name: "Bre\u{1B}ak", round: 1, rounds: 2, later: .seconds(5))
    phase.step = PhaseStep(ended: "Work", next: "Bre\u{1B}ak")
    #expect(line.text(phase) == "Work done, Bre?ak begins")
    #expect(
      JSONLine.text(phase).hasSuffix(
        #","phase":"Bre\u001bak","round":1,"rounds":2,"ended":"Work","next":"Bre\u001bak"}"#))
    phase.event = .back
    #expect(line.text(phase) == "back to Bre?ak 1/2")
    phase.step = PhaseStep(ended: "Work", next: nil)
    phase.event = .phase
    #expect(line.text(phase) == "Work done")
    var over = announcement(.tick, .zero)
    over.overtime = .milliseconds(65_500)
    #expect(line.text(over) == "+1:05")
    #expect(JSONLine.text(over).hasSuffix(#","id":null,"overtime":65.5}"#))
    over.event = .stopped
    #expect(line.text(over) == "stopped at +1:05")
    #expect(line.text(announcement(.stopped, .zero)) == "stopped")
  }

  @Test(
    "JSON strings escape what must be, and what breaks lines",
    arguments: [
      ("Tea", #""Tea""#), ("\"\\/", #""\"\\/""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
      ("\r\n", #""\r\n""#), ("\0\u{1F}\u{1B}", #""\u0000\u001f\u001b""#),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{7F}\u{9B}", #""\u007f\u009b""#),
      ("a\u{202E}b\u{2066}", #""a\u202eb\u2066""#), ("\u{E0041}", #""\udb40\udc41""#),
      ("\u{3164}\u{FEFF}", #""\u3164\ufeff""#),
      ("早餐 👨‍👩‍👧 é", #""早餐 👨‍👩‍👧 é""#), ("\"\u{301}", "\"\\\"\u{301}\""),
    ])
  func strings(_ text: String, _ expected: String) {
    #expect(JSONLine.quoted(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(
    "Seconds are exact",
    arguments: [
      (.zero, "0"), (.seconds(3), "3"), (.nanoseconds(1), "0.000000001"),
      (.milliseconds(1_050), "1.05"), (.seconds(18_446_744_073), "18446744073"),
      (.seconds(10), "10"), (.nanoseconds(2_999_987_120), "2.99998712"), (.seconds(-1), "0"),
    ] as [(Duration, String)])
  func seconds(_ duration: Duration, _ expected: String) {
    #expect(JSONLine.seconds(duration) == expected)
  }

  @Test(
    "A plain line is a clock face, or how it ended",
    arguments: [
      (.started, nil), (.attached, nil), (.tick, "2:59"), (.paused, "paused"),
      (.resumed, "resumed"),
      (.extended, nil), (.milestone, "2m59s left"), (.finished, "done"),
      (.cancelled, "cancelled"),
    ] as [(Announcement.Event, String?)])
  func plain(_ event: Announcement.Event, _ words: String?) {
    let alone = PlainLine(hasLabels: false, localTime: utc)
    let together = PlainLine(hasLabels: true, localTime: utc)
    let tea = announcement(event, .seconds(179), label: "Tea\n")
    #expect(alone.text(tea) == words)
    #expect(together.text(tea) == words.map { "Tea? " + $0 })
  }
}
