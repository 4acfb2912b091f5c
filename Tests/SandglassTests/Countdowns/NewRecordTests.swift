import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// A store that runs a closure before it writes.
private final class BusyStore: CountdownRecordStore {
  let records = MemoryRecords()
  private let deed = Locked<(@Sendable () -> Void)?>(nil)

  func beforeNextSave(_ body: @escaping @Sendable () -> Void) {
    deed.withLock { $0 = body }
  }

  func read(_ id: String) -> CountdownRecord? { records.read(id) }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    ids.flatMap { id in
      let change = change(id, read(id))
      if case .save = change { deed.withLock { $0.take() }?() }
      return records.update([id]) { _, _ in change }
    }
  }

  func ids() -> [String] { records.ids() }
}

@MainActor
@Suite("A countdown that becomes kept after its start")
struct NewRecordTests {
  private let time = VirtualTime()
  private let store = BusyStore()
  private let watcher = CountdownWatcher()
  private let ids = ["tea", "tea-2", "tea-3"]

  private func started(_ duration: Duration = .seconds(60)) -> Countdown {
    let countdown = Countdown(duration, on: time.timekeeper)
    watcher.watchEnds(of: countdown)
    countdown.start()
    return countdown
  }

  private func keep(_ countdown: Countdown, label: String? = nil) throws -> String? {
    try Countdown.keep([(countdown, label, AnySequence(ids))], in: store)[0]?.get()
  }

  @Test("one update keeps many countdowns, each under its own id")
  func many() throws {
    let countdowns = (0..<4).map { _ in started() }
    let kept = Countdown.keep(countdowns.map { ($0, nil, AnySequence(ids)) }, in: store)
    #expect(try kept.map { try $0?.get() } == ["tea", "tea-2", "tea-3", nil])
    #expect(store.ids() == ids)
  }

  @Test("what changes while its record is written also reaches a process that has read that record")
  func seenMeanwhile() throws {
    let countdown = started()
    let other = time.companion()
    let seen = Locked<Countdown?>(nil)
    store.beforeNextSave { [store, timekeeper = other.timekeeper] in
      countdown.pause()
      store.beforeNextSave {
        let restored = store.on(timekeeper).countdown("tea", startingFrom: .seconds(1))
        seen.withLock { $0 = restored }
      }
    }
    #expect(try keep(countdown) == "tea")
    time.advance(by: .zero)
    let restored = try #require(seen.withLock { $0 })
    #expect(restored.state == .running)
    restored.exchangeRecord()
    other.advance(by: .zero)
    #expect(restored.state == .paused)
  }

  @Test("it gets the first free id, and continues in another process")
  func kept() throws {
    for wanted in ["tea", "tea-2", "tea-3", nil] {
      #expect(try keep(started(), label: "Tea") == wanted)
    }
    let later = time.relaunched(after: .seconds(20))
    let tea = try #require(try store.on(later.timekeeper).countdown("tea-2"))
    #expect(tea.remaining == .seconds(40))
    #expect(store.read("tea")?.lease?.process.number == 1)
  }

