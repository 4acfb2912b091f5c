import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// How the next process begins: in which boot, and how wrong the wall clock is there.
private struct Passage: CustomTestStringConvertible {
  let isSameBoot: Bool
  let wallShift: Int64

  static let all = [true, false].flatMap { isSameBoot in
    [0, 3600, -3600].map { Passage(isSameBoot: isSameBoot, wallShift: $0) }
  }

  var testDescription: String { "\(isSameBoot ? "same" : "other") boot, wall \(wallShift) s" }

  /// The time of a process that begins `seconds` later.
  func next(after time: VirtualTime, seconds: Int64) -> VirtualTime {
    if !isSameBoot { return time.rebooted(after: .seconds(seconds + wallShift)) }
    let next = time.relaunched(after: .seconds(seconds))
    next.setWallClock(to: next.wallNow + .seconds(wallShift))
    return next
  }

  var certainty: Certainty { isSameBoot ? .exact : wallShift < 0 ? .suspect : .estimated }

  /// The correct remaining time of 40 s after this passage. `written` is the remaining time in the record.
  func remaining(_ truth: Int64, written: Int64) -> Int64 {
    if isSameBoot { return truth }
    return wallShift < 0 ? written : truth - wallShift
  }
}

@MainActor
@Suite("Law 11: boot × wall clock × state × record, with files in virtual time")
struct RestoreInVirtualTimeTests {
  private let folder: TemporaryFolder
  private let time = VirtualTime()
  private let owner = CountdownWatcher()

  init() throws {
    folder = try TemporaryFolder.made()
  }

  private func make(countsPastZero: Bool = false, on other: VirtualTime? = nil) -> Countdown {
    Countdown.kept(
      "tea", in: folder.store, startingFrom: .seconds(100),
      options: CountdownOptions(countsPastZero: countsPastZero),
      on: (other ?? time).timekeeper)
  }

  private func restored(_ time: VirtualTime) throws -> Countdown {
    try #require(try Countdown.kept("tea", in: folder.store, on: time.timekeeper))
  }

  @Test("an intact record of a running countdown", arguments: Passage.all)
  fileprivate func running(_ passage: Passage) throws {
    make().start()
    let tea = try restored(passage.next(after: time, seconds: 60))
    let remaining = passage.remaining(40, written: 100)
    #expect(tea.restoration?.certainty == passage.certainty)
    #expect(tea.state == (remaining > 0 ? .running : .finished))
    #expect(tea.remaining == .seconds(max(0, remaining)))
  }

  @Test("without a boot identity, a running countdown is never exact", arguments: [0, 3600, -3600])
  func unknownBoot(wallShift: Int64) throws {
    time.setBootIdentity(to: nil)
    make().start()
    let later = time.relaunched(after: .seconds(60))
    later.setWallClock(to: later.wallNow + .seconds(wallShift))
    let tea = try restored(later)
    let remaining = wallShift < 0 ? 100 : max(0, 40 - wallShift)
    #expect(tea.remaining == .seconds(remaining))
    #expect(tea.restoration?.certainty == (wallShift < 0 ? .suspect : .estimated))

    // It does not become exact once there is a boot identity again.
    later.setBootIdentity(to: BootIdentity("known"))
    let again = try restored(later.relaunched(after: .seconds(1)))
    #expect(again.restoration?.certainty != .exact)
  }

  @Test("without a boot identity, a paused countdown is exact")
  func unknownBootPaused() throws {
    time.setBootIdentity(to: nil)
    let tea = make()
    tea.start()
    time.advance(by: .seconds(40))
    tea.pause()
    let again = try restored(time.relaunched(after: .seconds(60)))
    #expect(again.restoration?.certainty == .exact)
    #expect(again.remaining == .seconds(60))
  }

  @Test("an intact record of a paused countdown", arguments: Passage.all)
  fileprivate func paused(_ passage: Passage) throws {
    let tea = make()
    tea.start()
    time.advance(by: .seconds(40))
    tea.pause()
    let again = try restored(passage.next(after: time, seconds: 60))
    #expect(again.restoration?.certainty == .exact)
    #expect(again.isPaused)
    #expect(again.remaining == .seconds(60))
  }

  @Test("an intact record of a countdown that has finished since", arguments: Passage.all)
  fileprivate func finishedMeanwhile(_ passage: Passage) throws {
    make().start()
    let later = passage.next(after: time, seconds: 130)
    let tea = try restored(later)
    let remaining = passage.remaining(-30, written: 100)
    #expect(tea.restoration?.certainty == passage.certainty)
    #expect(tea.state == (remaining > 0 ? .running : .finished))
    #expect(tea.restoration?.endedMeanwhile == (remaining <= 0))
    owner.watchEnds(of: tea)
    #expect(owner.take() == (remaining > 0 ? [] : ["finished"]))
    #expect(try folder.store.read("tea") == nil || remaining > 0)
  }

  @Test("an intact record of overtime", arguments: Passage.all)
  fileprivate func overtime(_ passage: Passage) throws {
    let tea = make(countsPastZero: true)
    owner.watchEnds(of: tea)
    tea.start()
    time.advance(by: .seconds(110))
    let again = try restored(passage.next(after: time, seconds: 20))
    // The record was written when the finish had been delivered, at zero.
    #expect(again.restoration?.certainty == passage.certainty)
    #expect(again.state == .overtime)
    #expect(again.overtime == .seconds(-passage.remaining(-30, written: 0)))
  }

  @Test("a torn record is reported and set aside, and missing afterwards", arguments: Passage.all)
  fileprivate func torn(_ passage: Passage) throws {
    for countsPastZero in [false, true] {
      let time = VirtualTime()
      let tea = make(countsPastZero: countsPastZero, on: time)
      tea.start()
      defer { withExtendedLifetime(tea) {} }
      // The process that wrote the record would write it again.
      let later = passage.next(after: time, seconds: 20)
      let bytes = try folder.read("tea.json")
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "tea.json")
      let error = #expect(throws: CountdownStoreError.self) { try restored(later) }
      guard case .damaged = error?.kind else {
        Issue.record("\(String(describing: error)) is none for a torn record")
        continue
      }
      #expect(try folder.names.contains("tea.damaged-1.json"))
      #expect(
        try Countdown.kept("tea", in: folder.store, on: later.timekeeper) == nil)
    }
  }

  @Test("a foreign file is reported, and neither changed nor overwritten", arguments: Passage.all)
  fileprivate func foreign(_ passage: Passage) throws {
    let foreign = Array("somebody's".utf8)
    try folder.write(foreign, to: "tea.json")
    let later = passage.next(after: time, seconds: 20)
    #expect(throws: CountdownStoreError.self) { try restored(later) }
    let tea = Countdown.kept(
      "tea", in: folder.store, startingFrom: .seconds(60), on: later.timekeeper)
    #expect(tea.storeError != nil)
    tea.start()
    #expect(tea.isRunning)
    #expect(tea.storeError != nil)
    #expect(try folder.names.contains { try folder.read($0) == foreign })
  }
}
