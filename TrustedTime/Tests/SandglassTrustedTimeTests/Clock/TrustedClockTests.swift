import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

struct TrustedClockTests {
  private let time = VirtualTime()

  /// A device whose wall clock is 90 s behind, and its server.
  private func device(
    keptIn store: TrustedTimeStore? = nil
  ) -> (clock: TrustedClock, server: VirtualTimeServer, truth: VirtualTruth) {
    let truth = VirtualTruth(time.wallNow + .seconds(90), on: time.timekeeper)
    let server = VirtualTimeServer(on: time.timekeeper, truth: truth)
    return (
      TrustedClock(asking: server, on: time.timekeeper, keptIn: store), server, truth
    )
  }

  /// Makes the clock send a request now, if it may.
  private func synchronize(_ clock: TrustedClock) async {
    time.task { await clock.synchronize() }
    await time.run()
  }

  @Test("A clock that has not been synchronized has no interval, and sends no requests")
  func unsynchronized() async {
    let (clock, server, truth) = device()
    await time.run(for: .seconds(86_400))
    #expect(clock.reading == .unsynchronized)
    #expect(clock.compare(with: truth.now) == .unknown)
    #expect(server.questions == 0)
  }

  @Test("One burst of eight requests is enough, regardless of the device's wall clock")
  func burst() async throws {
    let (clock, server, truth) = device()
    await synchronize(clock)
    #expect(server.questions == 8)
    let reading = clock.reading
    #expect(reading.status == .synchronized)
    #expect(try #require(reading.interval).contains(truth.now))
    #expect(try #require(reading.uncertainty) < .milliseconds(20.1))
    #expect(clock.compare(with: truth.now + .milliseconds(41)) == .before)
    #expect(clock.compare(with: truth.now - .milliseconds(41)) == .after)
    #expect(clock.compare(with: Date(truth.now)) == .unknown)
    #expect(try #require(reading.dates).contains(Date(truth.now)))
  }

  @Test("Setting the device's clock is reported, and does not change the interval")
  func setClock() async throws {
    let (clock, _, truth) = device()
    await synchronize(clock)
    let before = clock.reading
    time.setWallClock(to: time.wallNow + .seconds(3600))
    #expect(clock.reading == before)
    #expect(clock.deviceClockShift == .seconds(3600))
    time.setWallClock(to: time.wallNow - .seconds(7200))
    #expect(clock.reading == before)
    #expect(clock.deviceClockShift == .seconds(-3600))
    #expect(try #require(before.interval).contains(truth.now))
  }

  @Test("After eight hours of sleep, the interval in holdover still contains the truth")
  func sleep() async throws {
    let (clock, _, truth) = device()
    await synchronize(clock)
    time.freeze(for: .seconds(28_800), settingWallClockBy: .seconds(-3600))
    let reading = clock.reading
    #expect(reading.status == .holdover)
    #expect(try #require(reading.interval).contains(truth.now))
    #expect(try #require(reading.uncertainty) > .seconds(2.88))
  }

  @Test("The next process of the same boot restores the record, and that of another boot does not")
  func kept() async throws {
    let kept = Locked<String?>(nil)
    let store = TrustedTimeStore(
      read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
    let (clock, _, truth) = device(keptIn: store)
    await synchronize(clock)

    let later = time.relaunched(after: .seconds(600))
    later.setWallClock(to: later.wallNow + .seconds(3600))
    let laterTruth = truth.continued(on: later.timekeeper)
    let server = VirtualTimeServer(on: later.timekeeper, truth: laterTruth)
    let restored = TrustedClock(asking: server, on: later.timekeeper, keptIn: store)
    #expect(restored.reading.status == .synchronized)
    #expect(try #require(restored.reading.age) >= .seconds(600))
    #expect(try #require(restored.reading.interval).contains(laterTruth.now))
    #expect(restored.deviceClockShift == .seconds(3600))
    later.task { await restored.synchronize() }
    await later.run()
    #expect(server.questions == 1)

    let rebooted = time.rebooted(after: .seconds(600))
    let fresh = TrustedClock(asking: server, on: rebooted.timekeeper, keptIn: store)
    #expect(fresh.reading == .unsynchronized)
    rebooted.setBootIdentity(to: nil)
    #expect(
      TrustedClock(asking: server, on: rebooted.timekeeper, keptIn: store).reading
        == .unsynchronized)
  }

