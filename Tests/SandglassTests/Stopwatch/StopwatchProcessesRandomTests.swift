import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Three processes with one stopwatch, each with its own connection to the store.
private final class RunProcesses {
  private struct Process {
    var time: VirtualTime
    let store: StopwatchTestStore
    var run: Stopwatch
    var trouble: CountdownStoreError.Kind?

    /// Whether it could ever read the record, how much of the history it knows, and its calls that are not stored.
    var hasRead = true
    var known = 0
    var calls: [PlainRun.Call] = []
  }

  private let records = MemoryRecords()
  private var processes: [Process] = []
  private var now = Duration.zero

  /// The calls that have reached the store, in order.
  private var history: [PlainRun.Call] = []
  private(set) var log: [String] = []

  init() {
    let first = VirtualTime()
    for time in [first, first.companion(), first.companion()] {
      let store = StopwatchTestStore(on: records, isWatched: true)
      let run = store.on(time.timekeeper).stopwatch("run")
      processes.append(Process(time: time, store: store, run: run))
    }
  }

  /// Performs a random step. Returns where a process differs from the plain stopwatch.
  func step(_ random: inout SeededGenerator) -> String? {
    let index = random.number(0...processes.count - 1)
    switch random.number(0...9) {
    case 0...5:
      if let fault = call(.random(using: &random), index) { return fault }
    case 6...7:
      let lapse = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...36)))
      log.append("\(lapse)")
      now += lapse
      for process in processes { process.time.advance(by: lapse) }
    case 8:
      set([.notSaved, .unavailable, nil][random.number(0...2)], index)
    default:
      log.append("\(index) is killed")
      let time = processes[index].time.relaunched()
      let (store, trouble) = (processes[index].store, processes[index].trouble)
      let run = store.on(time.timekeeper).stopwatch("run")
      processes[index] = Process(
        time: time, store: store, run: run, trouble: trouble, hasRead: false)
      flush(index)
    }
    return difference
  }

  /// Ends all failures. Returns where the processes differ.
  func end() -> String? {
    for index in processes.indices { set(nil, index) }
    let isRecorded = records.readStopwatch("run") != nil
    let isStarted = PlainRun(history, at: now).isStarted
    return difference ?? (isRecorded == isStarted ? nil : "the record is wrong")
  }

  private func call(_ operation: PlainRun.Operation, _ index: Int) -> String? {
    var plain = plain(index)
    log.append("\(index) \(operation)s")
    let isChanged = processes[index].run.perform(operation)
    guard isChanged == plain.apply(operation) else { return "\(operation): \(isChanged)" }
    guard isChanged else { return nil }
    processes[index].calls.append(PlainRun.Call(operation, at: now))
    if operation == .reset, !processes[index].hasRead { processes[index].calls = [] }
    flush(index)
    return nil
  }

  private func set(_ trouble: CountdownStoreError.Kind?, _ index: Int) {
    log.append("\(index) has \(trouble.map { "\($0)" } ?? "no trouble")")
    processes[index].trouble = trouble
    processes[index].store.fail(trouble)
    processes[index].time.timekeeper.refresh()
    flush(index)
  }

  /// Pending operations reach the store, if it can be written.
  private func flush(_ index: Int) {
    if processes[index].trouble == nil {
      history += processes[index].calls
      processes[index].calls = []
    }
    for each in processes.indices where processes[each].trouble != .unavailable {
      (processes[each].hasRead, processes[each].known) = (true, history.count)
    }
  }

  private func plain(_ index: Int) -> PlainRun {
    PlainRun(history.prefix(processes[index].known) + processes[index].calls, at: now)
  }

  private var difference: String? {
    for (index, process) in processes.enumerated() {
      let reading = process.run.reading
      guard PlainRun(reading) == plain(index), process.run.certainty == .exact else {
        return "\(index) shows \(reading), not \(plain(index))"
      }
    }
    return nil
  }
}

@Suite("Law 12: several processes that make random changes to one stopwatch", .random)
struct StopwatchProcessesRandomTests {
  @Test("each process shows the stored operations and its own, and in the end all agree")
  func agree() {
    let seed = SeededGenerator.seedOfThisRun
    for number in 0..<UInt64(repetitions(3_000)) {
      var random = SeededGenerator(seed: seed &+ number)
      let processes = RunProcesses()
      var fault: String?
      for _ in 0..<random.number(1...40) where fault == nil { fault = processes.step(&random) }
      guard let fault = fault ?? processes.end() else { continue }
      let log = processes.log.joined(separator: "\n")
      Issue.record("SANDGLASS_SEED=\(seed &+ number): \(fault)\n\(log)")
      return
    }
  }
}
