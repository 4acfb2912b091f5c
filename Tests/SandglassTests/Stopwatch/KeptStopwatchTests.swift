import Observation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("Law 11: a kept stopwatch continues in another process and after a reboot")
struct KeptStopwatchTests {
  let time = VirtualTime()
  private let store = StopwatchTestStore()

  private func kept(_ time: VirtualTime) -> Stopwatch {
    store.on(time.timekeeper).stopwatch("run")
  }

  /// A stopwatch that has run for ten seconds, with a lap of four.
  private func ran() -> Stopwatch {
    let run = kept(time)
    run.start()
    time.advance(by: .seconds(4))
    run.lap()
    time.advance(by: .seconds(6))
    return run
  }

  @Test(
    "a running stopwatch is exact after a kill in the same boot, whatever the wall clock shows",
    arguments: [-1, 0, 1])
  func killed(years: Int64) {
    _ = ran()
    let later = time.relaunched(after: .nanoseconds(20_000_000_001))
    later.setWallClock(to: later.wallNow + .seconds(years * 86_400 * 365))
    let run = kept(later)
    #expect(run.isRunning && run.certainty == .exact)
    #expect(run.elapsed == .nanoseconds(30_000_000_001))
    #expect(run.laps.map(\.duration) == [.seconds(4)])
    later.advance(by: .seconds(1))
    #expect(run.elapsed == .nanoseconds(31_000_000_001))
  }

  @Test("a stopped stopwatch is unchanged after a kill, and can be started again")
  func stopped() {
    ran().stop()
    let later = time.rebooted(after: .seconds(-500))
    let run = kept(later)
    #expect(run.state == .stopped && run.elapsed == .seconds(10) && run.certainty == .exact)
    run.start()
    later.advance(by: .seconds(1))
    #expect(run.elapsed == .seconds(11) && run.reading.currentLap.duration == .seconds(7))
  }

  @Test("after a reboot, it is estimated from the wall clock, until it is reset")
  func rebooted() {
    _ = ran()
    let later = time.rebooted(after: .seconds(50))
    let run = kept(later)
    #expect(run.isRunning && run.certainty == .estimated && run.elapsed == .seconds(60))
    run.stop()
    let last = later.relaunched(after: .seconds(5))
    let again = kept(last)
    #expect(again.certainty == .estimated && again.elapsed == .seconds(60))
    again.reset()
    again.start()
    #expect(again.certainty == .exact)
  }

  @Test("if the wall clock is before the record, it is suspect, and no time is added")
  func suspect() {
    _ = ran()
    // The record was written at the lap, after four seconds.
    let later = time.rebooted(after: .seconds(-7))
    let run = kept(later)
    #expect(run.isRunning && run.certainty == .suspect && run.elapsed == .seconds(4))
    later.advance(by: .seconds(3))
    // It was written again when the boot was known, so the time since then is not lost.
    let last = later.relaunched(after: .seconds(1))
    #expect(kept(last).elapsed == .seconds(8))
    #expect(kept(last).certainty == .suspect)
  }

  @Test("setting the wall clock while it runs does not affect the time after the next boot")
  func wallClockSet() {
    let run = ran()
    time.setWallClock(to: time.wallNow + .seconds(86_400))
    let later = time.rebooted(after: .seconds(50))
    #expect(kept(later).elapsed == .seconds(60))
    withExtendedLifetime(run) {}
  }

  @Test("the record is written at each change, and never at a tick or a read")
  func writes() async throws {
    let run = kept(time)
    let owner = Canary(Locked(0))
    run.onTick(with: owner) { _, _ in }
    #expect(store.saves.withLock { $0 } == 0)
    run.start()
    time.advance(by: .seconds(60))
    #expect(store.saves.withLock { $0 } == 1)
    run.lap()
    run.stop()
    #expect(store.saves.withLock { $0 } == 3)
    #expect(!run.stop() && !run.lap())
    #expect(store.saves.withLock { $0 } == 3)
    #expect(store.record?.total == .seconds(60))
    run.reset()
    try await run.saved()
    #expect(store.record == nil)
  }

