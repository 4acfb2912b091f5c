import Dispatch
import Foundation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// An owner that counts the ends that it receives.
private final class ThreadsOwner: Sendable {
  let starts = Locked(0)
  let ends = Locked(0)
  let ticks = Locked(0)
}

/// The objects on which eight threads make random calls, in real time.
private final class ThreadsArena: Sendable {
  let timekeeper = Timekeeper()
  let queue = DispatchQueue(label: "ends")
  let otherQueue = DispatchQueue(label: "ticks")
  let owner = ThreadsOwner()
  let countdowns: [Countdown]
  let timers: [RepeatingTimer]
  let board: CountdownBoard<Int>

  init() {
    let timekeeper = timekeeper
    let owner = owner
    let queue = queue
    let otherQueue = otherQueue
    countdowns = (0..<16).map { index in
      let options = CountdownOptions(
        unit: .microseconds(500), milestones: [.remaining(.milliseconds(1))],
        countsPastZero: index.isMultiple(of: 4))
      let countdown = Countdown(.microseconds(index * 400), options: options, on: timekeeper)
      countdown.onEnd(with: owner, queue: queue) { owner, _ in owner.ends.withLock { $0 += 1 } }
      countdown.onChange(with: owner, queue: queue) { owner, change in
        if change.kind == .started { owner.starts.withLock { $0 += 1 } }
      }
      return countdown
    }
    timers = (1...4).map { index in
      RepeatingTimer(
        every: .microseconds(900 * index), with: owner, queue: otherQueue, on: timekeeper
      ) { owner, _ in owner.ticks.withLock { $0 += 1 } }
    }
    board = CountdownBoard(on: timekeeper)
  }

  /// Makes three random legal calls per round. Returns the number of starts, and of rows that were set.
  func run(rounds: Int, random: inout SeededGenerator) -> (starts: Int, rows: [Countdown]) {
    var starts = 0
    var rows: [Int: Countdown] = [:]
    var readers: [Readings<Reading>.Iterator] = []
    for round in 0..<rounds {
      // Let other tests run, too.
      if round.isMultiple(of: 64) { Thread.sleep(forTimeInterval: 0.000_1) }
      let countdown = countdowns[Int.random(in: 0..<countdowns.count, using: &random)]
      let timer = timers[Int.random(in: 0..<timers.count, using: &random)]
      let id = Int.random(in: 0..<16, using: &random)
      _ = (timer.isRunning, board[id] == nil)
      switch Int.random(in: 0..<32, using: &random) {
      case 0...4: if countdown.start() { starts += 1 }
      case 5:
        countdown.restart()
        starts += 1
      case 6: countdown.pause()
      case 7...8: countdown.resume()
      case 9: countdown.cancel()
      case 10: countdown.extend(by: .microseconds(Int.random(in: -900...900, using: &random)))
      case 11: countdown.stopOvertime()
      case 12:
        countdown.onTick(with: owner, queue: otherQueue) { owner, _ in
          owner.ticks.withLock { $0 += 1 }
        }
      case 13: countdown.onMilestone(with: owner, queue: queue) { _, _ in }
      case 14: countdown.onFinish(with: ThreadsOwner(), queue: queue) { _, _ in }
      case 15:
        readers.append(countdown.readings.makeAsyncIterator())
        if readers.count > 4 { readers.removeFirst() }
      case 16: _ = (countdown.reading, countdown.end)
      case 17: _ = (countdown.isRunning, countdown.options.unit, countdown.progress)
      case 18: timer.pause()
      case 19...20: timer.resume()
      case 21: timer.fire()
      case 22: _ = (timer.isRunning, timer.isPaused)
      case 23:
        let call = timekeeper.schedule(after: .microseconds(id * 100)) { _ in }
        if id.isMultiple(of: 2) { timekeeper.cancel(call) }
      case 24:
        _ = RepeatingTimer(
          every: .microseconds(500), queue: otherQueue, options: TickOptions(limit: 2),
          lifetime: id.isMultiple(of: 2) ? .detached : .handle, on: timekeeper
        ) { _ in }
      case 25...26: rows[id] = board.start(id, for: .seconds(1_000))
      case 27: board.remove(id)
      case 28: _ = (board.count, board[id]?.shown)
      case 29:
        countdown.onEnd(with: owner, queue: queue) { owner, _ in owner.ends.withLock { $0 += 1 } }
      case 30:
        _ = Countdown.started(.microseconds(id * 50), on: timekeeper)
      default: _ = timekeeper.counters
      }
    }
    return (starts, Array(rows.values))
  }

  /// Waits until all ends that have been added to the queue so far are delivered.
  func drain() async {
    let marker = Countdown(.zero, on: timekeeper)
    await withCheckedContinuation { continuation in
      marker.onEnd(with: owner, queue: queue) { _, _ in continuation.resume() }
      marker.start()
    }
  }
}

