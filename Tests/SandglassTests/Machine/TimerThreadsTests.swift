import Dispatch
import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@Suite("Threads: timers, boards and timeouts that several threads use at once", .machine)
struct TimerThreadsTests {
  @Test("Law 7: `pending` can be read while other threads change timers")
  func pending() async {
    let timekeeper = Timekeeper()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for round in 0..<1_000 {
            let timer = RepeatingTimer(every: .microseconds(50), queue: nil, on: timekeeper) { _ in
            }
            let countdown = Countdown.started(.milliseconds(1), on: timekeeper)
            if round % 2 == 0 { countdown.cancel() }
            timer.pause()
          }
        }
      }
      group.addTask {
        for _ in 0..<1_000 {
          let deadlines = timekeeper.pending.map(\.deadline)
          #expect(deadlines == deadlines.sorted())
        }
      }
    }
  }

  @Test("Law 7: when threads start and remove at random, rows, ids and count agree", .random)
  func board() async {
    let timekeeper = VirtualTime().timekeeper
    let board = CountdownBoard<Int>(on: timekeeper)
    let seed = SeededGenerator.seedOfThisRun
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ UInt64(number))
          for _ in 0..<repetitions(20_000) {
            let ids = (0..<random.number(1...5)).map { _ in random.number(0...9) }
            switch random.number(0...4) {
            case 0: board.start(contentsOf: ids.map { ($0, Duration.seconds($0 + 1)) })
            case 1: board.start(ids[0], for: .seconds(5))
            case 2: board.remove(contentsOf: ids)
            case 3: board.remove(ids[0])
            default: _ = (board.count, board.ids, board[ids[0]])
            }
          }
        }
      }
    }
    #expect(Set(board.ids).count == board.count, "SANDGLASS_SEED=\(seed)")
    #expect(board.ids.allSatisfy { board[$0]?.isRunning == true }, "SANDGLASS_SEED=\(seed)")
    #expect(timekeeper.counters.waiting == board.count, "SANDGLASS_SEED=\(seed)")
  }

  @Test("every call can be made from many threads at once, and one cancel returns true")
  func repeatingTimer() {
    let timekeeper = Timekeeper()
    let queue = DispatchQueue(label: "ticks")
    for queue in [queue, nil] {
      for _ in 0..<50 {
        let canaries = TimerNotes<String>()
        let cancels = TimerNotes<Bool>()
        let isCancelled = Locked(false)
        let canary = Canary(canaries)
        let timer = RepeatingTimer(every: .microseconds(50), queue: queue, on: timekeeper) {
          [weak canary] _ in canary?.sing()
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          for step in 0..<20 {
            switch (step + thread) % 4 {
            case 0: timer.pause()
            case 1: timer.resume()
            case 2: timer.fire()
            default: _ = timer.isRunning || timer.isPaused
            }
          }
          if timer.cancel() {
            cancels.note(true)
            isCancelled.withLock { $0 = true }
          }
        }
        #expect(cancels.values == [true])
        #expect(!timer.isRunning && !timer.isPaused)
        #expect(!timer.resume() && !timer.pause() && !timer.fire() && !timer.cancel())
      }
    }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("handles can be released on many threads while ticks are delivered")
  func droppedTimers() {
    let timekeeper = Timekeeper()
    let ends = TimerNotes<String>()
    let queue = DispatchQueue(label: "ticks")
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<100 {
        let canary = Canary(ends)
        let timer = RepeatingTimer(
          every: .microseconds(20), queue: thread.isMultiple(of: 2) ? queue : nil,
          options: TickOptions(first: .immediately), on: timekeeper
        ) { _ in canary.sing() }
        _ = timer.isRunning
      }
    }
    queue.sync {}
    // The timekeeper may still be delivering the last tick on its own thread.
    while ends.count < 400 {}
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("Law 7: with calls from many threads at once, in real time, the last call is passed on")
  func debouncer() async {
    let notes = TimerNotes<Int>()
    let debouncer = Debouncer<Int>(for: .milliseconds(1), queue: .global(), on: Timekeeper()) {
      notes.note($0)
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<500 {
            debouncer.call(thread * 1000 + round)
            if round % 50 == 0 { debouncer.flush() }
            if round % 70 == 0 { debouncer.cancel() }
          }
        }
      }
    }
    let count = notes.count
    debouncer.call(-1)
    await notes.wait(for: count + 1)
    while notes.values.last != -1 { await notes.wait(for: notes.count + 1) }
  }

  @Test("Law 7: with four threads, in real time, each timeout is either called or cancelled, once")
  func timeouts() async {
    let called = TimerNotes<Int>()
    let deadlines = Locked([Moment](repeating: .distantFuture, count: 4 * TimeoutsStorm.perThread))
    let early = TimerNotes<Int>()
    let timeouts = Timeouts { number, now in
      called.note(number)
      if now < deadlines.withLock({ $0[number] }) { early.note(number) }
    }
    let seed = SeededGenerator.seedOfThisRun
    let cancelled = await withTaskGroup(of: [Int].self) { group in
      for thread in 0..<4 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              let first = thread * TimeoutsStorm.perThread
              continuation.resume(
                returning: TimeoutsStorm.run(
                  timeouts, deadlines, from: first, seed: seed &+ UInt64(thread)))
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    await called.wait(for: 4 * TimeoutsStorm.perThread - cancelled.count)
    let all = (called.values + cancelled).sorted()
    #expect(all == Array(0..<(4 * TimeoutsStorm.perThread)))
    #expect(early.values == [])
    #expect(timeouts.count == 0)
  }
}

/// What one thread does to timeouts that become due at the same time.
private enum TimeoutsStorm {
  static let perThread = repetitions(20_000, atLeast: 5_000)

  /// Adds timeouts, and moves and cancels random ones. Returns the cancelled ones.
  static func run(
    _ timeouts: Timeouts, _ deadlines: Locked<[Moment]>, from first: Int, seed: UInt64
  ) -> [Int] {
    var random = SeededGenerator(seed: seed)
    var waiting: [(number: Int, deadline: Moment, token: Timeouts.Token)] = []
    var cancelled: [Int] = []
    for number in first..<(first + perThread) {
      let deadline =
        Timekeeper.shared.now + .microseconds(Int.random(in: -100...2_000, using: &random))
      // Its earliest deadline, because it is only moved to later ones.
      deadlines.withLock { $0[number] = deadline }
      waiting.append((number, deadline, timeouts.schedule(number, at: deadline)))
      let index = Int.random(in: 0..<waiting.count, using: &random)
      if Bool.random(using: &random) {
        timeouts.reschedule(waiting[index].token, to: max(deadline, waiting[index].deadline))
      } else {
        waiting.swapAt(index, waiting.count - 1)
        let (number, _, token) = waiting.removeLast()
        if timeouts.cancel(token) { cancelled.append(number) }
      }
    }
    return cancelled
  }
}