  @Test(
    "Any other text in a store is ignored",
    arguments: ["", "nonsense", "sandglass trusted time 1\nboot virtual\nend\n"])
  func damaged(text: String) async {
    let store = TrustedTimeStore(read: { text }, write: { _ in })
    let (clock, server, _) = device(keptIn: store)
    #expect(clock.reading == .unsynchronized)
    await synchronize(clock)
    #expect(server.questions == 8)
    #expect(clock.reading.status == .synchronized)
  }

  @Test("A record for a different number of servers is ignored")
  func otherServers() async {
    let kept = Locked<String?>(nil)
    let store = TrustedTimeStore(
      read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
    let (clock, server, _) = device(keptIn: store)
    await synchronize(clock)
    let two = TrustedClock(asking: [server, server], on: time.timekeeper, keptIn: store)
    #expect(two.reading == .unsynchronized)
  }

  @Test("A clock sends at most 300 requests a day after its burst, and its interval is correct")
  func day() async throws {
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper, drift: 99)
    let server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: 7)
    server.change {
      $0.delayOut = .zero ... .milliseconds(200)
      $0.delayBack = .zero ... .milliseconds(200)
      $0.percentLost = 20
    }
    let clock = TrustedClock(asking: server, on: time.timekeeper)
    let first = time.task { await clock.keepSynchronized() }
    let second = time.task { await clock.keepSynchronized() }
    for _ in 0..<288 {
      await time.run(for: .seconds(300))
      let reading = clock.reading
      #expect(reading.status == .synchronized)
      #expect(try #require(reading.interval).contains(truth.now))
    }
    #expect((200...308).contains(server.questions))
    first.cancel()
    second.cancel()
    await time.run()
    let before = server.questions
    await time.run(for: .seconds(86_400))
    #expect(server.questions == before)
    #expect(clock.reading.status == .holdover)
  }

  @Test("A clock without a network is in holdover until soon after the network is available")
  func network() async {
    let (clock, server, _) = device()
    let task = time.task { await clock.keepSynchronized() }
    await time.run(for: .seconds(60))
    server.change { $0.refusal = .unreachable(7) }
    await time.run(for: .seconds(3600))
    #expect(clock.reading.status == .holdover)
    #expect(clock.refusals.map { $0?.reason } == [.unreachable(7)])
    server.change { $0.refusal = nil }
    await time.run(for: .seconds(600))
    #expect(clock.reading.status == .synchronized)
    #expect(clock.refusals == [nil])
    task.cancel()
    await time.run()
  }

  @Test("A server that steps is disputed, soon asked again, and trusted after four answers")
  func step() async throws {
    let (clock, server, truth) = device()
    let task = time.task { await clock.keepSynchronized() }
    await time.run(for: .seconds(10))
    server.change { $0.error = .seconds(3600) }
    while clock.reading.status == .synchronized, server.questions < 12 {
      await time.run(for: .seconds(1))
    }
    #expect(clock.reading.status == .disputed)
    #expect(try #require(clock.reading.interval).contains(truth.now))
    await time.run(for: .seconds(60))
    #expect(clock.reading.status == .synchronized)
    #expect(try #require(clock.reading.interval).contains(truth.now + .seconds(3600)))
    task.cancel()
    await time.run()
  }

  @Test("After an hour offline, a clock is synchronized within 20 s of the network's return")
  func networkReturns() async throws {
    for refusal in [TimeRefusal.unsent(101), .unreachable(7), nil] {
      let server = VirtualTimeServer(on: time.timekeeper, pace: .publicServer)
      server.change {
        $0.refusal = refusal
        $0.isSilent = refusal == nil
      }
      let clock = TrustedClock(asking: server, on: time.timekeeper)
      let task = time.task { await clock.keepSynchronized() }
      await time.run(for: .seconds(3600))
      // If a request has left the machine, the next one is 15 s later.
      await time.run(for: .seconds(refusal == .unsent(101) ? 0 : 15))
      let asked = server.questions
      server.change {
        $0.refusal = nil
        $0.isSilent = false
      }
      clock.networkChanged()
      await time.run(for: .seconds(20))
      #expect(clock.reading.status == .synchronized)
      #expect(try #require(clock.reading.age) < .seconds(20))
      // If a request has left the machine, the next one may be 15 s away, and those of the burst are 2 s apart.
      #expect(server.questions - asked >= (refusal == .unsent(101) ? 4 : 3))
      task.cancel()
      await time.run()
    }
  }

  @Test("A network that returns while a request is pending is not missed")
  func networkReturnsDuringRequest() async throws {
    let (clock, server, _) = device()
    server.change {
      $0.refusal = .unsent(101)
      $0.delayBack = .seconds(2) ... .seconds(2)
    }
    let task = time.task { await clock.keepSynchronized() }
    await time.run(for: .seconds(1))
    server.change { $0.refusal = nil }
    clock.networkChanged()
    await time.run(for: .seconds(5.1))
    #expect(clock.reading.status == .synchronized)
    task.cancel()
    await time.run()
  }

  @Test(
    "However often it is relaunched, a clock asks 15 s apart after its burst, and 300 times a day",
    .random)
  func relaunches() async throws {
    let kept = Locked<String?>(nil)
    let store = TrustedTimeStore(
      read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
    var time = time
    var truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    var asked: [WallMoment] = []
    let launches = repetitions(10_000)
    for launch in 0..<launches {
      let server = VirtualTimeServer(on: time.timekeeper, truth: truth)
      server.change { $0.refusal = launch % 2 == 0 ? nil : .unreachable(7) }
      let clock = TrustedClock(asking: server, on: time.timekeeper, keptIn: store)
      time.task { await clock.synchronize() }
      time.task { await clock.keepSynchronized() }
      await time.run(for: .milliseconds(launch % 1000))
      asked += Array(repeating: truth.now, count: server.questions)
      time = time.relaunched(after: .seconds(1))
      truth = truth.continued(on: time.timekeeper)
    }
    let later = asked.dropFirst(8)
    for (one, other) in zip(later, later.dropFirst()) { #expect(other - one >= .seconds(14)) }
    for (index, first) in later.enumerated() {
      #expect(later.dropFirst(index).prefix { $0 - first < .seconds(86_400) }.count <= 300)
    }
    print(
      "relaunches: \(launches), requests: \(asked.count), seconds: \(truth.now - (asked.first ?? truth.now))"
    )
  }

  @Test(
    "Three days offline cost no more requests than a day allows, and the time is known again soon")
  func daysOffline() async throws {
    var counts: [Int] = []
    for refusal in [TimeRefusal.unsent(101), .timedOut] {
      let server = VirtualTimeServer(on: time.timekeeper)
      server.change { $0.refusal = refusal }
      let clock = TrustedClock(asking: server, on: time.timekeeper)
      let task = time.task { await clock.keepSynchronized() }
      await time.run(for: .seconds(3 * 86_400))
      counts.append(server.questions)
      server.change { $0.refusal = nil }
      clock.networkChanged()
      await time.run(for: .seconds(16))
      #expect(clock.reading.status == .synchronized)
      task.cancel()
      await time.run()
    }
    print("three days offline: \(counts[0]) attempts not sent, or \(counts[1]) requests sent")
    #expect(counts[0] <= 3 * 86_400 / 45 + 8)
    #expect(counts[1] <= 3 * 300 + 8)
  }

  @Test("A relaunched clock remembers that a server asked for fewer requests, or refused service")
  func refusalsAreKept() async {
    for refusal in [TimeRefusal.rate, .denied] {
      let kept = Locked<String?>(nil)
      let store = TrustedTimeStore(
        read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
      let (clock, server, truth) = device(keptIn: store)
      server.change { $0.refusal = refusal }
      await synchronize(clock)
      let next = time.relaunched(after: .seconds(300))
      let other = VirtualTimeServer(
        on: next.timekeeper, truth: truth.continued(on: next.timekeeper))
      let relaunched = TrustedClock(asking: other, on: next.timekeeper, keptIn: store)
      #expect(relaunched.refusals == clock.refusals)
      #expect(relaunched.refusals.first??.reason == refusal)
      #expect(relaunched.nextRequests == clock.nextRequests)
      next.task { await relaunched.synchronize() }
      await next.run()
      #expect(other.questions == 0)
    }
  }

  @Test("A dispute survives a kill")
  func disputeIsKept() async throws {
    let kept = Locked<String?>(nil)
    let store = TrustedTimeStore(
      read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
    let (clock, server, truth) = device(keptIn: store)
    await synchronize(clock)
    server.change { $0.error = .seconds(60) }
    await time.run(for: .seconds(20))
    await synchronize(clock)
    #expect(clock.reading.status == .disputed)
    let next = time.relaunched(after: .seconds(1))
    let relaunched = TrustedClock(
      asking: VirtualTimeServer(on: next.timekeeper), on: next.timekeeper, keptIn: store)
    #expect(relaunched.reading.status == .disputed)
    let now = truth.continued(on: next.timekeeper).now
    #expect(try #require(relaunched.reading.interval).contains(now))
  }

  @Test("A task that waits for another task's request can be cancelled immediately")
  func joinedAndCancelled() async throws {
    let (clock, server, _) = device()
    server.change { $0.isSilent = true }
    let first = time.task { await clock.synchronize() }
    await time.run(for: .milliseconds(100))
    let second = time.task { await clock.synchronize() }
    await time.run(for: .milliseconds(100))
    second.cancel()
    let start = time.now
    _ = try await second.value
    #expect(time.now == start)
    first.cancel()
    await time.run()
  }

  @Test(
    "With a false server at a time, in turn and 56 minutes apart, the interval is always right",
    .random)
  func rotatingMinority() async throws {
    var random = SeededGenerator(for: "a minority that rotates")
    for _ in 0..<repetitions(400) {
      let time = VirtualTime()
      let truth = VirtualTruth(time.wallNow, on: time.timekeeper, drift: random.number(-99...99))
      let servers = (0..<3).map { _ in
        VirtualTimeServer(on: time.timekeeper, truth: truth, seed: random.next())
      }
      let clock = TrustedClock(asking: servers, on: time.timekeeper)
      let task = time.task { await clock.keepSynchronized() }
      for turn in 0..<18 {
        // A small error may agree with right answers, and is then not noticed.
        let reach = random.once(in: 2) ? 100 : 2000
        let error = Duration.milliseconds(random.number(-reach...reach))
        for (index, server) in servers.enumerated() {
          // Each false server is wrong for half an hour, and the next one an hour after that.
          server.change { $0.error = turn % 6 < 2 && index == turn / 6 ? error : .zero }
        }
        for _ in 0..<15 {
          await time.run(for: .seconds(60))
          #expect(try #require(clock.reading.interval).contains(truth.now))
        }
      }
      task.cancel()
      await time.run()
    }
  }

  @Test("A server that denies service is asked again after an hour, or after a day over HTTPS")
  func denied() async {
    for (isAuthenticated, pause) in [(false, Duration.seconds(3600)), (true, .seconds(86_400))] {
      let server = VirtualTimeServer(on: time.timekeeper, isAuthenticated: isAuthenticated)
      server.change { $0.refusal = .denied }
      let clock = TrustedClock(asking: server, on: time.timekeeper)
      let start = time.now
      let task = time.task { await clock.keepSynchronized() }
      await time.run(for: pause - .seconds(1))
      #expect(server.questions == 1)
      #expect(clock.refusals.map { $0?.reason } == [.denied])
      #expect(clock.refusals.first??.moment == start + .milliseconds(40))
      #expect(clock.nextRequests == [start + pause])
      server.change { $0.refusal = nil }
      await time.run(for: .seconds(2))
      #expect(server.questions == 2)
      #expect(clock.refusals == [nil])
      #expect(clock.reading.status == .synchronized)
      task.cancel()
      await time.run()
    }
  }

  @Test("A task that asks on demand does not wait for a server that denies service")
  func deniedOnDemand() async {
    let (clock, server, _) = device()
    server.change { $0.refusal = .denied }
    await synchronize(clock)
    let run = await time.run()
    #expect(run.hasSettled && run.tasksWaiting == [])
    await synchronize(clock)
    #expect(server.questions == 1)
    #expect(clock.refusals.map { $0?.reason } == [.denied])
  }

  @Test("Simultaneous calls share one burst")
  func together() async {
    let (clock, server, _) = device()
    for _ in 0..<5 {
      time.task {
        let reading = await clock.synchronize()
        #expect(reading.status == .synchronized)
      }
    }
    let run = await time.run()
    #expect(run.hasSettled)
    #expect(server.questions == 8)
    await synchronize(clock)
    #expect(server.questions == 8)
    await time.run(for: .seconds(15))
    await synchronize(clock)
    #expect(server.questions == 9)
  }

  @Test("A cancelled task sends no more requests, and the next task continues the burst")
  func cancelled() async {
    let (clock, server, _) = device()
    server.change { $0.isSilent = true }
    let task = time.task { await clock.synchronize() }
    await time.run(for: .seconds(1))
    task.cancel()
    let run = await time.run()
    #expect(run.hasSettled)
    #expect(server.questions == 1)
    #expect(clock.refusals.map { $0?.reason } == [.cancelled])
    server.change { $0.isSilent = false }
    await synchronize(clock)
    #expect(server.questions == 8)
    #expect(clock.reading.status == .synchronized)
  }

  @Test("One of three servers may be wrong")
  func three() async throws {
    let truth = VirtualTruth(time.wallNow - .seconds(1000), on: time.timekeeper)
    let servers = (1...3).map { number in
      VirtualTimeServer(
        on: time.timekeeper, truth: truth, pace: .publicServer, seed: UInt64(number))
    }
    servers[1].change { $0.error = .seconds(3600) }
    let clock = TrustedClock(asking: servers, on: time.timekeeper)
    await synchronize(clock)
    #expect(servers.map(\.questions) == [8, 8, 8])
    #expect(clock.reading.status == .synchronized)
    #expect(try #require(clock.reading.interval).contains(truth.now))
  }

  @Test("A clock without servers has no interval, and does not wait")
  func none() async {
    let clock = TrustedClock(asking: [], on: time.timekeeper)
    time.task { await clock.keepSynchronized() }
    await synchronize(clock)
    #expect(clock.reading == .unsynchronized)
    #expect(clock.refusals == [])
  }

  @Test("A file saves the record, and a missing folder saves nothing")
  func file() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "sandglass-trusted-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: url) }
    let (clock, server, _) = device(keptIn: .file(url))
    await synchronize(clock)
    let again = TrustedClock(asking: server, on: time.timekeeper, keptIn: .file(url))
    #expect(again.reading == clock.reading)
    let lost = TrustedClock(
      asking: server, on: time.timekeeper, keptIn: .file(url.appending(path: "no/such")))
    #expect(lost.reading == .unsynchronized)
  }

  @Test("A file that is too large, a folder, a pipe and a device are not read")
  func otherFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (limit, large, pipe) = (
      folder.appending(path: "limit"), folder.appending(path: "large"),
      folder.appending(path: "pipe")
    )
    try Data(repeating: 0x20, count: TrustedTimeRecord.longestText).write(to: limit)
    // A sparse file, which needs no room on the disk.
    try Data().write(to: large)
    #expect(truncate(large.path(percentEncoded: false), 300_000_000_000) == 0)
    #expect(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
    #expect(TrustedTimeStore.file(limit).read()?.utf8.count == TrustedTimeRecord.longestText)
    for other in [large, pipe, folder, URL(filePath: "/dev/zero")] {
      #expect(TrustedTimeStore.file(other).read() == nil)
    }
  }
}