  @Test("its finish is reported once and removes the record")
  func finished() throws {
    let countdown = started()
    #expect(try keep(countdown) == "tea")
    #expect(
      store.on(time.timekeeper).countdown("tea", startingFrom: .zero) === countdown)
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.ids() == [])
  }

  @Test("a milestone that was told before is not told again after a correction")
  func untold() throws {
    let options = CountdownOptions(milestones: [.remaining(.seconds(30))])
    let countdown = Countdown(.seconds(60), options: options, on: time.timekeeper)
    countdown.start()
    time.advance(by: .seconds(35))
    countdown.correct(by: .seconds(10))
    #expect(try keep(countdown) == "tea")
    let later = time.relaunched(after: .seconds(20))
    let tea = try #require(try store.on(later.timekeeper).countdown("tea"))
    #expect(tea.remaining == .seconds(15))
    #expect(tea.pendingEvents.isEmpty)
  }

  @Test("changes during the write of the record are written afterwards")
  func changedMeanwhile() throws {
    let countdown = started()
    store.beforeNextSave {
      countdown.extend(by: .seconds(30))
      countdown.pause()
    }
    #expect(try keep(countdown) == "tea")
    #expect(store.read("tea")?.state == .paused(remaining: .seconds(90)))
    #expect(store.read("tea")?.total == .seconds(90))
  }

  @Test(
    "what is reported during the write of the record is not reported again",
    arguments: [(12, ["20"]), (32, ["20", "10", "A"])])
  func reportedMeanwhile(seconds: Int, wanted: [String]) throws {
    let phases = [Phase("A", .seconds(30)), Phase("B", .seconds(60))]
    let options = CountdownOptions(milestones: [.remaining(.seconds(20)), .remaining(.seconds(10))])
    let countdown = Countdown(phases: phases, options: options, on: time.timekeeper)
    var reported: [String] = []
    countdown.onMilestone(with: watcher) { _, reached in
      reported.append("\(reached.remaining.components.seconds)")
    }
    countdown.onPhaseEnd(with: watcher) { _, end in reported.append(end.phase.name) }
    countdown.start()
    store.beforeNextSave { [time] in
      MainActor.assumeIsolated { time.advance(by: .seconds(seconds)) }
    }
    #expect(try keep(countdown) == "tea")
    time.advance(by: .seconds(1))
    #expect(reported == wanted)
  }

  @Test(
    "a countdown that ends during the write of its record is not kept", arguments: [true, false])
  func endedMeanwhile(isCancelled: Bool) throws {
    let countdown = started()
    store.beforeNextSave { [time] in
      MainActor.assumeIsolated {
        if isCancelled { countdown.cancel() } else { time.advance(by: .seconds(60)) }
      }
    }
    #expect(try keep(countdown) == nil)
    #expect(store.ids() == [])
    #expect(watcher.take() == [isCancelled ? "cancelled" : "finished"])
    #expect(countdown.start())
    #expect(store.ids() == [], "it is not kept later either")
  }

  @Test(
    "Law 3: an event has one number, whenever the record is made", arguments: 0...7, [false, true])
  func numbers(made second: Int, isSlow: Bool) throws {
    let phases = [Phase("A", .seconds(3)), Phase("B", .seconds(2))]
    let options = CountdownOptions(milestones: [.remaining(.seconds(1))])
    let countdown = Countdown(phases: phases, options: options, on: time.timekeeper)
    countdown.numberEvents()
    var told: [String] = []
    let tell = { (kind: (PendingEvent) -> Bool) in
      let events = countdown.numberedEvents.filter(kind)
      told += events.map { "\($0.run)-\($0.number)" }.filter { !told.contains($0) }
    }
    countdown.onMilestone(with: watcher) { _, _ in
      tell { $0.kind == .milestone(.remaining(.seconds(1))) }
    }
    countdown.onPhaseEnd(with: watcher) { _, _ in tell { $0.kind == .phaseEnd(isSkipped: false) } }
    countdown.onEnd(with: watcher) { _, _ in tell { $0.kind == .finish } }
    let run = Int(time.wallNow.nanosecondsSince1970)
    countdown.start()
    var stored: CountdownRecord?
    for now in 0...7 {
      if now == second {
        if isSlow {
          store.beforeNextSave { [time] in
            MainActor.assumeIsolated { time.advance(by: .milliseconds(1500)) }
          }
        }
        _ = try keep(countdown)
        stored = store.read("tea") ?? stored
      }
      time.advance(by: .seconds(1))
    }
    // Milestone, phase A, milestone, phase B and the finish.
    #expect(told == (1...5).map { "\(run)-\($0)" })
    // Another process that was not there, and finds the first record.
    guard let stored else { return }
    let later = stored.settled(
      at: ClockInstant(steady: time.now, wall: time.wallNow, boot: nil))
    #expect(later.run == run && later.eventCount == 5)
  }

  @Test("Law 3: a run that begins by moving a past end has another number, and an undo has none")
  func numberedAgain() throws {
    let countdown = started()
    countdown.numberEvents()
    countdown.restart()
    let first = Int(time.wallNow.nanosecondsSince1970)
    time.advance(by: .seconds(60))
    countdown.moveEnd(to: time.wallNow + .seconds(10))
    let second = Int(time.wallNow.nanosecondsSince1970)
    time.advance(by: .seconds(1))
    let change = try #require(try countdown.perform(.extend(by: .seconds(5))))
    try countdown.perform(.undo(change))
    time.advance(by: .seconds(9))
    #expect(countdown.numberedEvents.map(\.run) == [first, second])
    #expect(countdown.numberedEvents.map(\.number) == [1, 1])
  }
}
