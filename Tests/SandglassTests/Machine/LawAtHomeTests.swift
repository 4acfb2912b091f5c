import Dispatch
import Foundation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Callbacks that are pending for the main actor, in real time. The main actor is blocked while they
/// are added, and only the alarm is waited for.
@MainActor
@Suite("Law 10: no pending callback begins after a call on the main actor", .machine)
struct LawAtHomeTests {
  enum Call: CaseIterable, Sendable {
    case cancel, unbind, rebind, restart
  }

  /// Blocks the main actor until some ticks of a fast countdown have been added.
  private func holdMainActor(until countdown: Countdown, hasFallenTo shown: Int) {
    while countdown.shown > shown {}
  }

  /// Waits until everything that was added so far is delivered, and everything that these callbacks add.
  private func letAllArrive() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { DispatchQueue.main.async { continuation.resume() } }
    }
  }

  @Test(
    "Law 10: pending callbacks after cancel, unbind, rebind and restart, in real time",
    arguments: Call.allCases)
  func onTheWay(_ call: Call) async throws {
    let timekeeper = Timekeeper()
    let options = CountdownOptions(unit: .milliseconds(1))
    for _ in 0..<5 {
      let countdown = Countdown(.seconds(10), options: options, on: timekeeper)
      let watcher = CountdownWatcher()
      watcher.watch(countdown)
      countdown.start()
      holdMainActor(until: countdown, hasFallenTo: 9_980)
      #expect(watcher.take() == [])
      var later: [Int] = []
      switch call {
      case .cancel: countdown.cancel()
      case .unbind: countdown.unbind(watcher)
      case .rebind:
        countdown.onTick(with: watcher) { _, reading in later.append(reading.shown) }
      case .restart: countdown.restart()
      }
      await letAllArrive()
      switch call {
      case .cancel: #expect(watcher.take() == ["cancelled"])
      case .unbind: #expect(watcher.take() == [])
      case .rebind:
        #expect(watcher.take() == [])
        #expect(later.first.map { $0 <= 9_980 } == true)
        #expect(later == later.sorted(by: >))
      case .restart:
        let log = watcher.take()
        #expect(log.first == "cancelled")
        // The first reading, or one that has replaced it and counts it as missed.
        let reading = try #require(watcher.readings.first)
        #expect((9_900...10_000).contains(reading.shown + reading.missed))
        #expect(log.dropFirst().first?.hasPrefix("\(reading.shown)") == true)
      }
      countdown.unbind(watcher)
      countdown.cancel()
    }
  }

  @Test("Law 10: a reused cell does not get pending readings of its previous row")
  func reusedCell() async throws {
    let board = CountdownBoard<Int>(
      options: CountdownOptions(unit: .milliseconds(1)), on: Timekeeper())
    board.start(1, for: .seconds(10))
    board.start(2, for: .seconds(100_000))
    let cell = CountdownWatcher()
    var painted: [Int] = []
    board.show(1, in: cell) { _, reading in painted.append(reading.shown) }
    holdMainActor(until: try #require(board[1]), hasFallenTo: 9_980)
    painted = []
    board.show(2, in: cell) { _, reading in painted.append(reading.shown) }
    await letAllArrive()
    #expect(!painted.isEmpty)
    #expect(painted.allSatisfy { $0 > 1_000_000 })
    board.removeAll()
  }

  @Test("Laws 3, 10: a pending finish is delivered, whatever is called in the meantime")
  func finishOnItsWay() async {
    let timekeeper = Timekeeper()
    let countdown = Countdown(
      .milliseconds(5), options: CountdownOptions(unit: .milliseconds(1)), on: timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    countdown.start()
    while countdown.isRunning {}
    #expect(!countdown.cancel())
    countdown.restart(for: .seconds(60))
    #expect(countdown.cancel())
    #expect(watcher.take() == [])
    await letAllArrive()
    #expect(watcher.ends.map(\.outcome) == [.finished, .cancelled])
  }

  @Test("Law 10: many callbacks that are due together cost one hop, in order")
  func oneHop() async {
    let timekeeper = Timekeeper()
    let watcher = CountdownWatcher()
    // Only the calls made here cause deliveries.
    let options = CountdownOptions(unit: .seconds(3_600))
    let countdowns = (0..<200).map { _ in
      Countdown(.seconds(7_200), options: options, on: timekeeper)
    }
    var reported: [Int] = []
    for (index, countdown) in countdowns.enumerated() {
      countdown.onTick(with: watcher) { _, _ in reported.append(index) }
    }
    // All are added while the main actor is blocked, and a marker is added after the one hop.
    for countdown in countdowns { countdown.start() }
    var atMarker = 0
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { atMarker = reported.count }
        continuation.resume()
      }
    }
    #expect(atMarker == 200)
    #expect(reported == Array(0..<200))
    // A reading replaces a waiting reading of the same countdown, and overtakes no other.
    for index in [7, 3, 7, 199, 3] { countdowns[index].extend(by: .seconds(600)) }
    await letAllArrive()
    #expect(reported.suffix(3) == [7, 3, 199])
    #expect(reported.count == 203)
    for countdown in countdowns { countdown.cancel() }
  }

  @Test("Law 10: in real time, cancelling on the main actor stops a pending tick")
  func cancelInRealTime() async {
    let timekeeper = Timekeeper()
    let mark = TimerNotes<Void>()
    for limit in [nil, 1] {
      var ticks = 0
      let firings = timekeeper.counters.firings
      let timer = RepeatingTimer(
        every: .milliseconds(1), options: TickOptions(limit: limit), on: timekeeper
      ) { _ in ticks += 1 }
      // The main actor is blocked until a tick is pending for it.
      while timekeeper.counters.firings == firings {}
      #expect(timer.cancel())
      OneShotTimer(after: .zero, lifetime: .detached, on: timekeeper) { _ in mark.note(()) }.fire()
      await mark.wait(for: limit == nil ? 1 : 2)
      #expect(ticks == 0)
    }
  }

  @Test("Law 3: in real time, with a contended lock, rows with one end are reported in one array")
  func oneArrayInRealTime() async {
    let timekeeper = Timekeeper()
    let board = CountdownBoard<Int>(on: timekeeper)
    var reported: [[Int]] = []
    let others = Locked(true)
    let greedy = Countdown.started(.seconds(1_000), on: timekeeper)
    let thread = Thread {
      while others.withLock({ $0 }) { greedy.onTick(with: greedy, queue: .global()) { _, _ in } }
    }
    thread.start()
    await withCheckedContinuation { continuation in
      board.onFinish(with: greedy) { _, ids in
        reported.append(ids)
        if reported.joined().count == 5_000 { continuation.resume() }
      }
      board.start(contentsOf: (0..<5_000).map { ($0, Duration.milliseconds(50)) })
    }
    others.withLock { $0 = false }
    #expect(reported == [Array(0..<5_000)])
    greedy.cancel()
  }

  @Test("a pending end of a phase is delivered, whatever happens in the meantime")
  func phaseEndOnItsWay() async {
    let real = Timekeeper()
    let countdown = Countdown(phases: [Phase("A", .zero), Phase("B", .seconds(60))], on: real)
    var ended: [String] = []
    countdown.onPhaseEnd(with: real) { _, end in ended.append(end.phase.name) }
    countdown.start()
    countdown.cancel()
    await letAllArrive()
    #expect(ended == ["A"])
  }

  @Test(
    "Law 12: pending ends of a released board are delivered to the next one, once",
    .timeLimit(.minutes(5)))
  func letGoOnTheWay() async throws {
    let timekeeper = Timekeeper()
    let store = MemoryStore()
    var finished: [String] = []
    var first: CountdownBoard? = try CountdownBoard(keptIn: store.on(timekeeper))
    first?.onFinish(with: timekeeper) { _, ids in Issue.record("The board is gone: \(ids)") }
    first?.start(contentsOf: [("a", Duration.seconds(600)), ("b", .seconds(600))])
    while try store.ids() != ["a", "b"] {}
    for id in ["a", "b"] { first?[id]?.extend(by: .seconds(-600)) }
    // They have finished, and the main actor is busy here.
    first = nil
    let second = try CountdownBoard(keptIn: store.on(timekeeper))
    await withCheckedContinuation { continuation in
      second.onFinish(with: timekeeper) { _, ids in
        finished += ids
        if finished.count == 2 { continuation.resume() }
      }
    }
    while try store.ids() != [] { await Task.yield() }
    #expect(finished.sorted() == ["a", "b"])
  }
}
