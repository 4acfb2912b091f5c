#if SQLITE && POSTGRESQL
  import GRDB
  import InMemoryTracing
  import SandglassTestSupport
  import SandglassTesting
  import Testing
  import Tracing

  @testable import Sandglass
  @testable import SandglassDurable

  /// The span of an event joins the trace of whoever started the countdown.
  struct TracingTests {
    private struct Failure: Error {}

    private static let tracer = {
      let tracer = InMemoryTracer()
      InstrumentationSystem.bootstrap(tracer)
      return tracer
    }()

    private let time = VirtualTime()
    private let heard = Heard()
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder.made()
      _ = Self.tracer
    }

    private func sqlite() throws -> SQLiteStore {
      try SQLiteStore(path: folder.file("traced.sqlite"), timekeeper: time.timekeeper)
    }

    private func postgresql() async throws -> PostgreSQLStore {
      try await PostgreSQLStore(
        PostgreSQLServer.shared.get().connection, schema: PostgreSQLServer.schema(),
        virtual: time.timekeeper)
    }

    /// Calls a body in a span, lets countdowns run until so many events were heard, and returns the span and those of the
    /// events, in the order in which they ended.
    private func spans(
      of countdowns: DurableCountdowns, events: Int, in body: () async throws -> Void
    ) async throws -> (caller: FinishedInMemorySpan, events: [FinishedInMemorySpan]) {
      let name = "caller \(UInt64.random(in: 0 ... .max))"
      try await withSpan(name) { _ in try await body() }
      let run = Task { try await countdowns.run() }
      try await passTime(of: time) { heard.events.count == events }
      countdowns.stop()
      try await run.value
      let all = Self.tracer.finishedSpans
      let caller = try #require(all.first { $0.operationName == name })
      return (caller, all.filter { $0.traceID == caller.traceID && $0.spanID != caller.spanID })
    }

    private func attributes(_ span: FinishedInMemorySpan) -> [SpanAttribute?] {
      ["sandglass.event", "sandglass.countdown", "sandglass.attempt"].map {
        span.attributes.get($0)
      }
    }

    /// Each attempt has its span, also in a later process, and the span has the error.
    @Test
    func attempts() async throws {
      let first = DurableCountdowns(try sqlite()) { [heard] event in
        heard.add(event)
        if event.attempt == 1 { throw Failure() }
      }
      let (caller, spans) = try await spans(of: first, events: 2) {
        try await first.start("a", for: .seconds(1))
      }
      #expect(spans.map(\.operationName) == ["sandglass.event", "sandglass.event"])
      #expect(spans.allSatisfy { $0.parentSpanID == caller.spanID && $0.kind == .consumer })
      #expect(spans.map { $0.errors.first?.error is Failure } == [true, false])
      let id = SpanAttribute.string(heard.events[0].id)
      #expect(
        spans.map(attributes) == [1, 2].map { [id, .string("a"), .int64($0)] })
    }

    /// What is started in transactions, and by a handler in one, is part of the same trace.
    @Test
    func transactionsOfSQLite() async throws {
      let store = try sqlite()
      let handlers = Locked<DurableCountdowns?>(nil)
      let countdowns = DurableCountdowns(store) { [heard] event, database in
        heard.add(event)
        if event.countdown != "a" { return }
        try handlers.withLock { $0 }?.in(database).start("after a", for: .seconds(60))
      }
      handlers.withLock { $0 = countdowns }
      let (caller, spans) = try await spans(of: countdowns, events: 3) {
        try await countdowns.start("b", for: .seconds(30))
        try await countdowns.start("a", for: .seconds(1))
        try await countdowns.extend("a", by: .seconds(1))
      }
      #expect(
        spans.map { $0.attributes.get("sandglass.countdown") }
          == ["a", "b", "after a"].map { .string($0) })
      #expect(spans.map(\.parentSpanID) == [caller.spanID, caller.spanID, spans[0].spanID])
    }

    /// Also what is started together with others, and what a run begins without a start.
    @Test
    func transactionsOfPostgreSQL() async throws {
      let store = try await postgresql()
      let countdowns = DurableCountdowns(store) { [heard] event, _ in heard.add(event) }
      try await countdowns.start("a", for: .seconds(1))
      try await countdowns.cancel("a")
      let (caller, spans) = try await spans(of: countdowns, events: 4) {
        let starts = try ["a", "b", "c"].map { try DurableStart($0, for: .seconds(1)) }
        for result in await countdowns.start(starts) { _ = try result.get() }
        try await store.write { try countdowns.in($0).start("d", for: .seconds(1)) }
        try await countdowns.extend("d", by: .seconds(1))
      }
      let ids = spans.map { "\($0.attributes.get("sandglass.countdown"), default: "none")" }
      #expect(Set(ids).count == 4)
      #expect(spans.count == 4 && spans.allSatisfy { $0.parentSpanID == caller.spanID })
    }

    /// A trace is not worth a countdown: one that is too long is not kept, and one that cannot be read is none.
    @Test
    func traceThatIsNone() async throws {
      let store = try sqlite()
      let countdowns = DurableCountdowns(store) { [heard] in heard.add($0) }
      var context = ServiceContext.topLevel
      context.inMemorySpanContext = InMemorySpanContext(
        traceID: String(repeating: "1", count: 9000), spanID: "1", parentSpanID: nil)
      try await ServiceContext.withValue(context) {
        _ = try await countdowns.start("a", for: .seconds(1))
      }
      let (_, spans) = try await spans(of: countdowns, events: 2) {
        try await countdowns.start("b", for: .seconds(1))
        try await store.database.write { database in
          try database.execute(
            sql: "UPDATE sandglass_countdowns SET trace = 'no JSON' WHERE id = 'b'")
        }
      }
      #expect(spans.isEmpty)
      #expect(Set(heard.events.map(\.trace)) == [nil, "no JSON"])
    }
  }
#endif
