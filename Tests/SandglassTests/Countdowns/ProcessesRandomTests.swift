import Sandglass
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// Some processes that share one record, each with its own view of the store, and clocks that agree.
@MainActor
private final class Processes {
  private struct Process {
    var time: VirtualTime
    var countdown: Countdown?
    var watcher = CountdownWatcher()

    /// How long it has been suspended.
    var lag = Duration.zero
  }

  private let store = MemoryRecords()
  private var random: SeededGenerator
  private let areSeen: Bool
  private var processes: [Process]
  private var reported: [String] = []
  private(set) var log: [String] = []

  init(seed: UInt64, areSeen: Bool) {
    random = SeededGenerator(seed: seed)
    self.areSeen = areSeen
    let first = VirtualTime()
    processes = [first, first.companion(), first.companion()].map { Process(time: $0) }
    if !areSeen { for process in processes { process.time.hide() } }
  }

  /// One run with random events, and its end. Returns how often the finish was delivered.
  func run() -> Int {
    tea(0).start()
    for _ in 0..<random.number(1...40) { step() }
    for index in processes.indices { catchUp(index) }
    // There is a receiver in every process.
    for index in processes.indices { bind(index) }
    for _ in 0..<400 where store.read("tea") != nil || reported.isEmpty {
      for index in processes.indices {
        if processes[index].countdown?.state == .paused { processes[index].countdown?.resume() }
        processes[index].time.advance(by: .seconds(1))
        hear(index)
      }
    }
    log.append("left: \(store.ids())")
    return reported.count { $0 == "finished" }
  }

  private func tea(_ index: Int) -> Countdown {
    if let countdown = processes[index].countdown { return countdown }
    let countdown = store.on(processes[index].time.timekeeper).countdown(
      "tea", startingFrom: .seconds(20))
    processes[index].countdown = countdown
    return countdown
  }

  private func bind(_ index: Int) {
    processes[index].watcher.watchEnds(of: tea(index))
    hear(index)
  }

  private func step() {
    let index = random.number(0...processes.count - 1)
    let kind = random.number(-2...9)
    // A suspended process does nothing before it continues.
    if kind < 7, kind != 5 { catchUp(index) }
    switch kind {
    case -2:
      // A reset after the end takes nothing away that is still to be told.
      guard tea(index).end?.outcome == .finished else { break }
      log.append("\(index) resets: \(tea(index).reset())")
    case -1:
      // An end that is moved after the finish would begin another run.
      guard tea(index).isRunning || tea(index).isPaused else { break }
      let end = processes[index].time.wallNow + .seconds(random.number(-3...20))
      log.append("\(index) moves the end: \(tea(index).moveEnd(to: end))")
    case 0:
      log.append("\(index) binds")
      bind(index)
    case 1:
      log.append("\(index) lets go")
      processes[index].countdown = nil
    case 2:
      log.append("\(index) pauses: \(tea(index).pause())")
    case 3:
      log.append("\(index) resumes: \(tea(index).resume())")
    case 4:
      log.append("\(index) extends: \(tea(index).extend(by: .seconds(random.number(-3...8))))")
    case 5:
      log.append("\(index) is killed")
      processes[index] = Process(
        time: processes[index].time.relaunched(after: processes[index].lag))
      if !areSeen { processes[index].time.hide() }
    case 6:
      log.append("\(index) asks for it")
      _ = tea(index)
    default:
      let duration = Duration.milliseconds(random.number(1...7000))
      let still = random.once(in: 3) ? index : nil
      log.append("\(duration), \(still.map { "\($0) stands still" } ?? "all run")")
      for each in processes.indices where each != still { catchUp(each) }
      pass(duration, standingStill: still)
    }
    // After a change by one process, another one may deliver immediately.
    for each in processes.indices { hear(each) }
  }

  /// The clocks of the running processes agree to a second.
  private func pass(_ duration: Duration, standingStill still: Int?) {
    var rest = duration
    while rest > .zero {
      let part = min(rest, .seconds(1))
      rest -= part
      for index in processes.indices {
        if index == still {
          processes[index].lag += part
        } else {
          processes[index].time.advance(by: part)
        }
        hear(index)
      }
    }
  }

  private func catchUp(_ index: Int) {
    processes[index].time.freeze(for: processes[index].lag)
    processes[index].lag = .zero
    hear(index)
  }

  private func hear(_ index: Int) {
    for word in processes[index].watcher.take() {
      log.append("  \(index) is told: \(word)")
      reported.append(String(word.split(separator: " ")[0]))
    }
  }
}

@MainActor
@Suite(
  "Law 12: several processes that make random changes to one record", .random,
  .timeLimit(.minutes(10)))
struct ProcessesRandomTests {
  /// In virtual time nothing can happen between the delivery and the removal, so kills excuse nothing.
  @Test("the finish of each run is reported exactly once", arguments: [true, false])
  func once(areSeen: Bool) {
    let seed = SeededGenerator.seedOfThisRun
    for number in 0..<UInt64(repetitions(4000)) {
      let processes = Processes(seed: seed &+ number, areSeen: areSeen)
      let count = processes.run()
      if count != 1 {
        Issue.record(
          "SANDGLASS_SEED=\(seed &+ number): told \(count) times\n\(processes.log.joined(separator: "\n"))"
        )
        return
      }
    }
  }
}
