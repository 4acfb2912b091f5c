// swift-format-ignore-file
// What developers type first in their tests. See Apps.swift.

import Foundation
import Sandglass
import SandglassTesting

@MainActor func tests(time: VirtualTime) {
  _ = VirtualTime()
  _ = Countdown(.seconds(60), on: time.timekeeper)
  _ = Countdown(duration: .seconds(60), on: time.timekeeper)
  _ = Countdown(.seconds(60), on: time)  // -> on: time.timekeeper
  _ = Countdown(duration: .seconds(60), timekeeper: time)  // -> on: time.timekeeper
  _ = Countdown(duration: 60, timekeeper: time)  // -> on: time.timekeeper
  _ = Countdown(.seconds(60), clock: time)  // -> on: time.timekeeper
  _ = Countdown(duration: .seconds(60), timekeeper: time.timekeeper)  // -> on: timekeeper
  _ = Countdown(.seconds(60), on: Timekeeper(time))  // -> time.timekeeper
  _ = Countdown(.seconds(60), timekeeper: Timekeeper(time: time))  // -> time.timekeeper
  time.advance(by: .seconds(10))
  time.advance(by: 10)  // -> advance(by: .seconds(10))
  time.advance(.seconds(10))  // -> advance(by: .seconds(10))
  time.pass(.seconds(10))  // -> advance(by: .seconds(10))
  time.freeze(for: .seconds(3600))
  time.sleep(for: .seconds(3600))  // -> freeze(for: .seconds(3600))
  time.sleep(for: 3600)  // -> freeze(for: .seconds(3600))
  time.suspend(for: .seconds(3600))  // -> freeze(for: .seconds(3600))
  time.simulateSleep(for: .seconds(3600))  // -> freeze(for: .seconds(3600))
  time.kill()  // -> relaunched(after: .seconds(3600))
  time.killProcess(for: .seconds(3600))  // -> relaunched(after: .seconds(3600))
  time.reboot(after: .seconds(3600))  // -> rebooted(after: .seconds(3600))
}
