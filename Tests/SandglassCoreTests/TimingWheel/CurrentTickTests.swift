import SandglassTestSupport
import Testing

@testable import SandglassCore

@Suite("CurrentTick: the entries of one tick in exact order")
struct CurrentTickTests {
  private static let tickBits: UInt64 = 16

  @Test("listings are handed out in order, also those that are added meanwhile", .random)
  func order() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    var due = CurrentTick()
    for _ in 0..<repetitions(500, atLeast: 50) {
      var nodes = NodeStore(firstGeneration: 0)
      let count = someCount(&random)
      let tick = someTick(of: count, &nodes, &random)
      var expected = sorted(tick)
      var vector = vector(of: tick)
      due.fill(&vector, tickBits: Self.tickBits)
      var handedOut: [UInt64] = []
      while due.first != nil {
        if handedOut.count.isMultiple(of: 50), handedOut.count < count {
          due.checkInvariants()
          let late = someListing(within: 1 << 16, &nodes, &random)
          due.insert(late)
          let passed = handedOut.count
          expected = expected[..<passed] + sorted(expected[passed...] + [late])
        }
        handedOut.append(due.removeFirst().mark)
      }
      #expect(handedOut == expected.map(\.mark), "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun)")
      #expect(due.count == 0)
    }
  }

  @Test("a tick is sorted at once, unless it has too many listings or too many equal deadlines")
  func sortedAtOnce() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    let cases: [(count: Int, span: UInt64, isInOrder: Bool, isSorted: Bool)] = [
      (1, 1, false, true), (16, 1, false, true), (64, 1, false, true), (65, 1, false, false),
      (2000, 1 << 16, false, true), (4096, 1, true, true), (4097, 1, true, false),
      (4097, 1 << 16, false, false),
    ]
    for example in cases {
      var due = CurrentTick()
      var nodes = NodeStore(firstGeneration: 0)
      var tick = (0..<example.count).map { _ in
        someListing(within: example.span, &nodes, &random)
      }
      tick = example.isInOrder ? sorted(tick) : sorted(tick).reversed()
      var vector = vector(of: tick)
      due.fill(&vector, tickBits: Self.tickBits)
      #expect((due.heap.count == 0) == example.isSorted, "\(example)")
      #expect((due.run.count == 0) == !example.isSorted, "\(example)")
      due.checkInvariants()
    }
  }

  @Test("after stale listings are dropped, the others are handed out in order")
  func stale() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    for count in [1, 2, 60, 1000, 4096, 5000] {
      var due = CurrentTick()
      var nodes = NodeStore(firstGeneration: 0)
      let tick = someTick(of: count, &nodes, &random)
      var vector = vector(of: tick)
      due.fill(&vector, tickBits: Self.tickBits)
      for _ in 0..<count / 3 { due.removeFirst() }
      let left = sorted(tick).dropFirst(count / 3)
      let stale = left.filter { _ in Bool.random(using: &random) }
      for listing in stale { nodes[listing.node].free() }
      let dropped = due.dropStale(0..<due.heap.count, atMost: .max, nodes: nodes)
      #expect(dropped == stale.count)
      due.checkInvariants()
      let gone = Set(stale.map(\.mark))
      let expected = left.map(\.mark).filter { !gone.contains($0) }
      var handedOut: [UInt64] = []
      while due.first != nil { handedOut.append(due.removeFirst().mark) }
      #expect(handedOut == expected)
    }
  }

  private func sorted(_ listings: some Sequence<Listing>) -> [Listing] {
    listings.sorted { $0.key < $1.key }
  }

  private func vector(of listings: [Listing]) -> RawVector<Listing> {
    var vector = RawVector<Listing>()
    for listing in listings { vector.append(listing) }
    return vector
  }

  private func someCount(_ random: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: .random(in: 1...20, using: &random)
    case 4..<9: .random(in: 1...200, using: &random)
    default: .random(in: 1...5000, using: &random)
    }
  }

  /// Listings whose deadlines are distributed over the whole tick or close together, in some order.
  private func someTick(
    of count: Int, _ nodes: inout NodeStore, _ random: inout SeededGenerator
  ) -> [Listing] {
    let spans: [UInt64] = [1, 5, 1 << 9, 1 << 10, 1 << 12, 1 << 16, 1 << 16]
    let span = spans[Int.random(in: 0..<spans.count, using: &random)]
    let tick = (0..<count).map { _ in someListing(within: span, &nodes, &random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return sorted(tick)
    case 1: return sorted(tick).reversed()
    default: return tick
    }
  }

  /// A listing with its own node, whose deadline is less than `span` after the beginning of the tick.
  private func someListing(
    within span: UInt64, _ nodes: inout NodeStore, _ random: inout SeededGenerator
  ) -> Listing {
    nodes.makeRoom(for: Int.self)
    let order = UInt64(nodes.count + 1)
    let node = nodes.use(order: order).index
    let deadline = Moment(nanoseconds: 7 << Self.tickBits | .random(in: 0..<span, using: &random))
    return Listing(DeadlineKey(deadline: deadline, order: order), node: node)
  }
}