  @Test("Law 3: a record has one stopwatch per timekeeper, and a countdown with its id is separate")
  func oneStopwatch() throws {
    let memory = MemoryRecords()
    let run = memory.on(time.timekeeper).stopwatch("run")
    let countdown = memory.on(time.timekeeper).countdown("run", startingFrom: .seconds(9))
    #expect(run.id == "run")
    #expect(memory.on(time.timekeeper).stopwatch("run", unit: .seconds(1)) === run)
    #expect(run.reading.unit == .milliseconds(100))
    #expect(memory.on(time.timekeeper).stopwatch("other") !== run)
    countdown.start()
    run.start()
    #expect(memory.ids() == ["run"])
    run.reset()
    #expect(countdown.isRunning && memory.read("run") != nil)
  }

  @Test("a stopwatch that is released while running continues with its last changes")
  func letGo() {
    var run: Stopwatch? = kept(time)
    run?.start()
    run?.lap()
    run = nil
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(3))
    #expect(kept(time).elapsed == .seconds(3))
    #expect(kept(time).laps.count == 1)
  }

  @Test("Law 12: a failed write is reported and tried again")
  func cannotSave() async {
    let run = kept(time)
    store.fail(.notSaved)
    run.start()
    #expect(run.storeError?.kind == .notSaved)
    await #expect(throws: CountdownStoreError.self) { try await run.saved() }
    store.fail(nil)
    time.advance(by: .seconds(2))
    #expect(store.record == nil)
    time.timekeeper.refresh()
    #expect(run.storeError == nil)
    #expect(run.elapsed == .seconds(2))
    #expect((store.record?.written.steady).map { $0 + .seconds(2) } == time.now)
    run.stop()
    store.fail(.notSaved)
    run.reset()
    store.fail(nil)
    time.timekeeper.refresh()
    #expect(store.record == nil && run.storeError == nil)
  }

  @Test("a store that reports a change after each failure is not asked again and again")
  func reportedFailures() {
    let store = StopwatchTestStore(isWatched: true)
    let run = store.on(time.timekeeper).stopwatch("run")
    run.start()
    store.fail(.damaged(reason: "torn", setAsideAs: nil))
    run.lap()
    // The lap, and what this process knows, in place of the damaged record.
    #expect(1...2 ~= store.failedUpdates.withLock { $0 })
    store.fail(nil)
    run.lap()
    #expect(run.storeError == nil)
    #expect(store.record?.laps.count == 2)
  }

  @Test("a temporarily unreadable store is read again at the next request")
  func cannotRead() {
    ran().stop()
    let later = time.relaunched()
    store.fail(.unavailable)
    let run = kept(later)
    #expect(run.state == .idle && run.storeError?.kind == .unavailable)
    #expect(kept(later) === run)
    store.fail(nil)
    #expect(run.state == .idle)
    #expect(kept(later) === run)
    #expect(run.state == .stopped && run.elapsed == .seconds(10) && run.storeError == nil)
    let reads = store.reads.withLock { $0 }
    #expect(kept(later) === run)
    #expect(store.reads.withLock { $0 } == reads)
  }

  @Test("a store that is readable again is read at a refresh, and nothing is written")
  func refreshes() {
    ran().stop()
    let later = time.relaunched()
    store.fail(.unavailable)
    let run = kept(later)
    later.timekeeper.refresh()
    #expect(run.state == .idle && run.storeError?.kind == .unavailable)
    store.fail(nil)
    let saves = store.saves.withLock { $0 }
    later.timekeeper.refresh()
    #expect(run.state == .stopped && run.elapsed == .seconds(10) && run.storeError == nil)
    #expect(store.saves.withLock { $0 } == saves)
  }

  @Test("Law 12: a record that could not be read is not overwritten by a start")
  func startedUnread() async throws {
    ran().stop()
    let later = time.relaunched()
    store.fail(.unavailable)
    let run = kept(later)
    #expect(run.start())
    later.advance(by: .seconds(3))
    run.lap()
    later.advance(by: .seconds(2))
    #expect(run.elapsed == .seconds(5) && run.storeError?.kind == .unavailable)
    #expect(store.record?.total == .seconds(10))
    store.fail(nil)
    // The next save reads the record first, and the stopwatch continues as if the record had been known.
    run.stop()
    try await run.saved()
    #expect(run.elapsed == .seconds(15))
    #expect(run.laps.map(\.duration) == [.seconds(4), .seconds(9)])
    #expect(store.record?.total == .seconds(15))
    #expect(store.record?.laps == [.seconds(4), .seconds(9)])
  }

  @Test("a start changes nothing if the recorded stopwatch was running")
  func startedUnreadRunning() {
    _ = ran()
    let later = time.relaunched(after: .seconds(20))
    store.fail(.unavailable)
    let run = kept(later)
    later.advance(by: .seconds(5))
    #expect(run.start())
    later.advance(by: .seconds(5))
    store.fail(nil)
    later.timekeeper.refresh()
    #expect(run.isRunning && run.elapsed == .seconds(40) && run.certainty == .exact)
    #expect(run.laps.map(\.duration) == [.seconds(4)])
  }

  @Test("a start is written once the store has reported that there is no record")
  func startedWithoutRecord() {
    store.fail(.unavailable)
    let run = kept(time)
    run.start()
    store.fail(nil)
    #expect(store.record == nil)
    time.advance(by: .seconds(2))
    time.timekeeper.refresh()
    #expect(run.elapsed == .seconds(2) && run.storeError == nil)
    #expect(kept(time.relaunched()).elapsed == .seconds(2))
  }

  @Test("a reset before the record could be read leaves the record alone")
  func resetUnread() {
    ran().stop()
    let later = time.relaunched()
    store.fail(.unavailable)
    let run = kept(later)
    run.start()
    later.advance(by: .seconds(3))
    #expect(run.reset())
    store.fail(nil)
    later.timekeeper.refresh()
    #expect(run.state == .stopped && run.elapsed == .seconds(10))
    #expect(store.record?.total == .seconds(10))
  }

  @Test("an unchanged error does not notify observers again")
  func sameError() {
    store.fail(.unavailable)
    let run = kept(time)
    let changes = Locked(0)
    withObservationTracking {
      _ = run.storeError
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    #expect(kept(time) === run)
    time.timekeeper.refresh()
    #expect(changes.withLock { $0 } == 0)
    store.fail(nil)
    time.timekeeper.refresh()
    #expect(changes.withLock { $0 } == 1)
  }

  @Test("without a boot identity, a total is not estimated again")
  func guessedWithoutBoot() async throws {
    let wall = WallMoment(secondsSince1970: 1_000)
    let record = StopwatchRecord(
      id: "run", isRunning: true, total: .seconds(10), laps: [],
      written: ClockInstant(steady: .origin, wall: wall, boot: nil),
      certainty: .estimated)
    try store.save(record)
    let timekeeper = Timekeeper(clock: ManualClock(), wall: { wall + .seconds(50) })
    let run = store.on(timekeeper).stopwatch("run")
    try await run.saved()
    #expect(run.elapsed == .seconds(60))
    #expect(store.record?.total == .seconds(60))
  }

  @Test("a receiver of a restored stopwatch gets its ticks")
  func ticksGoOn() {
    _ = ran()
    let later = time.relaunched(after: .milliseconds(50))
    let run = kept(later)
    var faces: [String] = []
    let owner = Canary(Locked(0))
    run.onTick(with: owner) { _, reading in faces.append(reading.clockFace) }
    later.advance(by: .milliseconds(100))
    #expect(faces == ["0:10.0", "0:10.1"])
  }
}
