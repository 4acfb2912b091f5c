import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

@Suite("The command: a record of whatever times costs its own line and nothing else")
struct ExtremeRecordTests {
  private let folder = TemporaryFolder.ofRecords

  private static let walls = [
    WallMoment(secondsSince1970: .min), WallMoment(secondsSince1970: .max),
    // More than 584 years from now.
    WallMoment(secondsSince1970: 30_000_000_000), WallMoment(secondsSince1970: -30_000_000_000),
  ]

  /// Keeps records at the ends of what can be written; answers their ids.
  private func keepExtremes() throws -> [String] {
    var ids: [String] = []
    for (number, wall) in Self.walls.enumerated() {
      let states: [(String, CountdownRecord.State)] = [
        ("running", .running(deadline: .distantFuture, wallDeadline: wall)),
        ("overtime", .overtime(deadline: .origin, wallDeadline: wall)),
        ("paused", .paused(remaining: Duration(attoseconds: number == 0 ? .min : .max))),
        ("finished", .finished(at: wall)),
      ]
      for (name, state) in states {
        ids.append("\(name)-\(number)")
        try folder.store.save(
          CountdownRecord(
            id: "\(name)-\(number)", label: nil, state: state, target: .wall(wall),
            total: Duration(attoseconds: .max), options: .standard,
            written: ClockInstant(
              steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil)))
      }
    }
    return ids
  }

  @Test("list tells all of them and those beside them", .programs)
  func list() throws {
    let ids = try keepExtremes()
    try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
    let program = try Program(["list"], keptIn: folder)
    #expect(try program.finish() == 0)
    for id in ids + ["tea"] {
      #expect(program.output.contains(id), "\(id) is missing in \(program.output)")
    }
  }

  @Test("the list for programs has all of them")
  func jsonLines() throws {
    let ids = try keepExtremes()
    let lines = KeptList(entries: try CountdownCatalog(store: folder.store).entries()).jsonLines
    #expect(Set(lines.map { Line.value("id", $0[...]) }) == Set(ids.map(JSONLine.quoted)))
  }

  @Test("each can be cancelled, or tells its end")
  func cancel() async throws {
    let catalog = CountdownCatalog(store: folder.store)
    let notice = MissedFinishNotice(now: WallMoment.now, localTime: .system)
    for id in try keepExtremes() {
      let kept = try #require(catalog.entry(id)?.countdown)
      #expect(!kept.face.isEmpty)
      #expect((notice.line(kept) != nil) == (kept.ended != nil))
      let countdown = try #require(try catalog.countdown(id))
      countdown.discard()
      try await countdown.saved()
    }
    #expect(folder.names.isEmpty)
  }

  @Test("each takes every operation")
  func operations() throws {
    let catalog = CountdownCatalog(store: folder.store)
    let far = Duration.seconds(Int64.max)
    let operations: [CountdownOperation] = [
      .pause, .extend(by: far), .shorten(by: far), .resume(), .toggle, .skip, .back, .setLabel("x"),
      .startAgain,
      .extend(by: .nanoseconds(1)), .shorten(by: far), .cancel,
    ]
    for id in try keepExtremes() {
      for operation in operations {
        let change = try #require(catalog.change([id], by: operation).first)
        if case .made(_, _, let kept) = change {
          let line = StatusFormat.standard.line(
            .countdown(kept), now: WallMoment.now, localTime: .system)
          #expect(line == VisibleText.of(line))
        }
      }
    }
  }
}
