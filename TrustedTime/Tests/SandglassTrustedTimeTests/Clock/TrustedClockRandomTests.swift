import Sandglass
import SandglassTestSupport
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

struct TrustedClockRandomTests {
  /// A device with random steps: its clock is set, it sleeps, its process is killed, it reboots, or it sends requests.
  private struct Device {
    var time: VirtualTime
    var truth: VirtualTruth
    var server: VirtualTimeServer
    var clock: TrustedClock
    let store: TrustedTimeStore
    let drift: Int

    init(drift: Int, seed: UInt64) {
      let kept = Locked<String?>(nil)
      store = TrustedTimeStore(
        read: { kept.withLock { $0 } }, write: { text in kept.withLock { $0 = text } })
      self.drift = drift
      time = VirtualTime()
      truth = VirtualTruth(time.wallNow, on: time.timekeeper, drift: drift)
      server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: seed)
      clock = TrustedClock(asking: server, on: time.timekeeper, keptIn: store)
    }

    mutating func launch(in time: VirtualTime, _ truth: VirtualTruth, seed: UInt64) {
      self.time = time
      self.truth = truth
      server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: seed)
      server.change {
        $0.delayOut = .milliseconds(2) ... .milliseconds(200)
        $0.delayBack = .milliseconds(2) ... .milliseconds(200)
        $0.percentLost = 20
      }
      clock = TrustedClock(asking: server, on: time.timekeeper, keptIn: store)
    }

    mutating func relaunch(after duration: Duration, seed: UInt64) {
      let next = time.relaunched(after: duration)
      launch(in: next, truth.continued(on: next.timekeeper), seed: seed)
    }

    mutating func reboot(after duration: Duration, seed: UInt64) {
      let wall = truth.now + duration
      let next = time.rebooted(after: duration)
      launch(in: next, VirtualTruth(wall, on: next.timekeeper, drift: drift), seed: seed)
    }
  }

  @Test("With settings of the clock, sleep, kills and reboots, every interval is correct", .random)
  func neverWrong() async {
    var random = SeededGenerator(for: "trusted clock")
    for _ in 0..<repetitions(1_000) {
      var device = Device(drift: random.number(-99...99), seed: random.next())
      for _ in 0..<50 {
        let time = device.time
        switch random.number(0...9) {
        case 0: time.setWallClock(to: time.wallNow + .seconds(random.number(-3600...3600)))
        case 1:
          time.freeze(
            for: .seconds(28_800), settingWallClockBy: .seconds(random.number(-3600...3600)))
        case 2: device.relaunch(after: .seconds(random.number(0...3600)), seed: random.next())
        case 3: device.reboot(after: .seconds(random.number(1...3600)), seed: random.next())
        case 4, 5:
          let clock = device.clock
          time.task { await clock.synchronize() }
          await time.run()
        default: time.advance(by: .seconds(random.number(0...1000)))
        }
        let reading = device.clock.reading
        if let interval = reading.interval {
          #expect(interval.contains(device.truth.now))
        } else {
          #expect(reading.status == .unsynchronized)
        }
      }
    }
  }
}
