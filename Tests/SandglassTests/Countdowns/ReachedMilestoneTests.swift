import Foundation
import Sandglass
import SandglassTesting
import Testing

@testable import SandglassStores

@MainActor
@Suite("Milestones that were reached")
struct ReachedMilestoneTests {
  private final class Log {
    var reached: [ReachedMilestone] = []

    @MainActor
    func follow(_ countdown: Countdown) {
      countdown.onMilestone(with: self) { log, reached in log.reached.append(reached) }
    }
  }

  private let time = VirtualTime()
  private let log = Log()

  @Test("a milestone has its moment, also on the wall clock, its phase and how late it came")
  func value() throws {
    let countdown = Countdown(
      phases: [Phase("Work", .seconds(20)), Phase("Rest", .seconds(10))],
      options: CountdownOptions(milestones: [.progress(0.5)]), on: time.timekeeper)
    log.follow(countdown)
    countdown.start()
    let (start, wallStart) = (time.now, time.wallNow)
    time.freeze(for: .seconds(12))
    time.advance(by: .seconds(60))
    #expect(log.reached.map(\.moment) == [start + .seconds(10), start + .seconds(25)])
    let first = try #require(log.reached.first)
    #expect(first.wallMoment == wallStart + .seconds(10))
    #expect(first.date == Date(wallStart + .seconds(10)))
    #expect(first.lateness == .seconds(2) && first.remaining == .seconds(10))
    #expect(first.phase?.name == "Work" && first.duration == .seconds(20))
    let last = try #require(log.reached.last)
    #expect(last.lateness == .zero && last.phase?.name == "Rest" && last.phaseIndex == 1)
  }

  @Test("a kept milestone that was reached before the boot has the wall-clock time of its record")
  func beforeBoot() throws {
    let store = MemoryCountdownStore()
    func countdown(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown(
        "tea", startingFrom: .seconds(180),
        options: CountdownOptions(milestones: [.remaining(.seconds(60))]))
    }
    countdown(on: time).start()
    let wallStart = time.wallNow
    let later = time.rebooted(after: .seconds(150))
    log.follow(countdown(on: later))
    later.advance(by: .zero)
    let reached = try #require(log.reached.first)
    let wall = wallStart + .seconds(120)
    #expect(abs((reached.wallMoment - wall) / .milliseconds(1)) < 1)
    #expect(abs((reached.lateness - (later.wallNow - wall)) / .milliseconds(1)) < 1)
  }

  @Test("Law 5: after a freeze, 3-2-1 does not beep six times at once")
  func beeps() {
    let options = CountdownOptions(
      milestones: [3, 2, 1].map { .remaining(.seconds($0)) },
      milestoneLatenessLimit: .milliseconds(500))
    let tabata = Countdown(
      phases: [Phase("Work", .seconds(20)), Phase("Rest", .seconds(10))], rounds: 8,
      options: options, on: time.timekeeper)
    log.follow(tabata)
    tabata.start()
    time.freeze(for: .milliseconds(30_001))
    #expect(log.reached.isEmpty)
    time.advance(by: .seconds(20))
    #expect(log.reached.map(\.remaining) == [.seconds(3), .seconds(2), .seconds(1)])
    #expect(log.reached.map(\.missed) == [6, 0, 0])
  }

  @Test("Law 5: a countdown reports at once what it has missed, before one that has ended earlier")
  func atOnce() {
    let eggs = Countdown(
      .seconds(6), options: CountdownOptions(milestones: [.remaining(.seconds(4))]),
      on: time.timekeeper)
    let tea = Countdown(.seconds(5), on: time.timekeeper)
    log.follow(eggs)
    let start = time.now
    var ends: [Moment] = []
    for countdown in [eggs, tea] {
      countdown.onEnd(with: log) { _, end in ends.append(end.moment) }
      countdown.start()
    }
    time.freeze(for: .seconds(9))
    #expect(log.reached.map(\.moment) == [start + .seconds(2)])
    #expect(ends == [start + .seconds(6), start + .seconds(5)])
  }

  @Test(
    "Law 11: what comes too late is handled: its record does not have it any more, but counts it")
  func record() async throws {
    let store = MemoryCountdownStore()
    let options = CountdownOptions(
      milestones: [.remaining(.seconds(60)), .remaining(.seconds(10))],
      milestoneLatenessLimit: .seconds(1))
    func countdown(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180), options: options)
    }
    countdown(on: time).start()
    let later = time.relaunched(after: .seconds(150))
    let second = countdown(on: later)
    log.follow(second)
    later.advance(by: .seconds(1))
    #expect(log.reached.isEmpty && second.pendingEvents.isEmpty)
    later.advance(by: .seconds(19))
    #expect(log.reached.map(\.milestone) == [.remaining(.seconds(10))])
    #expect(log.reached.map(\.missed) == [1])
    second.acknowledgeFinish()
  }
}
