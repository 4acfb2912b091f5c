// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import Sandglass

// MARK: - Passing a virtual time

@available(*, unavailable, message: "Use Countdown(.seconds(60), on: time.timekeeper).")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, on b: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, timekeeper: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, clock: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, time: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, using: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, with b: VirtualTime) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, clock: Timekeeper) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, on b: VirtualTime) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, timekeeper: VirtualTime) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, clock: VirtualTime) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, time: VirtualTime) { fatalError() }
  public static func started(_ a: Duration = .zero, duration: Duration = .zero, on b: VirtualTime) -> Countdown { fatalError() }
  public static func started(_ a: Duration = .zero, duration: Duration = .zero, timekeeper: VirtualTime) -> Countdown { fatalError() }
}

@available(*, unavailable, message: "Use time.timekeeper.")
extension Timekeeper {
  public convenience init(_ a: VirtualTime? = nil, time: VirtualTime? = nil, clock: VirtualTime? = nil, virtual: VirtualTime? = nil) { fatalError() }
  public static func virtual(_ a: VirtualTime) -> Timekeeper { fatalError() }
}

@available(*, unavailable, message: "Use Countdown(.seconds(60), on: time.timekeeper).")
extension VirtualTime {
  public func countdown(_ a: Duration = .zero, duration: Duration = .zero) -> Countdown { fatalError() }
}

// MARK: - Letting time pass

@available(*, unavailable, message: "Use advance(by: .seconds(10)).")
extension VirtualTime {
  public func advance(_ a: Duration = .zero, for b: Duration = .zero) {}
  public func advance(_ a: Double = 0, by b: Double = 0, for c: Double = 0, seconds: Double = 0) {}
  public func elapse(_ a: Duration = .zero, by b: Duration = .zero) {}
  public func move(by a: Duration = .zero, forwardBy b: Duration = .zero) {}
  public func pass(_ a: Duration = .zero, by b: Duration = .zero) {}
  public func pass(_ a: Double = 0, seconds: Double = 0) {}
  public func skip(_ a: Duration = .zero, by b: Duration = .zero) {}
  public func step(by a: Duration) {}
  public func tick(_ a: Duration = .zero, by b: Duration = .zero, for c: Duration = .zero) {}
  public func wait(_ a: Duration = .zero, for b: Duration = .zero) {}
}

@available(*, unavailable, message: "Use freeze(for: .seconds(3600)) if the device sleeps. If the process dies, relaunched(after: .seconds(3600)) is the time of the next process.")
extension VirtualTime {
  public func advance(by a: Duration, suspended: Bool = true, asleep: Bool = true, whileSuspended: Bool = true, whileAsleep: Bool = true) {}
  public func advanceWhileSuspended(by a: Duration) {}
  public func deviceSleeps(for a: Duration) {}
  public func deviceSleep(for a: Duration) {}
  public func simulateProcessDeath(for a: Duration = .zero, after b: Duration = .zero) {}
  public func die(for a: Duration = .zero) {}
  public func freeze(_ a: Duration) {}
  public func freeze(for a: Double) {}
  public func kill(_ a: Duration = .zero, for b: Duration = .zero, after c: Duration = .zero) {}
  public func kill(for a: Double) {}
  public func killProcess(for a: Duration = .zero, after b: Duration = .zero) {}
  public func processDies(for a: Duration = .zero) {}
  public func relaunch(after a: Duration = .zero) {}
  public func relaunched(after a: Double) -> VirtualTime { fatalError() }
  public func restart(after a: Duration = .zero) {}
  public func simulateDeviceSleep(for a: Duration = .zero, of b: Duration = .zero) {}
  public func simulateKill(for a: Duration = .zero, after b: Duration = .zero) {}
  public func simulateSleep(_ a: Duration = .zero, for b: Duration = .zero, of c: Duration = .zero, duration: Duration = .zero) {}
  public func simulateSuspension(for a: Duration = .zero, of b: Duration = .zero) {}
  public func sleep(_ a: Duration = .zero, for b: Duration = .zero, by c: Duration = .zero) {}
  public func sleep(_ a: Double = 0, for b: Double = 0) {}
  public func sleepDevice(for a: Duration) {}
  public func suspend(_ a: Duration = .zero, for b: Duration = .zero) {}
  public func suspend(for a: Double) {}
  public func suspendProcess(for a: Duration) {}
  public func terminate(for a: Duration = .zero) {}
}

@available(*, unavailable, message: "rebooted(after: .seconds(3600)) is the time after a reboot.")
extension VirtualTime {
  public func reboot(after a: Duration = .zero, for b: Duration = .zero) {}
  public func simulateReboot(after a: Duration = .zero) {}
}
