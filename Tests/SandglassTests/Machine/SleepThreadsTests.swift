import Sandglass
import SandglassTestSupport
import SandglassTesting
import Synchronization
import Testing

/// The results of tasks that sleep on several threads at once.
private final class Tally: Sendable {
  let early = Atomic(0)
  let ended = Atomic(0)
}

@Suite("Sleeping on many threads", .machine, .timeLimit(.minutes(10)))
struct SleepThreadsTests {
  @Test("Laws 2, 7: tasks that sleep and are cancelled at once wake up once each, and not early")
  func realTime() async {
    let timekeeper = Timekeeper()
    for _ in 0..<repetitions(200) {
      let tally = Tally()
      await withTaskGroup { group in
        for number in 0..<100 {
          let sleeper = Task {
            let deadline = timekeeper.now + .microseconds(number * 17 % 400)
            let hasSlept = (try? await timekeeper.sleep(until: deadline)) != nil
            if hasSlept, timekeeper.now < deadline { tally.early.add(1, ordering: .relaxed) }
            tally.ended.add(1, ordering: .relaxed)
          }
          group.addTask {
            // A cancellation before the sleep, while it begins, during it, while it ends, or afterwards.
            if number % 5 > 0 { try? await timekeeper.sleep(for: .microseconds(number % 7 * 60)) }
            if number % 3 > 0 { sleeper.cancel() }
            await sleeper.value
          }
        }
      }
      #expect(tally.early.load(ordering: .relaxed) == 0)
      #expect(tally.ended.load(ordering: .relaxed) == 100)
    }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("Law 7: a virtual time misses no task while tasks are cancelled and time advances")
  func virtualTime() async {
    for _ in 0..<repetitions(200) {
      let time = VirtualTime()
      let sleepers = (0..<50).map { number in
        Task { try? await time.clock.sleep(for: .milliseconds(number % 10)) }
      }
      await withTaskGroup { group in
        for sleeper in sleepers { group.addTask { sleeper.cancel() } }
        group.addTask { for _ in 0..<10 { time.advance(by: .milliseconds(1)) } }
      }
      for sleeper in sleepers { await sleeper.value }
      #expect(time.tasksWaiting == [])
      #expect(time.timekeeper.counters.waiting == 0)
    }
  }
}
