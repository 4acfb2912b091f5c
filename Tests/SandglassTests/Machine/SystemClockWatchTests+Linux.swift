#if os(Linux)
  import Foundation
  @testable import Sandglass
  import SandglassTestSupport
  import Testing

  @Suite(
    "Law 9: the watch for settings of the wall clock, on Linux", .machine, .timeLimit(.minutes(10)))
  struct SystemClockWatchTests {
    @Test("there is one watch while a wall-clock deadline or a kept countdown needs it")
    func lifetime() async {
      await #expect(processExitsWith: .success) { try checkLifetime() }
    }

    @Test(
      "a file in place of the descriptor is reported as a failure", arguments: [ECANCELED, EINTR])
    func foreignFile(staleError: Int32) throws {
      for path in ["/dev/null", "/dev/zero"] {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        errno = staleError
        #expect(KernelTimerCalls.watch.take(file) == .failed)
      }
    }

    @Test("a watch that could not be created is created once there is a free descriptor")
    func watch() async {
      await #expect(processExitsWith: .success) {
        let timekeeper = Timekeeper()
        let timer = RepeatingTimer(every: .milliseconds(5), queue: nil, on: timekeeper) { _ in }
        allowDescriptors(0)
        let countdown = Countdown(until: timekeeper.wallNow + .seconds(60), on: timekeeper)
        countdown.start()
        allowDescriptors(1024)
        guard try watchDescriptors() == 0 || timer.isRunning else { exit(EXIT_FAILURE) }
        exit(try poll { try watchDescriptors() > 0 } ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  private func checkLifetime() throws {
    let timekeeper = Timekeeper()
    let countdowns = (0..<10).map { _ in
      Countdown(until: WallMoment.now + .seconds(3600), on: timekeeper)
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

  /// Waits until the process has the given number of threads and of timer descriptors that watch the wall clock.
  private func expectWatches(_ count: Int) throws {
    var seen = (threads: -1, descriptors: -1)
    let hasCome = try poll {
      seen = (try watchThreads(), try watchDescriptors())
      return seen == (count, count)
    }
    #expect(hasCome, "\(seen.threads) threads and \(seen.descriptors) descriptors, not \(count)")
  }

  private func watchThreads() throws -> Int {
    try threadCount(named: "sandglass watch")
  }

  /// Counts the descriptors of CLOCK_REALTIME, which is number 0, with the flag cancel-on-set.
  private func watchDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").count { descriptor in
      let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
      guard let text else { return false }
      return text.contains("clockid: 0\n") && text.contains("settime flags: 03\n")
    }
  }
#endif
