import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

/// Some processes that share the record of a stopwatch, and the stored calls, in order.
private struct StopwatchProcesses {
  struct Process {
    var log = OperationLog(blank)

    /// How much of the history it knows, and its calls that are not stored.
    var known = 0
    var calls: [PlainRun.Call] = []

    var update: Update?
  }

  /// An update in progress, and the record that it has written, if it has reached the store.
  struct Update {
    let begun: OperationLog<StopwatchRecord>
    var isStored = false
    var result: StopwatchRecord?
  }

  private static let blank = StopwatchRecord(
    id: "run", state: .idle, total: .zero, laps: [],
    written: .init(steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil),
    certainty: .exact)

  var now = Duration.zero
  var store: StopwatchRecord?
  var history: [PlainRun.Call] = []
  var processes = [Process(), Process(), Process()]

  private var instant: ClockInstant {
    .init(
      steady: .origin + now, wall: WallMoment(secondsSince1970: 1_000) + now,
      boot: BootIdentity("A"))
  }

  /// Performs a random step. Returns where it differs from the plain stopwatch.
  mutating func step(_ random: inout SeededGenerator) -> String? {
    let index = random.number(0...processes.count - 1)
    switch random.number(0...9) {
    case 0...3: call(.random(using: &random), index)
    case 4...5: now += .nanoseconds(random.number(0...100))
    case 6: begin(index)
    case 7: processes[index].update == nil ? learn(index) : store(index)
    default: finish(index)
    }
    return difference
  }

  /// Stores everything. Returns where the processes differ.
  mutating func end() -> String? {
    for index in processes.indices {
      finish(index)
      begin(index)
      store(index)
      finish(index)
    }
    for index in processes.indices { learn(index) }
    return difference ?? (Set(processes.map(\.log.record)).count == 1 ? nil : "they differ")
  }

  private mutating func call(_ operation: PlainRun.Operation, _ index: Int) {
    processes[index].calls.append(PlainRun.Call(operation, at: now))
    let own: StopwatchOperation =
      switch operation {
      case .start: .start
      case .stop: .stop
      case .resume: .resume
      case .lap: .lap
      case .reset: .reset
      case .setToZero: .setToZero
      }
    processes[index].log.append(.perform(own), at: instant)
  }

  private mutating func begin(_ index: Int) {
    guard processes[index].update == nil else { return }
    processes[index].update = Update(begun: processes[index].log)
    processes[index].log.begin(at: instant.steady)
  }

  /// The update in progress changes the store.
  private mutating func store(_ index: Int) {
    guard let update = processes[index].update, !update.isStored else { return }
    let begun = update.begun
    let record = begun.applied(to: store)
    store = record.isEmpty ? nil : record
    // Calls made since the update began are not part of it.
    history += processes[index].calls.prefix(begun.calls.count)
    processes[index].calls.removeFirst(begun.calls.count)
    processes[index].update = Update(begun: begun, isStored: true, result: store)
    processes[index].known = history.count
  }

  /// The result of the update arrives, or its failure.
  private mutating func finish(_ index: Int) {
    guard let update = processes[index].update else { return }
    processes[index].update = nil
    if update.isStored {
      processes[index].log.succeed(update.result)
    } else {
      processes[index].log.fail()
    }
  }

  private mutating func learn(_ index: Int) {
    processes[index].known = history.count
    processes[index].log.learn(store)
  }

  private var difference: String? {
    for (index, process) in processes.enumerated() where process.update?.isStored != true {
      let record = process.log.record
      var machine = StopwatchMachine(unit: .seconds(1))
      machine.follow(record, at: instant)
      let reading = machine.reading(at: instant.steady)
      let shown = PlainRun(
        isStarted: reading.state != .idle, isRunning: reading.state == .running,
        total: reading.elapsed, laps: reading.laps.map(\.duration))
      let plain = PlainRun(history.prefix(process.known) + process.calls, at: now)
      if shown != plain { return "\(index) shows \(shown), not \(plain)" }
    }
    return nil
  }
}

@Suite("Laws 11, 12: the operations of processes that share a stopwatch", .random)
struct StopwatchLogTests {
  @Test("each process shows the result of the stored operations, followed by its own")
  func random() {
    var random = SeededGenerator(for: "operations on stopwatches")
    for life in 0..<repetitions(5_000) {
      var processes = StopwatchProcesses()
      var fault: String?
      for _ in 0..<random.number(1...60) where fault == nil { fault = processes.step(&random) }
      guard let fault = fault ?? processes.end() else { continue }
      Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), life \(life): \(fault)")
      return
    }
  }

  private func instant(
    _ seconds: Int, wall: Int64, boot: String = "A"
  ) -> ClockInstant {
    .init(
      steady: .origin + .seconds(seconds), wall: WallMoment(secondsSince1970: wall),
      boot: BootIdentity(boot))
  }

  private func running(total: Int = 10) -> StopwatchRecord {
    StopwatchRecord(
      id: "run", isRunning: true, total: .seconds(total), laps: [.seconds(4)],
      written: instant(100, wall: 1_100))
  }

  @Test("an operation before the latest change of the same boot takes effect at that change")
  func late() {
    var record = running()
    record.apply(.perform(.lap), at: instant(90, wall: 5_000))
    #expect(record.laps == [.seconds(4), .seconds(6)] && record.total == .seconds(10))
    #expect(record.written == instant(100, wall: 1_100) && record.certainty == .exact)
  }

  @Test("a record is settled once if it is from another boot, or if the wall clock was set")
  func settled() {
    let cases = [
      (instant(105, wall: 1_105), 10, Certainty.exact, false),
      (instant(105, wall: 2_000), 15, .exact, true),
      (instant(3, wall: 1_130, boot: "B"), 40, .estimated, true),
      (instant(3, wall: 1_000, boot: "B"), 10, .suspect, true),
    ]
    for (call, total, certainty, isChanged) in cases {
      var record = running()
      #expect(record.isUnsettled(at: call) == isChanged)
      record.apply(.settle, at: call)
      #expect(record.total == .seconds(total) && record.certainty == certainty)
      #expect(record.written == (isChanged ? call : running().written))
      let once = record
      record.apply(.settle, at: instant(90, wall: 9_000, boot: call.boot?.text ?? ""))
      if call.steady > .origin + .seconds(90) { #expect(record == once) }
      #expect(!once.isUnsettled(at: call))
    }
    var stopped = running()
    stopped.apply(.perform(.stop), at: instant(101, wall: 1_101))
    #expect(!stopped.isUnsettled(at: instant(3, wall: 9_000, boot: "B")))
  }

  @Test("a reset makes an estimated total exact again")
  func reset() {
    var record = running()
    record.apply(.perform(.stop), at: instant(3, wall: 1_130, boot: "B"))
    #expect(record.certainty == .estimated)
    record.apply(.perform(.reset), at: instant(4, wall: 1_131, boot: "B"))
    #expect(record.isEmpty && record.certainty == .exact)
  }

  @Test("the log holds 128 operations; more are replaced by their result")
  func limit() {
    var log = OperationLog(running())
    log.learn(running())
    for second in 101...400 { log.append(.perform(.lap), at: instant(second, wall: 1_000)) }
    #expect(log.calls.count <= 128 && log.record.laps.count == 301)
    #expect(log.applied(to: nil) == log.record)
  }
}
