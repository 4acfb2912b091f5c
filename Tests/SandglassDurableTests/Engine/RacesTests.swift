#if SQLITE
  import Foundation
  import SandglassDurable
  import SandglassTestSupport
  import Testing

  @testable import Sandglass

  /// The engine on a file, in real time: callers that race with deadlines, and processes that are killed.
  @Suite(.machine)
  struct RacesTests {
    /// What a handler was called with, and which cancels were acknowledged before.
    private struct Notes {
      var begun: [String: Int] = [:]
      var cancelled: Set<String> = []
      var tooLate: [String] = []
    }

    /// Each countdown ends within 40 ms, and is cancelled, paused or extended at about that time.
    @Test
    func changesAtTheDeadline() async throws {
      let folder = try TemporaryFolder.made()
      let notes = Locked(Notes())
      let countdowns = DurableCountdowns(try SQLiteStore(path: folder.file("a.sqlite"))) { event in
        notes.withLock { notes in
          notes.begun[event.countdown, default: 0] += 1
          if notes.cancelled.contains(event.countdown) { notes.tooLate.append(event.countdown) }
        }
      }
      let run = Task { try await countdowns.run() }
      let count = repetitions(20_000, atLeast: 2_000)
      try await withThrowingTaskGroup { group in
        for caller in 0..<32 {
          group.addTask {
            for number in stride(from: caller, to: count, by: 32) {
              try await Self.race("\(number)", countdowns, notes)
            }
          }
        }
        try await group.waitForAll()
      }
      let cancelled = notes.withLock { $0.cancelled }
      #expect(!cancelled.isEmpty)
      #expect(cancelled.count < count)
      #expect(try await poll { notes.withLock { $0.begun.count } >= count - cancelled.count })
      countdowns.stop()
      try await run.value
      let (tooLate, begun) = notes.withLock { ($0.tooLate, $0.begun) }
      #expect(tooLate.isEmpty)
      #expect(begun.values.allSatisfy { $0 == 1 })
      for number in 0..<count where begun["\(number)"] == nil {
        try #require(cancelled.contains("\(number)"), "\(number) was lost")
      }
    }

    private static func race(
      _ id: String, _ countdowns: DurableCountdowns, _ notes: Locked<Notes>
    ) async throws {
      let duration = Duration.microseconds(Int64.random(in: 1...40_000))
      try await countdowns.start(id, for: duration)
      try await Task.sleep(for: .microseconds(Int64.random(in: 0...40_000)))
      do {
        try await change(id, countdowns, notes)
      } catch {
        // The deadline was first.
        guard case DurableError.wrongState(_, _, .finished, _) = error else { throw error }
      }
    }

    private static func change(
      _ id: String, _ countdowns: DurableCountdowns, _ notes: Locked<Notes>
    ) async throws {
      switch Int.random(in: 0..<4) {
      case 0:
        try await countdowns.pause(id)
        try await countdowns.resume(id)
      case 1: try await countdowns.extend(id, by: .milliseconds(Int64.random(in: -5...5)))
      default:
        try await countdowns.cancel(id)
        notes.withLock { _ = $0.cancelled.insert(id) }
      }
    }

    /// The example counts by itself. `Scripts/durable` kills for longer.
    @Test
    func kills() throws {
      try runDurableExample(reservations: 500, "--kills", "4", "--seconds", "2")
    }
  }
#endif
