#if os(Linux)
  import Foundation
  import Sandglass
  import Testing

  @Suite("Law 9: the watch for the wall clock being set, on Linux", .timeLimit(.minutes(10)))
  struct SystemClockWatchTests {
    @Test("one watch while a wall-clock deadline or a kept countdown lasts, and none otherwise")
    func lifetime() async {
      await #expect(processExitsWith: .success) { try checkLifetime() }
    }
  }

  private func checkLifetime() throws {
    let timekeeper = Timekeeper()
    let countdowns = (0..<10).map { _ in
      Countdown(endingAt: WallClock.now + .seconds(3600), on: timekeeper)
    }
    let plain = Countdown(.seconds(3600), on: timekeeper)
    plain.start()
    try expectWatches(0)
    for countdown in countdowns { countdown.start() }
    try expectWatches(1)
    for countdown in countdowns.dropLast() { countdown.cancel() }
    try expectWatches(1)
    countdowns.last?.pause()
    try expectWatches(0)
    countdowns.last?.resume()
    try expectWatches(1)
    countdowns.last?.cancel()
    try expectWatches(0)
    plain.cancel()
  }

  /// Waits until the process has so many threads and timer descriptors that watch the wall clock.
  private func expectWatches(_ count: Int) throws {
    var seen = (threads: -1, descriptors: -1)
    for _ in 0..<3_000 {
      seen = (try watchThreads(), try watchDescriptors())
      if seen == (count, count) { return }
      usleep(1_000)
    }
    Issue.record("\(seen.threads) threads and \(seen.descriptors) descriptors, not \(count)")
  }

  private func watchThreads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
      (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8))
        == "sandglass watch\n"
    }
  }

  /// Descriptors of CLOCK_REALTIME, which is number 0, whose setting flags include cancel-on-set.
  private func watchDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").count { descriptor in
      let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
      guard let text else { return false }
      return text.contains("clockid: 0\n") && text.contains("settime flags: 03\n")
    }
  }
#endif
