#if os(Linux)
  import Foundation
  import Glibc
  @testable import Sandglass
  import SandglassTestSupport
  import Testing

  @Suite("SystemAlarm: a kernel timer and a thread", .machine, .timeLimit(.minutes(10)))
  struct SystemAlarmTests {
    let rings = TimerNotes<Moment>()

    private func makeAlarm() throws -> SystemAlarm {
      let alarm = SystemAlarm { [rings] in rings.note(SteadyClock.now) }
      return try #require(alarm)
    }

    @Test("Law 2: it never rings early")
    func neverEarly() async throws {
      let alarm = try makeAlarm()
      defer { alarm.invalidate() }
      for number in 1...200 {
        let moment = SteadyClock.now + .microseconds(17 * number)
        alarm.set(to: moment, number: UInt64(number))
        await rings.wait(for: number)
        #expect(rings.values.last.map { $0 >= moment } == true)
      }
      #expect(rings.count == 200)
    }

    @Test("set to a moment in the past, even to the origin, it rings immediately")
    func past() async throws {
      let alarm = try makeAlarm()
      defer { alarm.invalidate() }
      alarm.set(to: .origin, number: 1)
      await rings.wait(for: 1)
      alarm.set(to: SteadyClock.now, number: 2)
      await rings.wait(for: 2)
    }

    @Test("a setting that a later one has overtaken has no effect")
    func overtaken() async throws {
      let alarm = try makeAlarm()
      defer { alarm.invalidate() }
      let moment = SteadyClock.now + .milliseconds(20)
      alarm.set(to: moment, number: 7)
      alarm.set(to: .origin, number: 6)
      alarm.set(to: nil, number: 5)
      alarm.set(to: .origin, number: 7)
      await rings.wait(for: 1)
      #expect(rings.values.allSatisfy { $0 >= moment })
      #expect(rings.count == 1)
    }

    @Test("it does not ring after it is cleared, nor for the distant future")
    func takenBack() async throws {
      let alarm = try makeAlarm()
      defer { alarm.invalidate() }
      alarm.set(to: SteadyClock.now + .seconds(60), number: 1)
      alarm.set(to: nil, number: 2)
      alarm.set(to: .distantFuture, number: 3)
      let moment = SteadyClock.now + .milliseconds(20)
      alarm.set(to: moment, number: 4)
      await rings.wait(for: 1)
      #expect(rings.values.allSatisfy { $0 >= moment })
    }

    @Test("its thread has a name and blocks signals")
    func thread() async throws {
      let answers = TimerNotes<Bool>()
      let made = SystemAlarm {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        answers.note(sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGTERM) == 1)
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        answers.note(name == "sandglass alarm\n")
      }
      let alarm = try #require(made)
      defer { alarm.invalidate() }
      alarm.set(to: .origin, number: 1)
      await answers.wait(for: 2)
      #expect(answers.values == [true, true])
    }

    @Test("invalidate ends the thread and closes the descriptor, also while the alarm is set")
    func ends() async {
      await #expect(processExitsWith: .success) {
        try await warmUpDispatch()
        try expectAlarmThreads(0)
        let descriptors = try descriptorCount()
        var alarms: [SystemAlarm] = []
        for number in 0..<20 {
          let made = SystemAlarm {}
          let alarm = try #require(made)
          if number.isMultiple(of: 2) {
            alarm.set(to: SteadyClock.now + .seconds(60), number: 1)
          }
          alarms.append(alarm)
        }
        try expectAlarmThreads(20)
        for alarm in alarms {
          alarm.invalidate()
          alarm.invalidate()
          alarm.set(to: .origin, number: 2)
        }
        try expectAlarmThreads(0)
        #expect(try descriptorCount() == descriptors)
      }
    }

    @Test("releasing a timekeeper ends its thread, even if the thread has the last reference")
    func timekeeperEnds() async {
      await #expect(processExitsWith: .success) {
        do {
          let timekeepers = (0..<10).map { _ in Timekeeper() }
          for timekeeper in timekeepers { timekeeper.schedule(after: .seconds(60)) { _ in } }
          // A release build releases them after their last use.
          try withExtendedLifetime(timekeepers) { try expectAlarmThreads(10) }
        }
        try expectAlarmThreads(0)

        // The action has the last reference, which is released on the timekeeper's own thread.
        do {
          let timekeeper = Timekeeper()
          timekeeper.schedule(after: .milliseconds(1)) { _ in _ = timekeeper.now }
        }
        try expectAlarmThreads(0)
      }
    }

    @Test("Law 9: any number of timers have one thread and one descriptor")
    func oneAlarm() async {
      await #expect(processExitsWith: .success) {
        try await warmUpDispatch()
        let timekeeper = Timekeeper()
        let descriptors = try descriptorCount()
        let calls = (0..<10_000).map { number in
          timekeeper.schedule(after: .seconds(60 + number)) { _ in }
        }
        try expectAlarmThreads(1)
        #expect(try descriptorCount() == descriptors)
        for call in calls { timekeeper.cancel(call) }
        withExtendedLifetime(timekeeper) {}
      }
    }

    @Test("it rings even if all threads that run tasks are blocked")
    func blockedTasks() async {
      await #expect(processExitsWith: .success) {
        let timekeeper = Timekeeper()
        // More than there are processors, so all of their threads are blocked.
        for _ in 0..<256 { Task.detached { Self.block() } }
        timekeeper.schedule(after: .milliseconds(50)) { _ in exit(EXIT_SUCCESS) }
        Self.block()
        exit(EXIT_FAILURE)
      }
    }

    private static func block() {
      sleep(20)
    }

    @Test("many settings do not increase the memory of the process")
    func memory() async {
      await #expect(processExitsWith: .success) {
        let made = SystemAlarm {}
        let alarm = try #require(made)
        let start = SteadyClock.now + .seconds(3600)
        for number in 1...10_000 { alarm.set(to: start, number: UInt64(number)) }
        let before = try residentBytes()
        for number in 10_001...(10_000 + repetitions(1_000_000, atLeast: 200_000)) {
          alarm.set(to: start + .microseconds(number), number: UInt64(number))
        }
        // This is less than an allocation for each setting.
        #expect(try residentBytes() - before < 1_000_000)
        alarm.invalidate()
      }
    }

    @Test("without a free descriptor, a timekeeper works with sleeping tasks")
    func noDescriptorLeft() async {
      await #expect(processExitsWith: .success) {
        try await warmUpDispatch()
        let usual = allowDescriptors(0)
        let hasAlarm = SystemAlarm {} != nil
        let timekeeper = Timekeeper()
        // Dispatch also needs descriptors when a task sleeps.
        allowDescriptors(usual)
        #expect(!hasAlarm)
        #expect(try alarmThreadCount() == 0)
        let start = timekeeper.now
        try await timekeeper.sleep(for: .milliseconds(20))
        #expect(timekeeper.now - start >= .milliseconds(20))
      }
    }
  }

  /// Waits until this process has `count` threads of alarms.
  private func expectAlarmThreads(_ count: Int) throws {
    var threads = 0
    let hasCome = try poll {
      threads = try alarmThreadCount()
      return threads == count
    }
    #expect(hasCome, "\(threads) threads instead of \(count)")
  }

  /// Makes Dispatch create the descriptors that it creates with its first timers.
  func warmUpDispatch() async throws {
    try await ContinuousClock().sleep(for: .milliseconds(1))
    try await SuspendingClock().sleep(for: .milliseconds(1))
  }

  private func alarmThreadCount() throws -> Int {
    try threadCount(named: "sandglass alarm")
  }

  /// The memory that the process has allocated and used, in RAM or swapped out. It does not contain code, which the
  /// system may drop and read again at any time.
  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return try ["RssAnon:", "VmSwap:"].reduce(0) { sum, name in
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) })
      let kilobytes = try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
      return sum + kilobytes * 1024
    }
  }

  private func descriptorCount() throws -> Int {
    // This includes those of Dispatch.
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
      let path = "/proc/self/fd/\(descriptor)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      return target == "anon_inode:[timerfd]"
    }
  }
#endif
