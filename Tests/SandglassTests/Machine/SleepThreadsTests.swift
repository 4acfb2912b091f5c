import Sandglass
import SandglassTestSupport
import SandglassTesting
import Synchronization
import Testing

/// What tasks have come to that sleep on several threads at once.
private final class Tally: Sendable {
  let early = Atomic(0)
  let ended = Atomic(0)
}

@Suite("Sleeping on many threads", .machine, .timeLimit(.minutes(10)))
struct SleepThreadsTests {
  @Test(
    "Laws 2, 7: real tasks that sleep and are cancelled at once each wake up once, and not early")
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
            // Before it sleeps, while it begins to, while it sleeps, as it wakes up, and afterwards.
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

  @Test(
    "Law 7: the observer of a virtual time loses nobody while tasks are cancelled and time goes on")
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
