import SandglassCore
import SandglassDurable
import Testing

/// Rows that are read ahead while the clock of the database is set.
struct NearRowsTests {
  private static let start = Moment(nanoseconds: 1_800_000_000_000_000_000)

  private func row(due: Moment) throws -> DurableRow {
    let written = due - .seconds(1)
    var row = try DurableRow(id: "a", at: written)
      .performing(.start(.duration(.seconds(1))), at: written).row
    row.number = 5
    return row
  }

  /// What another node adds after the clock was set back is read in time.
  @Test
  func clockSetBack() throws {
    var near = NearRows()
    near.hold(.everything)
    let beginning = near.beginFetch(at: Self.start)
    near.fetched(NearRows.Page(), of: try #require(beginning))
    let back = Self.start - .seconds(3600)
    let atOnce = near.beginFetch(at: back)
    #expect(atOnce == nil)
    let due = back + .seconds(1800)
    let later = near.beginFetch(at: due - .seconds(30))
    let fetch = try #require(later)
    #expect(fetch.after.due < due && due <= fetch.through)
    near.fetched(NearRows.Page([try row(due: due)]), of: fetch)
    let fired = near.takeDue(at: due, atMost: 10)
    #expect(fired.map(\.number) == [5])
  }

  /// What was held before the clock was set back is fired once, when the clock is there again.
  @Test
  func heldBeforeTheClockWasSetBack() throws {
    var near = NearRows()
    near.hold(.everything)
    let due = Self.start + .seconds(20)
    let beginning = near.beginFetch(at: Self.start)
    near.fetched(NearRows.Page([try row(due: due)]), of: try #require(beginning))
    let back = Self.start - .seconds(600)
    let (atOnce, early) = (near.beginFetch(at: back), near.takeDue(at: back, atMost: 10))
    #expect(atOnce == nil && early.isEmpty)
    let again = near.beginFetch(at: due - .seconds(10))
    near.fetched(NearRows.Page([try row(due: due)]), of: try #require(again))
    let fired = near.takeDue(at: due, atMost: 10)
    #expect(fired.count == 1)
    let rest = near.takeDue(at: due, atMost: 10)
    #expect(rest.isEmpty)
  }
}
