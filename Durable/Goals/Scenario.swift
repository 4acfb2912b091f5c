#if DURABLE
  import CoreMetrics
  import Foundation
  import SandglassCore
  import SandglassDurable

  /// What is measured. The two numbers are a rate per second and a number of seconds, unless a case says otherwise.
  enum Mode: String, CaseIterable {
    /// Countdowns end at an even rate, and nobody handles the events.
    case fires

    /// As `fires`, with a closure that handles the events.
    case handled

    /// As many as the first number are due in one second. The tables were analysed when they were empty if the second
    /// number is 1, and never if it is 0.
    case burst

    /// A loop with the same statements, for as many rows as the first number, in transactions of the second number.
    case loop

    /// What a program without the engine does: it asks for due rows once a second.
    case poller

    /// As `fires` at 1,000 a second for ten seconds, beside as many armed rows as the first number.
    case armed

    /// As many nodes as the first number share as many countdowns as the second number, all due at once. The nodes are
    /// in this process.
    case nodes

    /// As many callers as the first number extend countdowns for ten seconds: each one of its own or, if the second number is
    /// not zero, any of so many. On several nodes, these have the callers together.
    case calls, callsOnFour

    /// 1,000 countdowns beside each ``Disturbance``, on PostgreSQL. The numbers mean nothing.
    case beside
  }

  struct Scenario {
    private let mode: Mode
    private let first: Int
    private let second: Int
    private let base: any Base
    private let recorder = Recorder()

    private var store: any DurableStore { base.store }

    init(_ mode: Mode, _ first: Int, _ second: Int, on base: any Base) {
      (self.mode, self.first, self.second, self.base) = (mode, first, second, base)
      MetricsSystem.bootstrap(recorder)
    }

    func run() async throws {
      switch mode {
      case .fires, .handled:
        try await fire(first * second, rate: first)
      case .burst:
        if second == 1 { try await base.analyze() }
        try await fire(first, rate: first)
      case .armed:
        try await base.arm(first, rate: 1, after: .seconds(86_400))
        let bytes = try await base.bytes()
        print("\(first) armed rows: \(bytes / max(1, first)) bytes a row")
        try await fire(10_000, rate: 1_000)
        print("    \(peakMemory())")
      case .nodes: try await fire(second, rate: 1_000_000, nodes: first)
      case .calls: try await call(nodes: 1)
      case .callsOnFour: try await call(nodes: 4)
      case .beside: try await beside()
      case .loop: try await loop()
      case .poller: try await poll()
      }
    }

    private func fire(_ count: Int, rate: Int, nodes: Int = 1) async throws {
      var bases = [base]
      while bases.count < nodes, let node = try await base.anotherNode() { bases.append(node) }
      // Enough time to add the rows, and for the nodes to share the shards.
      let delay = Duration.seconds(2 + count / 100_000 + (nodes > 1 ? 20 : 0))
      let begin = store.now + delay
      try await base.arm(count, rate: rate, after: delay)
      let handled = mode == .handled
      let services = bases.map { $0.countdowns(handling: handled) }
      let runs = services.map { service in Task { try await service.run() } }
      let label = handled ? "sandglass_durable_handled_after" : "sandglass_durable_lateness"
      while recorder.count(label) < count { try await Task.sleep(for: .milliseconds(5)) }
      let took = store.now - begin
      for service in services { service.stop() }
      for run in runs { try await run.value }
      let (early, left) = try await base.events()
      report(
        "\(mode.rawValue) \(count) at \(rate)/s", recorder.times(label), took,
        rest: ", early: \(early), events: \(left)"
          + (mode == .nodes ? ", \(bases.count) nodes: \(perSecond(count, in: took))" : ""))
    }

    private func call(nodes: Int) async throws {
      var bases = [base]
      while bases.count < nodes, let node = try await base.anotherNode() { bases.append(node) }
      let services = bases.map { $0.countdowns(handling: false) }
      let ids = second == 0 ? first : second
      let starts = try (0..<ids).map { try DurableStart("\($0)", for: .seconds(3600)) }
      for result in await services[0].start(starts) { _ = try result.get() }
      let begin = ContinuousClock.now
      let times = try await withThrowingTaskGroup { group in
        for caller in 0..<first {
          group.addTask { [second] in
            var times: [Int64] = []
            while ContinuousClock.now - begin < .seconds(10) {
              let id = second == 0 ? caller : Int.random(in: 0..<ids)
              let begun = ContinuousClock.now
              try await services[caller % services.count].extend("\(id)", by: .milliseconds(1))
              times.append((ContinuousClock.now - begun).column)
            }
            return times
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }.sorted()
      }
      let took = ContinuousClock.now - begin
      report(
        "\(first) callers, \(ids) countdowns", times, took,
        rest: ", \(bases.count) nodes: \(perSecond(times.count, in: took))")
    }

    private func perSecond(_ count: Int, in time: Duration) -> String {
      "\(Int(Double(count) / (time / .seconds(1))))/s"
    }

    private func poll() async throws {
      let count = first * second
      _ = try await store.renew()
      let begin = store.now + .seconds(2)
      try await base.arm(count, rate: first, after: .seconds(2))
      var times: [Int64] = []
      while times.count < count {
        try await Task.sleep(for: .seconds(1))
        let fetch = NearRows.Fetch(
          after: NearRows.Place(due: .origin, number: -1), through: store.now, limit: 100_000)
        let rows = try await store.rows(fetch).rows
        _ = try await store.fire(rows)
        let now = store.now
        times += rows.compactMap { row in row.due.map { (now - $0).column } }
      }
      report(
        "poller \(count) at \(first)/s", times.sorted(), store.now - begin,
        rest: "")
    }

    private func loop() async throws {
      try await base.arm(first, rate: 1_000_000, after: .seconds(1))
      let begin = ContinuousClock.now
      try await base.loop(first, batch: second)
      let took = ContinuousClock.now - begin
      print("loop: \(perSecond(first, in: took))")
    }

    private func beside() async throws {
      #if POSTGRESQL
        guard let server = base as? PostgreSQLBase else { return }
        for disturbance in Disturbance.allCases {
          let (fired, handled) = try await Unrelated(connection: server.connection)
            .times(beside: disturbance)
          report("beside \(disturbance.rawValue): fired", fired)
          report("beside \(disturbance.rawValue): handled", handled)
        }
      #endif
    }

    private func report(_ name: String, _ times: [Int64], _ took: Duration, rest: String) {
      report(name, times, rest: ", all after \(milliseconds(took)) ms\(rest)")
    }

    private func report(_ name: String, _ times: [Int64], rest: String = "") {
      func part(_ share: Double) -> String {
        let place = min(times.count - 1, Int(Double(times.count) * share))
        return milliseconds(Duration(column: times[place]))
      }
      print(
        """
        \(name): p50 \(part(0.5)), p99 \(part(0.99)), max \(part(1)) ms\(rest)
        """)
    }

    private func milliseconds(_ duration: Duration) -> String {
      String(format: "%.2f", duration / .milliseconds(1))
    }
  }
#endif
