import Sandglass
import SandglassCore
import SandglassLedger
import Testing

@testable import sandglass_cli

@Suite("What is listed")
struct KeptListTests {
  private let now = WallMoment(secondsSince1970: 1_795_258_530)

  private func kept(
    _ id: String, _ label: String?, _ state: RestoredCountdown.State,
    _ certainty: Certainty = .exact, process: Int32? = nil
  ) -> KeptEntry {
    .countdown(
      KeptCountdown(id: id, label: label, state: state, certainty: certainty, process: process))
  }

  private func list(_ entries: [KeptEntry]) -> KeptList {
    KeptList(entries: entries)
  }

  private var examples: [KeptEntry] {
    [
      kept("tea", "Tea", .running(remaining: .milliseconds(134_500)), process: 4242),
      kept("25m", nil, .paused(remaining: .seconds(1500))),
      kept("早餐", "早餐", .running(remaining: .seconds(90_061)), .estimated),
      kept("eggs", "Eg\u{1B}gs\n", .running(remaining: .seconds(5)), .suspect),
      kept("app", "App", .overtime(past: .seconds(65), ended: now + .seconds(-65))),
      kept("milk", "Milk", .finished(at: now + .seconds(-185))),
      kept("rice", nil, .finished(at: now + .seconds(-90_000)), .estimated),
      kept("now", "Now", .finished(at: now), process: 7),
      .unreadable(
        id: "torn",
        CountdownStoreError(
          .damaged(reason: "it is empty", setAsideAs: "torn.damaged-1.json"), id: "torn")),
    ]
  }

