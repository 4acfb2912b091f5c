import Sandglass
import SandglassTestSupport
import Testing

@Suite("The command: a record of whatever times costs its own line and nothing else")
struct ExtremeRecordTests {
  private static let walls = [
    WallMoment(nanosecondsSince1970: .min), WallMoment(nanosecondsSince1970: .max),
    // Ten times what the components of a duration hold.
    WallMoment(nanosecondsSince1970: -100_000_000_000_000_000_000 * 1_000_000_000),
  ]

  /// Keeps records at the ends of what can be written; answers their ids.
  private func keepExtremes(in folder: TemporaryFolder) throws -> [String] {
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
            written: CountdownRecord.Instant(
              steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil)))
      }
    }
    return ids
  }

  @Test("list tells all of them and those beside them", arguments: [true, false])
  func list(isJSON: Bool) throws {
    let folder = TemporaryFolder()
    let ids = try keepExtremes(in: folder)
    try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
    let program = try Program(isJSON ? ["list", "--json"] : ["list"], keptIn: folder)
    #expect(try program.finish() == 0)
    for id in ids + ["tea"] {
      #expect(program.output.contains(id), "\(id) is missing in \(program.output)")
    }
  }

  @Test("each can be cancelled, or tells its end")
  func cancel() throws {
    let folder = TemporaryFolder()
    for id in try keepExtremes(in: folder) {
      let program = try Program(["cancel", id], keptIn: folder)
      #expect(try program.finish() == 0)
      #expect(program.output.contains(id), "\(id): \(program.output)\(program.errors)")
    }
  }
}
