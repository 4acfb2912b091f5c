#if DURABLE
  import Foundation
  import SandglassDurable
  import SandglassTestSupport
  import Testing

  @testable import Sandglass

  /// The engine in real time: callers that race with deadlines, and processes that are killed.
  @Suite(.programs)
  struct RacesTests {
    /// What a handler was called with, and which cancels were acknowledged before.
    fileprivate struct Notes {
      var begun: [String: Int] = [:]
      var ids: [String: Set<DurableEvent.ID>] = [:]
      var cancelled: Set<String> = []

      /// The countdowns of which a call was answered with an error of the database. The server ends the transaction of a
      /// process that a busy machine stops in the middle of it.
      var unanswered: Set<String> = []
      var tooLate: [String] = []
    }

    #if SQLITE
      @Test
      func changesAtTheDeadline() async throws {
        let folder = try TemporaryFolder.made()
        let notes = Locked(Notes())
        let store = try SQLiteStore(path: folder.file("a.sqlite"))
        let countdowns = DurableCountdowns(store) { notes.note($0) }
        try await Self.race(on: [countdowns], notes)
      }
    #endif

    #if POSTGRESQL
      /// Two nodes, each of which changes what either of them fires.
      @Test
      func changesAtTheDeadlineOnTwoNodes() async throws {
        let connection = try PostgreSQLServer.shared.get().connection
        let schema = PostgreSQLServer.schema()
        let notes = Locked(Notes())
        var nodes: [DurableCountdowns] = []
        for _ in 0..<2 {
          // So short that a node hears soon of what the other has started.
          let store = try await PostgreSQLStore(connection, schema: schema, lease: .seconds(1))
          nodes.append(DurableCountdowns(store) { notes.note($0) })
        }
        try await Self.race(on: nodes, notes)
      }
    #endif

    /// Each countdown ends within 40 ms, and is cancelled, paused or extended at about that time.
    private static func race(
      on nodes: [DurableCountdowns], _ notes: Locked<Notes>
    ) async throws {
      let runs = nodes.map { node in Task { try await node.run() } }
      let count = repetitions(20_000, atLeast: 2_000)
      var seeds = SeededGenerator(for: "RacesTests.race")
      try await withThrowingTaskGroup { group in
        for caller in 0..<32 {
          let seed = seeds.next()
          group.addTask {
            var random = SeededGenerator(seed: seed)
            for number in stride(from: caller, to: count, by: 32) {
              try await race("\(number)", nodes, notes, &random)
            }
          }
        }
        try await group.waitForAll()
      }
      let (cancelled, unanswered) = notes.withLock { ($0.cancelled, $0.unanswered) }
      #expect(!cancelled.isEmpty)
      #expect(cancelled.count + unanswered.count < count)
      let certain = Set((0..<count).map { "\($0)" }).subtracting(cancelled).subtracting(unanswered)
      #expect(try await poll { notes.withLock { certain.isSubset(of: $0.begun.keys) } })
      for node in nodes { node.stop() }
      for run in runs { try await run.value }
      let (tooLate, begun, ids) = notes.withLock { ($0.tooLate, $0.begun, $0.ids) }
      #expect(tooLate.isEmpty)
      #expect(ids.values.allSatisfy { $0.count == 1 })
      // If a busy machine stops a node for longer than its lease, the other node hands its events out again.
      if nodes.count == 1 { #expect(begun.values.allSatisfy { $0 == 1 }) }
    }

    private static func race(
      _ id: String, _ nodes: [DurableCountdowns], _ notes: Locked<Notes>,
      _ random: inout SeededGenerator
    ) async throws {
      func node() -> DurableCountdowns { nodes[random.number(0...nodes.count - 1)] }
      let duration = Duration.microseconds(random.number(1...40_000))
      do {
        try await node().start(id, for: duration)
        try await Task.sleep(for: .microseconds(random.number(0...40_000)))
        try await change(id, node(), notes, random.number(0...3), by: random.number(-5...5))
      } catch DurableError.refused(_, let refusal) where refusal.state == .finished {
        // The deadline was first.
      } catch DurableError.database where nodes.count > 1, DurableError.uncertain {
        notes.withLock { _ = $0.unanswered.insert(id) }
      }
    }

    private static func change(
      _ id: String, _ countdowns: DurableCountdowns, _ notes: Locked<Notes>, _ kind: Int,
      by milliseconds: Int
    ) async throws {
      switch kind {
      case 0:
        try await countdowns.pause(id)
        try await countdowns.resume(id)
      case 1: try await countdowns.extend(id, by: .milliseconds(milliseconds))
      default:
        try await countdowns.cancel(id)
        notes.withLock { _ = $0.cancelled.insert(id) }
      }
    }

    #if SQLITE
      /// The example counts by itself. `Durable/Scripts/durable` kills for longer.
      @Test
      func kills() throws {
        try runDurableExample(reservations: 500, "--kills", "4", "--seconds", "2")
      }
    #endif
  }

  extension Locked<RacesTests.Notes> {
    /// Notes that a handler was called.
    fileprivate func note(_ event: DurableEvent) {
      withLock { notes in
        notes.begun[event.countdown, default: 0] += 1
        notes.ids[event.countdown, default: []].insert(event.id)
        if notes.cancelled.contains(event.countdown) { notes.tooLate.append(event.countdown) }
      }
    }
  }
#endif