  @Test("For people: ends that nobody was told of")
  func ends() {
    let notice = MissedFinishNotice(now: now, localTime: LocalTimeRule { _ in 0 })
    let untold = examples.compactMap(\.countdown).filter { $0.id == "milk" || $0.id == "rice" }
    #expect(
      untold.compactMap(notice.line) == [
        "Milk ended 3m5s ago, at 10:52:25",
        "rice ended 1d1h ago, at 2026-11-20 09:55:30 (estimated)",
      ])
  }

  @Test("For people: a table, and what cannot be read")
  func lines() {
    #expect(
      list(examples).lines == [
        "ID    LABEL          LEFT  STATE     CERTAINTY  RUN BY",
        "tea   Tea            2:15  running   exact      process 4242",
        "25m   -             25:00  paused    exact      -",
        "早餐  早餐    1d 01:01:01  running   estimated  -",
        "eggs  Eg?gs?         0:05  running   suspect    -",
        "app   App           +1:05  overtime  exact      -",
        "milk  Milk           0:00  finished  exact      -",
        "rice  -              0:00  finished  estimated  -",
        "now   Now            0:00  finished  exact      process 7",
        #"the record "torn" is damaged: it is empty; it is set aside as "torn.damaged-1.json""#,
      ])
  }

  @Test("On a narrow terminal, columns are left out, and names are cut short")
  func narrow() {
    let long = KeptList(entries: [
      kept(
        "breakfast-for-all", "Breakfast for all", .running(remaining: .seconds(1500)), .estimated),
      kept("tea", "Tea", .running(remaining: .milliseconds(134_500)), process: 4242),
    ])
    #expect(
      long.lines(width: 60) == [
        "ID        LABEL       LEFT  STATE    CERTAINTY  RUN BY",
        "breakfa…  Breakfas…  25:00  running  estimated  -",
        "tea       Tea         2:15  running  exact      process 4242",
      ])
    #expect(
      long.lines(width: 40) == [
        "ID           LABEL         LEFT  STATE",
        "breakfast-…  Breakfast …  25:00  running",
        "tea          Tea           2:15  running",
      ])
    #expect(
      long.lines(width: 20) == [
        "ID     LABEL    LEFT", "brea…  Break…  25:00", "tea    Tea      2:15",
      ])
    for width in 1...100 {
      for line in list(examples).lines(width: width) { #expect(DisplayWidth.of(line) <= width) }
    }
  }

  @Test("A column in which every row says what one expects is left out")
  func usual() {
    let usual = [
      kept("tea", "Tea", .running(remaining: .seconds(65)), process: 7),
      kept("eggs", nil, .paused(remaining: .seconds(5))), kept("milk", nil, .finished(at: now)),
    ]
    #expect(
      list(usual).lines == [
        "ID    LABEL  LEFT  STATE", "tea   Tea    1:05  running", "eggs  -      0:05  paused",
        "milk  -      0:00  finished",
      ])
    #expect(
      list(usual + [kept("x", nil, .paused(remaining: .zero), .suspect)]).lines[0]
        == "ID    LABEL  LEFT  STATE     CERTAINTY")
    #expect(
      list(usual + [kept("x", nil, .running(remaining: .zero))]).lines[0]
        == "ID    LABEL  LEFT  STATE     RUN BY")
  }

  @Test("For people: the phase, until the end")
  func phases() {
    let work = PhasePosition(name: "Wo\u{1B}rk", round: 2, rounds: 4, later: .zero)
    let states: [RestoredCountdown.State] = [
      .running(remaining: .seconds(65)), .paused(remaining: .seconds(65)), .finished(at: now),
    ]
    let entries = states.map { state in
      KeptEntry.countdown(
        KeptCountdown(id: "pom", label: nil, state: state, certainty: .exact, phase: work))
    }
    #expect(
      list(entries).lines == [
        "ID   LABEL  LEFT  STATE               RUN BY",
        "pom  -      1:05  running, Wo?rk 2/4  -",
        "pom  -      1:05  paused, Wo?rk 2/4   -",
        "pom  -      0:00  finished            -",
      ])
  }

  @Test("For programs: an object for each record, in the same order of keys")
  func json() {
    let nobody = #""process":null,"ended":null}"#
    #expect(
      list(examples).jsonLines == [
        #"{"id":"tea","label":"Tea","state":"running","remaining":134.5,"face":"2:15","#
          + #""known":"exact","process":4242,"ended":null}"#,
        #"{"id":"25m","label":null,"state":"paused","remaining":1500,"face":"25:00","#
          + #""known":"exact","# + nobody,
        #"{"id":"早餐","label":"早餐","state":"running","remaining":90061,"#
          + #""face":"1d 01:01:01","known":"estimated","# + nobody,
        #"{"id":"eggs","label":"Eg\u001bgs\n","state":"running","remaining":5,"face":"0:05","#
          + #""known":"suspect","# + nobody,
        #"{"id":"app","label":"App","state":"overtime","remaining":0,"face":"+1:05","#
          + #""known":"exact","process":null,"ended":"2026-11-21T10:54:25.000Z"}"#,
        #"{"id":"milk","label":"Milk","state":"finished","remaining":0,"face":"0:00","#
          + #""known":"exact","process":null,"ended":"2026-11-21T10:52:25.000Z"}"#,
        #"{"id":"rice","label":null,"state":"finished","remaining":0,"face":"0:00","#
          + #""known":"estimated","process":null,"ended":"2026-11-20T09:55:30.000Z"}"#,
        #"{"id":"now","label":"Now","state":"finished","remaining":0,"face":"0:00","#
          + #""known":"exact","process":7,"ended":"2026-11-21T10:55:30.000Z"}"#,
        #"{"id":"torn","error":"the record \"torn\" is damaged: it is empty; it is set aside as "#
          + #"\"torn.damaged-1.json\""}"#,
      ])
  }

  @Test("An unknown word is answered with some of the ids, however many there are")
  func manyIDs() {
    func known(_ count: Int) -> String {
      CatalogError.notFound("x", accepted: (1...count).map { "c\($0)" }).message
    }
    let ten = "no kept countdown is called \"x\"; accepted: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10"
    #expect(
      CatalogError.notFound("Tae", accepted: ["eggs", "tea"]).message
        == "no kept countdown is called \"Tae\"; did you mean \"tea\"? accepted: eggs, tea")
    #expect(known(10) == ten)
    #expect(known(100_000) == ten + " and 99990 more (see \"sandglass list\")")
    #expect(
      CatalogError.ambiguous("Tea", ids: (1...12).map { "tea-\($0)" }).message
        == "\"Tea\" is ambiguous; accepted: tea-1, tea-2, tea-3, tea-4, tea-5, tea-6, tea-7, tea-8, "
        + "tea-9, tea-10 and 2 more (see \"sandglass list\")")
  }
}