@Suite("Threads: random calls from eight threads, in real time", .machine)
struct ThreadsTests {
  @Test("Law 7: callbacks on the timekeeper's thread are not run by other threads")
  func ownThread() async {
    let timekeeper = Timekeeper()
    let count = 1_000
    let threads = Locked<Set<ObjectIdentifier>>([])
    let left = Locked(count)
    let deadline = timekeeper.now + .milliseconds(500)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let countdown = Countdown(.seconds(1000), on: timekeeper)
        while left.withLock({ $0 > 0 }) {
          countdown.start()
          countdown.cancel()
        }
        continuation.resume()
      }
      // All are due together. There are more than are served before other threads can take the lock.
      for _ in 0..<count {
        _ = OneShotTimer(
          after: deadline - timekeeper.now, queue: nil, lifetime: .detached, on: timekeeper
        ) { _ in
          _ = threads.withLock { $0.insert(ObjectIdentifier(Thread.current)) }
          left.withLock { $0 -= 1 }
        }
      }
    }
    #expect(threads.withLock { $0.count } == 1)
  }

  @Test("Laws 3, 7: with calls from eight threads, each run ends once, and nothing is left")
  func millionCalls() async {
    let arena = ThreadsArena()
    let seed = SeededGenerator(for: "Threads").next(1)
    // Meanwhile, cells appear and disappear on the main actor.
    let cells = Task { @MainActor in
      var random = SeededGenerator(seed: seed)
      var shown: [ThreadsOwner] = []
      for _ in 0..<200 {
        let cell = ThreadsOwner()
        shown.append(cell)
        arena.board.show(Int.random(in: 0..<16, using: &random), in: cell) { _, _ in }
        if shown.count > 8 { arena.board.hide(in: shown.removeFirst()) }
        await Task.yield()
      }
      for cell in shown { arena.board.hide(in: cell) }
    }

    let results = await withTaskGroup(of: (Int, [Countdown]).self) { group in
      for thread in 1...8 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              var random = SeededGenerator(seed: seed &+ UInt64(thread))
              let (starts, rows) = arena.run(rounds: repetitions(44_000), random: &random)
              continuation.resume(returning: (starts, rows))
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await cells.value

    for countdown in arena.countdowns {
      countdown.cancel()
      countdown.stopOvertime()
    }
    await arena.drain()
    let starts = results.reduce(0) { $0 + $1.0 }
    #expect(starts > repetitions(5_000))
    // Extending overtime begins another run.
    let begun = arena.owner.starts.withLock { $0 }
    #expect(begun >= starts)
    #expect(arena.owner.ends.withLock { $0 } == begun)
    #expect(arena.owner.ticks.withLock { $0 } > 0)

    // The rows on the board run, and removed rows do not.
    let onBoard = arena.board.ids.compactMap { arena.board[$0] }
    #expect(onBoard.count == arena.board.count)
    #expect(onBoard.filter { !$0.isRunning }.isEmpty)
    let running = results.flatMap(\.1).filter(\.isRunning)
    let orphans = running.filter { row in !onBoard.contains { $0 === row } }
    #expect(orphans.isEmpty)
    arena.board.removeAll()
    for timer in arena.timers { timer.cancel() }
    await arena.lastCountdownIsOver()
    #expect(arena.timekeeper.counters.waiting == 0)
  }

  @Test("Law 7: setting and removing one id from many threads keeps the board consistent")
  func oneRow() async {
    for round in 0..<200 {
      let board = CountdownBoard<Int>(on: VirtualTime().timekeeper)
      let rows = await withTaskGroup(of: Countdown?.self) { group in
        for task in 0..<8 {
          group.addTask {
            guard task.isMultiple(of: 2) else {
              board.remove(round)
              return nil
            }
            return board.start(round, for: .seconds(60))
          }
        }
        return await group.reduce(into: [Countdown]()) { rows, row in
          if let row { rows.append(row) }
        }
      }
      let present = board[round]
      #expect(present?.isRunning ?? true)
      #expect(rows.allSatisfy { !$0.isRunning || $0 === present })
      board.removeAll()
    }
  }
}

extension ThreadsArena {
  /// Waits until the short timers without references have ended.
  func lastCountdownIsOver() async {
    while timekeeper.counters.waiting > 0 { try? await timekeeper.sleep(for: .milliseconds(2)) }
  }
}

extension SeededGenerator {
  /// Returns the number after skipping some.
  fileprivate consuming func next(_ skipped: Int) -> UInt64 {
    for _ in 0..<skipped { _ = next() }
    return next()
  }
}
