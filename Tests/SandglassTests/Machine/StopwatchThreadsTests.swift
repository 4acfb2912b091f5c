import Dispatch
import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// The objects on which eight threads make random calls, in real time.
private final class RunArena: Sendable {
  final class Owner: Sendable {
    let ticks = Locked(0)
    let wrong = Locked<[StopwatchReading]>([])

    /// Records a reading whose displayed laps do not add up to its displayed total.
    func check(_ reading: StopwatchReading) {
      ticks.withLock { $0 += 1 }
      let laps = reading.laps + [reading.currentLap]
      guard laps.reduce(.zero, { $0 + $1.shownTime }) == reading.shownTime else {
        return wrong.withLock { $0.append(reading) }
      }
    }
  }

  let timekeeper = Timekeeper()
  let queue = DispatchQueue(label: "ticks")
  let owner = Owner()
  let store = MemoryRecords()
  let stopwatches: [Stopwatch]

  init() {
    let (timekeeper, store) = (timekeeper, store)
    stopwatches = (0..<8).map { index in
      index.isMultiple(of: 2)
        ? Stopwatch(unit: .microseconds(300), on: timekeeper)
        : store.on(timekeeper).stopwatch("\(index)", unit: .milliseconds(1))
    }
  }

  func run(rounds: Int, random: inout SeededGenerator) {
    var readers: [Readings<StopwatchReading>.Iterator] = []
    for round in 0..<rounds {
      // Let other tests run, too.
      if round.isMultiple(of: 64) { Thread.sleep(forTimeInterval: 0.000_1) }
      let index = random.number(0...stopwatches.count - 1)
      let run = stopwatches[index]
      switch random.number(0...13) {
      case 0...1: run.start()
      case 2: run.stop()
      case 3: run.resume()
      case 4: run.lap()
      case 5: if random.once(in: 4) { run.reset() }
      case 6: run.onTick(with: owner, queue: queue) { owner, reading in owner.check(reading) }
      case 7: run.onTick(with: Owner(), queue: queue) { owner, reading in owner.check(reading) }
      case 8: run.unbind(owner)
      case 9:
        readers.append(run.readings.makeAsyncIterator())
        if readers.count > 4 { readers.removeFirst() }
      case 10: _ = (run.state, run.laps, run.reading, run.certainty, run.storeError)
      case 11:
        let short = Stopwatch(unit: .microseconds(100), on: timekeeper)
        short.onTick(with: owner, queue: queue) { owner, reading in owner.check(reading) }
        short.start()
      case 12: _ = store.on(timekeeper).stopwatch("\(index)").elapsed
      default: owner.check(run.reading)
      }
    }
  }
}

@Suite("Threads: stopwatches and random calls from eight threads, in real time", .machine)
struct StopwatchThreadsTests {
  @Test("Law 7: every reading is consistent, and nothing is left when all are released")
  func randomCalls() async {
    var arena: RunArena? = RunArena()
    let timekeeper = arena?.timekeeper
    var random = SeededGenerator(for: "Threads of stopwatches")
    let seed = random.next()
    await withTaskGroup(of: Void.self) { group in
      for thread in 1...8 {
        group.addTask { [arena] in
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              var random = SeededGenerator(seed: seed &+ UInt64(thread))
              arena?.run(rounds: repetitions(60_000), random: &random)
              continuation.resume()
            }
          }
        }
      }
    }
    let owner = arena?.owner
    arena?.queue.sync {}
    #expect((owner?.ticks.withLock { $0 } ?? 0) > 0)
    #expect(owner?.wrong.withLock { $0.isEmpty } == true)
    for run in arena?.stopwatches ?? [] where run.id != nil {
      #expect((try? await run.saved()) != nil)
      let record = arena?.store.readStopwatch(run.id ?? "")
      #expect((record == nil) == (run.state == .idle))
      #expect(record?.laps == (record == nil ? nil : run.laps.map(\.duration)))
    }
    arena = nil
    // A thread that is returning from a call may still have a reference.
    while let timekeeper, timekeeper.counters.waiting > 0 {
      try? await timekeeper.sleep(for: .milliseconds(2))
    }
  }
}
