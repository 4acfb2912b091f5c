import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct MajorityHullTests {
  private static let none = DriftAllowance(partsPerMillion: 0)

  private static func bound(_ earliest: Int, _ latest: Int) throws -> OffsetBound {
    try #require(
      OffsetBound(earliest: .seconds(earliest), latest: .seconds(latest), at: .origin))
  }

  private static func hull(_ bounds: [OffsetBound], among servers: Int) -> OffsetBound? {
    OffsetBound.majorityHull(of: bounds, among: servers, at: .origin, drift: none)
  }

  @Test("A false server that partly overlaps the others does not move the hull off the true time")
  func near() throws {
    // The true offset is 0. The deepest overlap is from 4 to 5, in all three bounds.
    let bounds = [try Self.bound(-1, 5), try Self.bound(-2, 6), try Self.bound(4, 9)]
    #expect(Self.hull(bounds, among: 3) == (try Self.bound(-1, 6)))
  }

  @Test("Without a strict majority there is no hull")
  func noMajority() throws {
    let apart = [try Self.bound(0, 1), try Self.bound(2, 3)]
    #expect(Self.hull(apart, among: 2) == nil)
    #expect(Self.hull([try Self.bound(0, 1)], among: 3) == nil)
    #expect(Self.hull([try Self.bound(0, 1)], among: 1) != nil)
    #expect(Self.hull([], among: 0) == nil)
    #expect(
      Self.hull([try Self.bound(0, 1), try Self.bound(1, 2)], among: 2) == (try Self.bound(1, 1)))
  }

  @Test(
    "A silent server allows every offset, so with a false one, the hull covers both other bounds"
  )
  func silent() throws {
    let bounds = [try Self.bound(-1, 3), try Self.bound(2, 9)]
    #expect(Self.hull(bounds, among: 3) == (try Self.bound(-1, 9)))
    #expect(Self.hull(bounds, among: 2) == (try Self.bound(2, 3)))
    #expect(Self.hull([try Self.bound(0, 1)], among: 2) == (try Self.bound(0, 1)))
  }

  @Test("The hull agrees with a naive model that counts the bounds at each point", .random)
  func random() throws {
    var random = SeededGenerator(for: "majority hull")
    for _ in 0..<repetitions(100_000) {
      let servers = random.number(1...7)
      let ranges = (0..<random.number(0...servers)).map { _ in
        let start = random.number(0...20)
        return start...(start + random.number(0...10))
      }
      let silent = servers - ranges.count
      let counted =
        silent * 2 > servers
        ? []
        : (0...30).filter { point in
          (ranges.count { $0.contains(point) } + silent) * 2 > servers
        }
      let hull = Self.hull(
        try ranges.map { try Self.bound($0.lowerBound, $0.upperBound) }, among: servers)
      #expect(hull?.earliest == counted.first.map { .seconds($0) })
      #expect(hull?.latest == counted.last.map { .seconds($0) })
    }
  }
}
