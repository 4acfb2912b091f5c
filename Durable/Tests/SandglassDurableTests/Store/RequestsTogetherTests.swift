#if POSTGRESQL
  import Dispatch
  import SandglassCore
  import SandglassTesting
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// Requests that are done with few statements mean what they mean one after the other.
  struct RequestsTogetherTests {
    private let time = VirtualTime()

    private func store() async throws -> PostgreSQLStore {
      let store = try await PostgreSQLStore(
        PostgreSQLServer.shared.get().connection, schema: PostgreSQLServer.schema(),
        virtual: time.timekeeper)
      _ = try await store.renew()
      return store
    }

    private static func request(
      _ random: inout SeededGenerator, now: WallMoment
    ) throws -> DurableRequest {
      let time = Duration.milliseconds(random.number(1...20_000))
      let operation: CountdownOperation =
        switch random.number(0...9) {
        case 0...3: .start(.duration(time), milestones: [.remaining(time / 2)])
        case 4: .pause
        case 5: .resume()
        case 6: .extend(by: random.once(in: 2) ? time : .zero - time)
        case 7: .moveEnd(to: now + time - .seconds(5), after: nil)
        case 8: .skip
        default: .cancel
        }
      return try DurableRequest(
        operation, "\(random.number(0...19))", payload: [UInt8(random.number(0...255))],
        key: random.once(in: 4) ? "k\(random.number(0...30))" : nil,
        version: random.once(in: 10) ? random.number(0...3) : nil)
    }

    /// An answer without what each store chooses for itself.
    private struct Answer: Equatable {
      var columns: DurableColumns
      var payload: [UInt8]
      var hasChanged: Bool

      init(_ answer: DurableAnswer) {
        columns = DurableColumns(answer.stored.row)
        columns.number = 0
        payload = answer.stored.payload
        hasChanged = answer.change != nil
      }
    }

    private static func answer(
      _ body: () throws -> DurableAnswer
    ) throws -> Result<Answer, DurableError> {
      do {
        return .success(Answer(try body()))
      } catch let error as DurableError {
        return .failure(error)
      }
    }

    @Test(.random)
    func sameOneAfterTheOther() async throws {
      var random = SeededGenerator(for: "RequestsTogetherTests.sameOneAfterTheOther")
      let store = try await store()
      let model = MemoryTables()
      for _ in 0..<repetitions(1_000, atLeast: 30) {
        time.advance(by: .milliseconds(random.number(0...4_000)))
        let now = store.now
        let requests = try (0..<random.number(1...12)).map { _ in
          try Self.request(&random, now: WallMoment(now))
        }
        let (places, answers) = try await store.write { transaction in
          let outcomes = try transaction.tables.perform(requests, at: now)
          var places: [Int] = []
          var answers: [Int: Result<Answer, DurableError>] = [:]
          for (place, outcome) in outcomes.enumerated() {
            guard case .done(let result) = outcome else { continue }
            places.append(place)
            answers[place] = try Self.answer { try result.get() }
          }
          for (place, outcome) in outcomes.enumerated() {
            if case .done = outcome { continue }
            places.append(place)
            answers[place] = try Self.answer {
              try transaction.inSavepoint {
                try transaction.tables.perform(requests[place], at: now)
              }
            }
          }
          return (places, answers)
        }
        try #require(places.count == requests.count)
        for place in places {
          let expected = try Self.answer {
            try model.transaction { try $0.perform(requests[place], at: now) }
          }
          try #require(answers[place] == expected, "\(requests)")
        }
      }
      let fired = try await store.events(after: OutboxPlace(), limit: 100_000).events
      #expect(
        Set(fired.map { "\($0.id) \($0.kind) \($0.due) \($0.payload)" })
          == Set(
            model.contents.outbox.values.map {
              "\($0.event.id) \($0.event.kind) \($0.event.due) \($0.event.payload)"
            }))
      for id in (0...19).map(String.init) {
        let stored = try await store.stored(id)
        #expect(stored?.payload == model.stored(id)?.payload)
        #expect(stored?.row.version == model.stored(id)?.row.version)
      }
    }

    /// What another transaction has is left for later, and the others are done.
    @Test
    func lockedCountdown() async throws {
      let store = try await store()
      let other = try await PostgreSQLStore(
        PostgreSQLServer.shared.get().connection,
        schema: String(store.schema.name.dropFirst().dropLast()),
        virtual: time.timekeeper)
      let now = store.now
      func start(_ id: String) throws -> DurableRequest {
        try DurableRequest(.start(.duration(.seconds(60))), id, key: id, version: nil)
      }
      func pause(_ id: String) throws -> DurableRequest {
        try DurableRequest(.pause, id, key: "pause \(id)", version: nil)
      }
      for id in ["a", "b"] { _ = try await store.perform(start(id)) }
      let requests = try [pause("a"), pause("b"), start("c")]
      let mine = Locked<[RequestOutcome]>([])
      try await other.write { transaction in
        _ = try transaction.tables.locked("a")
        // This transaction holds "a" until the other one, on its own connection, has ended.
        let done = DispatchSemaphore(value: 0)
        Task {
          let outcomes = try await store.write { try $0.tables.perform(requests, at: now) }
          mine.withLock { $0 = outcomes }
          done.signal()
        }
        done.wait()
      }
      let outcomes = mine.withLock { $0 }
      guard case .locked = outcomes[0], case .done(.success) = outcomes[1],
        case .done(.success(let added)) = outcomes[2]
      else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(added.stored.row.number != 0)
      // The key of what was not done can be used.
      #expect(try await store.perform(pause("a")).change != nil)
      #expect(try await store.perform(pause("b")).change == nil)
    }

    @Test
    func manyStarts() async throws {
      let store = try await store()
      let countdowns = DurableCountdowns(store) { _ in }
      let starts = try (0..<2_000).map { try DurableStart("\($0 / 2)", for: .seconds(60)) }
      let results = await countdowns.start(starts)
      let started = results.count { if case .success = $0 { true } else { false } }
      #expect(results.count == 2_000)
      #expect(started == 1_000)
      #expect(try await countdowns.countdown("999")?.state == .running)
    }
  }
#endif
