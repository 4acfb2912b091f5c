import GoalSupport
import Sandglass
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Synchronization

/// T3: devices that sleep, that are rebooted, whose clocks are set, and whose processes are killed.
enum Disturbed {
  static func goal(devices: Int, _ random: inout Random) async -> Goal {
    var (answers, synchronized, wrong, wrongSynchronized) = (0, 0, 0, 0)
    for _ in 0..<devices {
      var device = Device(drift: random.number(-99...99), seed: random.next())
      for _ in 0..<100 {
        await device.disturb(&random)
        let reading = device.clock.reading
        guard let interval = reading.interval else { continue }
        answers += 1
        let isWrong = !interval.contains(device.truth.now)
        if isWrong { wrong += 1 }
        guard reading.status == .synchronized else { continue }
        synchronized += 1
        if isWrong { wrongSynchronized += 1 }
      }
    }
    return Goal(
      number: "T3",
      what:
        "the interval contains the true time: the device's wall clock is set by up to 1 h, the device sleeps for "
        + "8 h or reboots, the process is killed; steady clocks that drift by up to 99 ppm",
      goal: "no wrong interval in a reading with the status `synchronized`",
      measured:
        "\(wrongSynchronized) wrong of \(grouped(synchronized)) readings with the status `synchronized`; "
        + "\(wrong) wrong of all \(grouped(answers)) readings with an interval; "
        + "\(grouped(devices * 100)) disturbances",
      isMet: wrongSynchronized == 0 && synchronized > devices)
  }

  private struct Device {
    var time = VirtualTime()
    var truth: VirtualTruth
    var server: VirtualTimeServer
    var clock: TrustedClock
    let store: TrustedTimeStore
    let drift: Int

    init(drift: Int, seed: UInt64) {
      let kept = Kept()
      store = TrustedTimeStore(
        read: { kept.text.withLock { $0 } }, write: { text in kept.text.withLock { $0 = text } })
      self.drift = drift
      truth = VirtualTruth(time.wallNow, on: time.timekeeper, drift: drift)
      server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: seed)
      clock = TrustedClock(asking: server, on: time.timekeeper, keptIn: store)
    }

    mutating func launch(in next: VirtualTime, _ nextTruth: VirtualTruth, seed: UInt64) {
      time = next
      truth = nextTruth
      server = VirtualTimeServer(on: time.timekeeper, truth: truth, seed: seed)
      server.change {
        $0.delayOut = .milliseconds(2) ... .milliseconds(200)
        $0.delayBack = .milliseconds(2) ... .milliseconds(200)
        $0.percentLost = 20
      }
      clock = TrustedClock(asking: server, on: time.timekeeper, keptIn: store)
    }

    mutating func disturb(_ random: inout Random) async {
      let shift = Duration.seconds(random.number(-3600...3600))
      switch random.number(0...9) {
      case 0: time.setWallClock(to: time.wallNow + shift)
      case 1: time.freeze(for: .seconds(28_800), settingWallClockBy: shift)
      case 2:
        let next = time.relaunched(after: .seconds(random.number(0...3600)))
        launch(in: next, truth.continued(on: next.timekeeper), seed: random.next())
      case 3:
        let lapse = Duration.seconds(random.number(1...3600))
        let wall = truth.now + lapse
        let next = time.rebooted(after: lapse + shift)
        launch(in: next, VirtualTruth(wall, on: next.timekeeper, drift: drift), seed: random.next())
      case 4, 5:
        let clock = clock
        time.task { await clock.synchronize() }
        await time.run()
      default: time.advance(by: .seconds(random.number(0...1000)))
      }
    }
  }

  private final class Kept: Sendable {
    let text = Mutex<String?>(nil)
  }
}
